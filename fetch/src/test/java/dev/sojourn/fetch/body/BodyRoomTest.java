package dev.sojourn.fetch.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies on their way, in memory and in files.
final class BodyRoomTest {
  private static final int PIECE = 16 * 1024;

  @TempDir private Path folder;
  private final Random random = new Random(7);

  private byte[] octets(int count) {
    var octets = new byte[count];
    random.nextBytes(octets);
    return octets;
  }

  private static byte[] whole(SentBody body) throws IOException, InterruptedException {
    return body.decoded("", Integer.MAX_VALUE, () -> {}).bytes();
  }

  /// Adds in parts of any size, as a network brings them.
  private void addInParts(SentBody body, byte[] octets) throws IOException {
    for (int from = 0; from < octets.length; ) {
      int count = Math.min(octets.length - from, 1 + random.nextInt(3 * PIECE));
      body.add(octets, from, count);
      from += count;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, PIECE - 1, PIECE, PIECE + 1, 10 * PIECE, 100_000, 1_000_000})
  void aBodyIsWholeWhereverItWas(int size) throws Exception {
    for (long memory : new long[] {0, PIECE, 3 * PIECE, 1 << 30}) {
      var room = new BodyRoom(memory, 1 << 30, folder);
      var octets = octets(size);
      try (var body = room.body(2_000_000)) {
        addInParts(body, octets);
        assertThat(room.memoryTaken()).isLessThanOrEqualTo(memory);
        assertThat(whole(body)).isEqualTo(octets);
        assertThat(body.isTruncated()).isFalse();
      }
      try (var body = room.body(2_000_000)) {
        body.addAll(new ByteArrayInputStream(octets));
        assertThat(whole(body)).isEqualTo(octets);
        assertThat(body.isTruncated()).isFalse();
      }
      assertThat(room.memoryTaken()).isZero();
      assertThat(room.filesTaken()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, PIECE, 5 * PIECE + 3})
  void noMoreIsTakenThanIsWanted(int most) throws Exception {
    var octets = octets(200_000);
    var room = new BodyRoom(PIECE, 1 << 30, folder);
    try (var body = room.body(most);
        var other = room.body(most)) {
      addInParts(body, octets);
      other.addAll(new ByteArrayInputStream(octets));
      assertThat(body.isTruncated()).isTrue();
      assertThat(other.isTruncated()).isTrue();
      assertThat(whole(body)).isEqualTo(Arrays.copyOf(octets, most));
      assertThat(whole(other)).isEqualTo(whole(body));
    }
  }

  @Test
  void aBodyThatStallsHoldsNoOtherBack() throws Exception {
    var room = new BodyRoom(2 * PIECE, 1 << 30, folder);
    try (var stalled = room.body(1_000_000)) {
      stalled.add(octets(500_000), 0, 500_000);
      assertThat(room.memoryTaken()).isEqualTo(2 * PIECE);
      assertThat(room.filesTaken()).isEqualTo(500_000 - 3 * PIECE);
      var octets = octets(500_000);
      try (var body = room.body(1_000_000)) {
        addInParts(body, octets);
        assertThat(whole(body)).isEqualTo(octets);
      }
      assertThat(room.memoryTaken()).isEqualTo(2 * PIECE);
    }
    assertThat(room.memoryTaken()).isZero();
  }

  @Test
  void aFileHasNoNameThatAKilledProcessWouldLeave() throws Exception {
    var room = new BodyRoom(0, 1 << 30, folder);
    try (var body = room.body(1_000_000)) {
      body.add(octets(100_000), 0, 100_000);
      assertThat(room.filesTaken()).isPositive();
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files).isEmpty();
      }
    }
  }

  @Test
  void moreThanFilesMayHaveIsRefusedAndTheOthersStay() throws Exception {
    var room = new BodyRoom(0, 100_000, folder);
    var octets = octets(90_000);
    try (var body = room.body(1_000_000);
        var large = room.body(1_000_000)) {
      addInParts(body, octets);
      assertThatThrownBy(() -> large.add(octets, 0, octets.length))
          .isInstanceOf(IOException.class)
          .hasMessage("too many large answers are on their way to this program");
      assertThat(whole(body)).isEqualTo(octets);
    }
    assertThat(room.filesTaken()).isZero();
  }

  @Test
  void aFolderThatTakesNoFileCostsTheBodyAndNamesNoPath() {
    var room = new BodyRoom(0, 1 << 30, folder.resolve("none"));
    try (var body = room.body(1_000_000)) {
      assertThatThrownBy(() -> body.add(octets(100_000), 0, 100_000))
          .isInstanceOf(IOException.class)
          .hasMessage("this program has no room for its answer on its disk");
    }
    assertThat(room.filesTaken()).isZero();
  }

  @Test
  void aBodyInAFileIsDecoded() throws Exception {
    var text = octets(300_000);
    var packed = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(packed)) {
      zip.write(text);
    }
    try (var body = new BodyRoom(0, 1 << 30, folder).body(1_000_000)) {
      addInParts(body, packed.toByteArray());
      assertThat(body.decoded("gzip", 1_000_000, () -> {}).bytes()).isEqualTo(text);
      assertThat(body.decoded("gzip", 1_000, () -> {}).truncated()).isTrue();
    }
  }
}
