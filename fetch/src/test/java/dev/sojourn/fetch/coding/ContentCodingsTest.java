package dev.sojourn.fetch.coding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentCodingsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "none",
        "None",
        "null",
        "identity",
        "UTF-8",
        "utf8",
        "iso-8859-1",
        "windows-1252",
        "binary",
        "7bit",
        "8bit",
        "base64",
        "aws-chunked",
        "chunked",
        "text/html",
        "en-US",
        "identity, none",
        "no gzip"
      })
  void aWordThatIsNoCompressionNamesNoCoding(String value) {
    assertThat(ContentCodings.of(value)).isEmpty();
  }

  @Test
  void compressionsAreNamedInTheirOrderBetweenWordsThatAreNone() {
    assertThat(ContentCodings.of("aws-chunked,GZIP")).containsExactly("gzip");
    assertThat(ContentCodings.of("deflate, UTF-8 , x-gzip;q=1, \"br\""))
        .containsExactly("deflate", "x-gzip", "br");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"br", "zstd", "compress", "dcb", "dcz", "xz", "bzip2", "lzma", "aes128gcm"})
  void compressionsThatAreNotUndoneAreNamedToo(String value) {
    assertThat(ContentCodings.of(value)).containsExactly(value);
  }
}
