package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class FieldTextTest {
  private static final String PATH = "/\u043c\u0438\u0440?q=%20";

  @Test
  void aLocationInUtf8IsText() {
    assertThat(FieldText.decoded("Location", raw(PATH, StandardCharsets.UTF_8))).isEqualTo(PATH);
    assertThat(FieldText.decoded("Location", "/a%C3")).isEqualTo("/a%C3");
  }

  @Test
  void aLocationInAnyOtherCharsetNamesItsOctets() {
    assertThat(FieldText.decoded("location", raw(PATH, Charset.forName("windows-1251"))))
        .isEqualTo("/%EC%E8%F0?q=%20");
    assertThat(FieldText.decoded("Location", "/caf\u00e9")).isEqualTo("/caf%E9");
  }

  @Test
  void otherFieldsAreTextInAnyCase() {
    assertThat(FieldText.decoded("ETag", "\"caf\u00e9\"")).isEqualTo("\"caf\ufffd\"");
    assertThat(FieldText.decoded("ETag", FieldText.encoded("\"caf\u00e9\"")))
        .isEqualTo("\"caf\u00e9\"");
  }

  private static String raw(String text, Charset charset) {
    return new String(text.getBytes(charset), StandardCharsets.ISO_8859_1);
  }
}
