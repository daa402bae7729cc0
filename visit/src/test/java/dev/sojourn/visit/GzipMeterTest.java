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
    try (var meter = new GzipMeter()) {
      for (int size : new int[] {0, 1, 1_000, 100_000}) {
        var noise = new byte[size];
        random.nextBytes(noise);
        var text = "page ".repeat(size).getBytes(StandardCharsets.UTF_8);

        assertThat(meter.size(noise)).as("%d bytes of noise", size).isEqualTo(gzip(noise));
        assertThat(meter.size(text)).as("%d words", size).isEqualTo(gzip(text));
      }
    }
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
