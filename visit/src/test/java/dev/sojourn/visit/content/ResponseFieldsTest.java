package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseFieldsTest {
  private static final ContentSource PAGES =
      url ->
          new Content.Found(
              url,
              200,
              Map.of("content-type", List.of("text/html"), "x-robots-tag", List.of("nofollow")),
              new byte[0]);

  @Test
  void theFieldsOfEveryRuleThatFitsCount() throws Exception {
    var fields = ResponseFields.of(List.of("/drafts/ X-Robots-Tag: noindex", "*.pdf X-A:  b c "));

    assertThat(read(fields, "/drafts/a.pdf").headers())
        .containsEntry("x-robots-tag", List.of("nofollow", "noindex"))
        .containsEntry("x-a", List.of("b c"));
    assertThat(read(fields, "/other/a.html").headers())
        .containsEntry("x-robots-tag", List.of("nofollow"))
        .doesNotContainKey("x-a");
  }

  @Test
  void aSlashAloneIsEveryPageAndAPatternIsForPathsInAnyCase() throws Exception {
    var all = ResponseFields.of(List.of("/ X-A: 1"));

    assertThat(read(all, "/").headers()).containsKey("x-a");
    assertThat(read(all, "/a/b").headers()).containsKey("x-a");
    assertThat(read(ResponseFields.of(List.of("/drafts X-A: 1")), "/%44rafts/x").headers())
        .containsKey("x-a");
  }

  @Test
  void aTypeTakesThePlaceOfTheSources() throws Exception {
    var fields = ResponseFields.of(List.of("*.html Content-Type: text/html; charset=iso-8859-1"));

    assertThat(read(fields, "/a.html").headers().get("content-type"))
        .containsExactly("text/html; charset=iso-8859-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/drafts",
        "X-Robots-Tag: noindex",
        "/drafts X-Robots-Tag",
        "/drafts X-Robots-Tag:",
        "/drafts X Robots: noindex",
        "/a/../b X-A: 1",
        "/a[0] X-A: 1",
        "/a X-A: line\rbreak",
        "/a X-A: \u00e4",
        "/a Set-Cookie: a=b",
        "/a Content-Length: 1",
        "/a Transfer-Encoding: chunked",
        "/a Location: /b"
      })
  void aRuleThatIsNoneOrFramesTheMessageIsRefused(String text) {
    assertThat(ResponseFields.isRule(text)).isFalse();
  }

  private static Content.Found read(ResponseFields fields, String path) throws Exception {
    var url = PageUrl.parse("http://site.example" + path).orElseThrow();
    return (Content.Found) fields.addedTo(PAGES).read(url);
  }
}
