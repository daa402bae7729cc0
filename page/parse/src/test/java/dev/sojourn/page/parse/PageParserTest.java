package dev.sojourn.page.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A view says what the parsed page says.
final class PageParserTest {
  private static final PageUrl URL = PageUrl.parse("http://h.example/d/page.html").orElseThrow();
  private static final String LINKS =
      "</f>; rel=next, <g>; rel=\"license\", <c>; rel=canonical, <r>; rel=alternate;"
          + " type=application/rss+xml";

  @Test
  void theViewsOfRandomPagesSayWhatTheParsedPagesSay() throws MalformedViewException {
    var random = new Random(20_261_130);
    int links = 0;
    for (int i = 0; i < 5_000; i++) {
      var html = RandomHtml.page(random, 40);
      var fields = new HashMap<>(Map.of("Content-Type", List.of("text/html; charset=utf-8")));
      if (random.nextInt(4) == 0) {
        fields.put("link", List.of(LINKS));
        fields.put("Refresh", List.of("3; url=r.html"));
      }
      var source = new ViewReader.Source(URL, fields, html.getBytes(UTF_8));
      var view = PageView.of(new PageParser(source, () -> {}).view().octets());
      assertSame(view, html, fields);
      var tree = TreeView.of(new PageParser(source, () -> {}).tree().octets());
      assertThat(tree.linkContexts())
          .as(html)
          .isEqualTo(ParsedHtml.parse(html, URL).linkContexts());
      assertThat(new PageParser(source, () -> {}).text()).isEqualTo(html);
      links += view.links().size();
    }
    assertThat(links).isGreaterThan(5_000);
  }

  private static void assertSame(PageView view, String html, Map<String, List<String>> fields) {
    var page = ParsedHtml.parse(html, URL);
    var links = new PageLinks(WorkMeter.unchecked());
    boolean hasFields = fields.containsKey("link");
    if (hasFields) {
      links.addFields(URL, Optional.of("3; url=r.html"), LinkFields.of(List.of(LINKS)));
    }
    page.addLinks(links);
    var all = links.gathered();
    assertThat(view.links()).as("links of %s", html).isEqualTo(all.all());
    assertThat(view.feeds()).as("feeds of %s", html).isEqualTo(all.feeds());
    assertThat(view.linksTooLong()).isEqualTo(all.tooLong());
    assertThat(view.linksWithUser()).isEqualTo(all.withUser());
    assertThat(view.title()).as("title of %s", html).isEqualTo(page.title());
    assertThat(view.text()).as("text of %s", html).isEqualTo(page.text());
    assertThat(view.headings()).as("headings of %s", html).isEqualTo(page.headings());
    assertThat(view.language()).as("language of %s", html).isEqualTo(page.language());
    assertThat(view.metas()).as("metas of %s", html).isEqualTo(page.metas());
    assertThat(view.namedMetas()).as("names in %s", html).isEqualTo(page.namedMetas());
    assertThat(view.structuredData()).as("data of %s", html).isEqualTo(page.structuredData());
    var ofFields = hasFields ? Optional.of("http://h.example/d/c") : Optional.<String>empty();
    assertThat(view.canonical())
        .as("canonical of %s", html)
        .isEqualTo(page.canonical().or(() -> ofFields));
    assertThat(view.licences())
        .as("licences of %s", html)
        .isEqualTo(hasFields ? List.of("http://h.example/d/g") : List.of());
    assertThat(view.shortened()).as("parts of %s", html).isEqualTo(page.shortened());
    assertThat(view.gzipBytes())
        .isEqualTo(GzipSize.of(html.getBytes(UTF_8), WorkMeter.unchecked()));
    assertThat(view.hasElements()).isTrue();
    assertThat(view.mediaType() + view.charset() + view.unparsed())
        .isEqualTo("text/htmlUTF-8" + Optional.empty());
  }

  @Test
  void aPageBeyondAllLimitsHasAView() {
    var html =
        "<title>"
            + "\u4e00".repeat(70_000)
            + "</title>"
            + "<meta name=a content=b>".repeat(10_001)
            + "<script type=application/ld+json>{}</script>".repeat(1_001)
            + "<h1>\u4e00</h1>".repeat(10_001)
            + "<a href='//u@h/'></a>"
            + distinctLinks();
    var view = view("text/html; charset=utf-8", html);
    assertThat(view.shortened())
        .isEqualTo(
            EnumSet.of(
                PagePart.TITLE,
                PagePart.HEADINGS,
                PagePart.LINKS,
                PagePart.METAS,
                PagePart.STRUCTURED_DATA));
    assertThat(view.links()).hasSize(100_000);
    assertThat(view.linksWithUser()).isEqualTo(1);
    assertThat(view("text/html", "x".repeat((8 << 20) + 1)).shortened())
        .containsExactly(PagePart.TEXT);
  }

  private static String distinctLinks() {
    var links = new StringBuilder();
    for (int i = 0; i < 100_001; i++) {
      links.append("<a href=").append(i).append('>');
    }
    return links.toString();
  }

  @Test
  void aPageWithoutATypeIsReadAsItLooks() {
    assertThat(view("", "<html><title>t</title>").title()).isEqualTo("t");
    assertThat(view("", "<html>").gzipBytes()).isZero();
    assertThat(view("", "plain").mediaType()).isEqualTo("text/plain");
    assertThat(view("", "plain").hasElements()).isFalse();
    assertThat(view("text/plain", "<title>t</title>").title()).isEmpty();
  }

  /// A view has little room for a type.
  @ParameterizedTest
  @ValueSource(ints = {240, 256, 1_001, 8_000})
  void aMediaTypeOfAnyLengthIsNoFault(int chars) {
    var type = "text/" + "x".repeat(chars);
    assertThat(view(type, "<html>").mediaType()).isEqualTo(chars == 240 ? type : "text/html");
  }

  @Test
  void onesOwnProjectIsReadWithoutWalls() {
    var reader = new InProcessReader();
    var source =
        new ViewReader.Source(
            URL,
            Map.of("Content-Type", List.of("text/html; charset=iso-8859-1")),
            new byte[] {'<', 'a', ' ', 'h', 'r', 'e', 'f', '=', 'x', '>', (byte) 0xe9});
    assertThat(reader.view(source).text()).isEqualTo("\u00e9");
    assertThat(reader.tree(source).linkContexts())
        .singleElement()
        .returns("http://h.example/d/x", place -> place.url());
    assertThat(reader.text(source)).isEqualTo("<a href=x>\u00e9".getBytes(UTF_8));
  }

  private static PageView view(String type, String body) {
    var fields =
        type.isEmpty() ? Map.<String, List<String>>of() : Map.of("Content-Type", List.of(type));
    return new PageParser(new ViewReader.Source(URL, fields, body.getBytes(UTF_8)), () -> {})
        .view();
  }
}
