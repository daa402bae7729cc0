package dev.sojourn.atp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import dev.sojourn.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures the memory of the whole process")
final class ContentCodingTest {

  private static final int MIB = 1 << 20;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aWindowOfTwoGibibytesTakesNoMemory() throws IOException {
    var frame =
        hex(
            "28b52ffd" // magic number
                + "00" // a window descriptor follows, and no size of the content
                + "a8" // window: 2^(10+21) bytes
                + "030010" // last block, one byte 131,072 times
                + "61");
    var content = new byte[128 * 1024];
    Arrays.fill(content, (byte) 'a');
    assertThat(ContentCoding.decompress(frame, MIB)).contains(Bytes.wrap(content));

    long before = mostMemoryEver();
    assertThat(ContentCoding.decompress(frame, MIB)).isPresent();
    assertThat(ContentCoding.decompress(frame, content.length - 1)).isEmpty();
    assertThat(mostMemoryEver() - before).isLessThan(64 * MIB);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anAnnouncedContentOfFourExbibytesTakesNoMemory() throws IOException {
    var frame =
        hex(
            "28b52ffd" // magic number
                + "e0" // the size of the content follows, which is the window too
                + "0000000000000040"
                + "1b0000" // last block, one byte 3 times
                + "61");
    assertThat(ContentCoding.decompress(frame, 64 * MIB)).isEmpty();

    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long native0 = mostMemoryEver();
    long heap0 = threads.getCurrentThreadAllocatedBytes();
    assertThat(ContentCoding.decompress(frame, 64 * MIB)).isEmpty();
    assertThat(threads.getCurrentThreadAllocatedBytes() - heap0).isLessThan(MIB);
    assertThat(mostMemoryEver() - native0).isLessThan(64 * MIB);
  }

  @Test
  void aBombCostsNoMoreThanItsBound() {
    var bomb = Bytes.wrap(Zstd.compress(new byte[200 * MIB]));
    assertThat(bomb.size()).isLessThan(40_000);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();

    assertThat(ContentCoding.decompress(bomb, MIB)).isEmpty();
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2 * MIB);
  }

  @Test
  void decompressesExactlyUpToTheBound() {
    var random = new SplittableRandom(1);
    for (int size : new int[] {0, 1, 65_535, 65_536, 65_537, 600_000, 5 * MIB}) {
      var content = new byte[size];
      random.nextBytes(content);
      Arrays.fill(content, 0, size / 2, (byte) 7);
      var frame = Bytes.wrap(Zstd.compress(content));

      assertThat(ContentCoding.decompress(frame, size)).contains(Bytes.wrap(content));
      assertThat(ContentCoding.decompress(frame, size + 1)).contains(Bytes.wrap(content));
      if (size > 0) {
        assertThat(ContentCoding.decompress(frame, size - 1)).isEmpty();
      }
    }
  }

  @Test
  void decompressesOneFrameAfterTheOtherAndSkipsWhatIsToBeSkipped() {
    var frames = new ByteArrayOutputStream();
    frames.writeBytes(Zstd.compress(new byte[] {'a', 'b'}));
    frames.writeBytes(HexFormat.of().parseHex("502a4d18" + "02000000" + "ffff"));
    frames.writeBytes(Zstd.compress(new byte[] {'c'}));

    assertThat(ContentCoding.decompress(Bytes.wrap(frames.toByteArray()), 100))
        .contains(Bytes.utf8("abc"));
  }

  @Test
  void noBytesAreNoFramesAndHoldNothing() {
    assertThat(ContentCoding.decompress(Bytes.EMPTY, 100)).contains(Bytes.EMPTY);
    assertThat(ContentCoding.decompress(Bytes.EMPTY, 0)).contains(Bytes.EMPTY);
  }

  @Test
  void refusesWhatIsNoZstdAndWhatIsCutShort() {
    var frame = Zstd.compress(new byte[100_000]);
    assertThat(ContentCoding.decompress(Bytes.utf8("hello"), 100)).isEmpty();
    assertThat(
            ContentCoding.decompress(Bytes.wrap(Arrays.copyOf(frame, frame.length - 1)), 100_000))
        .isEmpty();
    assertThat(
            ContentCoding.decompress(Bytes.wrap(Arrays.copyOf(frame, frame.length + 1)), 100_000))
        .isEmpty();
  }

  /// The most address space that this process ever had, with that of the C library.
  private static long mostMemoryEver() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      var peak = lines.filter(line -> line.startsWith("VmPeak:")).findFirst().orElseThrow();
      return Long.parseLong(peak.replaceAll("[^0-9]", "")) * 1024;
    }
  }

  private static Bytes hex(String text) {
    return Bytes.wrap(HexFormat.of().parseHex(text));
  }
}
