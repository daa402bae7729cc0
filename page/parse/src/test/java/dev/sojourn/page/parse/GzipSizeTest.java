package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GzipSizeTest {

  @Test
  void isTheSizeOfTheBodyInAFileOfGzip() throws IOException {
    var random = new Random(20_261_130);
    for (int bytes : new int[] {0, 1, 100, 16_384, 16_385, 70_000, 600_000}) {
      for (int values : new int[] {1, 3, 40, 256}) {
        var body = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
          body[i] = (byte) random.nextInt(values);
        }
        assertThat(GzipSize.of(body, WorkMeter.unchecked()))
            .as("%d bytes of %d values", bytes, values)
            .isEqualTo(gzip(body).length);
      }
    }
  }

  private static byte[] gzip(byte[] body) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new FastGzip(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "text/html, true",
    "application/xhtml+xml, true",
    "application/xml, true",
    "application/ld+json, true",
    "text/javascript, true",
    "image/png, false",
    "application/pdf, false",
    "'', false"
  })
  void onlyBodiesThatServersCompressAreCounted(String mediaType, boolean isCounted) {
    assertThat(GzipSize.isCounted(mediaType)).isEqualTo(isCounted);
  }
}
