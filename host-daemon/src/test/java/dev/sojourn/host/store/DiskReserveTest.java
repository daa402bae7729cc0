package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskReserveTest {
  private static final int PAGE_BYTES = 1 << 12;

  @TempDir Path folder;

  @Test
  void whatWasReleasedIsSetAsideAgainAsLargeAsItWas() throws Exception {
    var reserve = DiskReserve.of(folder);
    reserve.setAside();
    long bytes = Files.size(file());
    assertThat(bytes).isPositive();

    assertThat(reserve.release()).isTrue();
    assertThat(file()).doesNotExist();
    assertThat(reserve.isReleased()).isTrue();
    assertThat(reserve.release()).isFalse();

    reserve.refill();
    assertThat(reserve.isReleased()).isFalse();
    assertThat(Files.size(file())).isGreaterThanOrEqualTo(bytes);
  }

  @Test
  void aDiskOnWhichAWriteFoundNoRoomIsFullUntilNoneDoesAndThereIsRoom() {
    var patient = DiskReserve.of(folder);
    patient.setAside();
    patient.fellShort();
    patient.refill();
    assertThat(patient.fullDirectory()).contains(folder);
    assertThat(patient.isReleased()).isFalse();

    var reserve = DiskReserve.of(folder, 0);
    reserve.setAside();
    assertThat(reserve.fullDirectory()).isEmpty();
    assertThat(reserve.isRetryDue()).isFalse();
    reserve.fellShort();
    assertThat(reserve.fullDirectory()).contains(folder);
    reserve.refill();
    assertThat(reserve.fullDirectory()).isEmpty();
  }

  @Test
  void aReserveThatIsGivenAwayMeansAFullDisk() {
    var reserve = DiskReserve.of(folder);
    reserve.setAside();
    assertThat(reserve.release()).isTrue();
    assertThat(reserve.fullDirectory()).contains(folder);
    reserve.refill();
    assertThat(reserve.fullDirectory()).isEmpty();
  }

  /// A store that is opened on a full disk gives it away before anything else.
  @Test
  void isAsLargeAgainAfterAStartThatNeededIt() throws Exception {
    DiskReserve.of(folder).setAside();
    long bytes = Files.size(file());

    var next = DiskReserve.of(folder);
    assertThat(next.release()).isTrue();
    next.setAside();
    assertThat(next.isReleased()).isTrue();
    next.refill();
    assertThat(Files.size(file())).isGreaterThanOrEqualTo(bytes);
  }

  @Test
  void aFileThatWasWrittenInPartIsWrittenAnew() throws Exception {
    Files.write(file(), new byte[100]);
    var reserve = DiskReserve.of(folder);
    reserve.setAside();
    assertThat(reserve.isReleased()).isFalse();
    assertThat(Files.size(file())).isGreaterThan(1 << 16);
  }

  @Test
  void anInterruptedThreadFindsNoFullDisk() {
    var reserve = DiskReserve.of(folder);
    Thread.currentThread().interrupt();
    reserve.setAside();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reserve.isReleased()).isFalse();
  }

  @Test
  void aProcessBeforeHasSetItAside() throws Exception {
    DiskReserve.of(folder).setAside();
    var written = Files.getLastModifiedTime(file());
    DiskReserve.of(folder).setAside();
    assertThat(Files.getLastModifiedTime(file())).isEqualTo(written);
  }

  /// File systems may compress what they keep, and keep equal pages once.
  @Test
  void isNothingThatTakesLessRoomThanItIsLong() throws Exception {
    DiskReserve.of(folder).setAside();
    var octets = ByteBuffer.wrap(Files.readAllBytes(file()));
    var starts = new HashSet<Long>();
    int pages = octets.limit() / PAGE_BYTES;
    for (int page = 0; page < pages; page++) {
      starts.add(octets.getLong(page * PAGE_BYTES));
    }
    assertThat(starts).hasSize(pages);

    int most = Math.min(1 << 20, octets.limit());
    var packed = new ByteArrayOutputStream();
    try (var packing = new GZIPOutputStream(packed)) {
      packing.write(octets.array(), 0, most);
    }
    assertThat(packed.size()).isGreaterThan(most);
  }

  private Path file() {
    return folder.resolve("reserve");
  }
}
