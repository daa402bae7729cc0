package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipMeterTest {
  @Test
  void countsWhatGzipWouldWrite() throws IOException {
    var random = new Random(7);
    long digest = 0;
    try (var meter = new GzipMeter(new GzipSizes())) {
      for (int size : new int[] {0, 1, 1_000, 100_000}) {
        var noise = new byte[size];
        random.nextBytes(noise);
        var text = "page ".repeat(size).getBytes(StandardCharsets.UTF_8);

        assertThat(meter.size(noise, digest++))
            .as("%d bytes of noise", size)
            .isEqualTo(gzip(noise));
        assertThat(meter.size(text, digest++)).as("%d words", size).isEqualTo(gzip(text));
      }
    }
  }

  @Test
  void aBodyThatWasCountedIsNotPackedAgain() {
    var sizes = new GzipSizes();
    var body = "page ".repeat(1_000).getBytes(StandardCharsets.UTF_8);
    try (var first = new GzipMeter(sizes);
        var second = new GzipMeter(sizes)) {
      long size = first.size(body, 0xabcd_0000_0000_0001L);

      assertThat(second.size(new byte[0], 0xabcd_0000_0000_0001L)).isEqualTo(size);
    }
  }

  @Test
  void bodiesWithOneSlotTakeItsPlaceFromEachOtherAndAreNotMixedUp() {
    var sizes = new GzipSizes();

    assertThat(sizes.find(0)).isZero();
    sizes.keep(0x1111_0000_0000_0007L, 100);
    assertThat(sizes.find(0x2222_0000_0000_0007L)).isZero();
    assertThat(sizes.find(0x1111_0000_0000_0008L)).isZero();
    sizes.keep(0x2222_0000_0000_0007L, 200);
    assertThat(sizes.find(0x1111_0000_0000_0007L)).isZero();
    assertThat(sizes.find(0x2222_0000_0000_0007L)).isEqualTo(200);
    sizes.keep(-1, (1L << 27) - 1);
    assertThat(sizes.find(-1)).isEqualTo((1L << 27) - 1);
    sizes.keep(-1, 1L << 27);
    assertThat(sizes.find(-1)).isEqualTo((1L << 27) - 1);
  }

  private static long gzip(byte[] body) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip =
        new GZIPOutputStream(bytes) {
          {
            def.setLevel(Deflater.BEST_SPEED);
          }
        }) {
      gzip.write(body);
    }
    return bytes.size();
  }
}
