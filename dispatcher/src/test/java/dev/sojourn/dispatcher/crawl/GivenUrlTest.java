package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.cli.CommandException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GivenUrlTest {
  @ParameterizedTest
  @CsvSource({
    "'http:\\\\example.invalid\\', http://example.invalid/",
    "http://m\u00fcnchen.invalid/, http://xn--mnchen-3ya.invalid/",
    "http://user:pw@127.0.0.1:81/, http://127.0.0.1:81/",
    "http://ex%61mple.invalid/, http://example.invalid/",
    "http:example.invalid, http://example.invalid/",
  })
  void readsAStartUrlAsABrowserDoes(String text, String url) {
    assertThat(GivenUrl.read(text)).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource({
    "shop.example, 'as https://shop.example/ is one.'",
    "shop.example/a?b, 'as https://shop.example/a?b is one.'",
    "localhost:8080/x, 'as https://localhost:8080/x is one.'",
    "ftp://shop.example/, 'as https://example.org/ is one.'",
    "not a url, 'as https://example.org/ is one.'",
    "mailto:me@shop.example, 'as https://example.org/ is one.'",
    "http//example.org, 'as https://example.org/ is one.'",
    "http://, since it names no host.",
    "http://exa mple.org/, since it names no host.",
    "http://127.0.0.1:99999/, since its port is no number up to 65535.",
  })
  void saysWhatAStartUrlLacks(String text, String hint) {
    assertThatThrownBy(() -> GivenUrl.read(text))
        .isInstanceOf(CommandException.class)
        .hasMessage("'" + text + "' is no http or https URL, " + hint);
  }

  @Test
  void saysThatUserInformationIsLeftOutAndRepeatsNoPassword() {
    var texts = List.of("http://me:secret@h/a?b", "http://me:secret@h/a?b", "http://h/a@b", "x");

    assertThat(GivenUrl.remarks(texts))
        .containsExactly(
            "User name and password are left out of http://h/a; pages are asked for without them.");
  }
}
