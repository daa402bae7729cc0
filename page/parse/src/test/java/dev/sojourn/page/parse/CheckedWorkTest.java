package dev.sojourn.page.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.view.ViewReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// No stage of reading keeps the parser busy for long between two checks: each runs the check after
/// a fixed number of characters or nodes, whatever the page. The tests count and do not measure.
final class CheckedWorkTest {
  private static final PageUrl URL = PageUrl.parse("http://h.example/d/").orElseThrow();
  private static final int CHARS = 512 << 10;
  private static final String XHTML = "<html xmlns='http://www.w3.org/1999/xhtml'><body>";

  /// One stage of reading.
  ///
  /// @param name the stage and what keeps it busy
  /// @param mostBetween the most characters of the page between two checks
  /// @param work the stage, with a page of [#CHARS] characters that is the same everywhere
  private record Stage(String name, int mostBetween, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  private interface Work {
    void run(WorkMeter meter);
  }

  static Stream<Stage> stages() {
    return Stream.of(beforeTheTree(), ofTheTree(), ofHeads(), ofXhtml(), ofFeeds())
        .flatMap(stages -> stages);
  }

  private static Stream<Stage> beforeTheTree() {
    var text = page("", "word ", "").getBytes(UTF_8);
    return Stream.of(
        characters("gzip", meter -> GzipSize.of(text, meter)),
        characters("search for UTF-8", meter -> PageEncoding.isUtf8(text, meter)),
        characters("decoding", meter -> PageEncoding.decode(text, UTF_8, meter)),
        characters("parsing of text", meter -> parse(page("", "word ", ""), meter)),
        characters("parsing of elements", meter -> parse(page("", "<b></b>", ""), meter)),
        characters("parsing of a comment", meter -> parse(page("<!--", "- ", ""), meter)),
        characters("parsing of an attribute", meter -> parse(page("<a b='", "c ", "'>"), meter)));
  }

  private static Stream<Stage> ofTheTree() {
    return Stream.of(
        scan("elements", page("<body>", "<b></b>", "")),
        scan("comments", page("<body>", "<!>", "")),
        scan("title of spaces", page("<title>", " ", "</title>")),
        scan("relations", page("<body>", "<a href=x rel='" + "a ".repeat(2_000) + "'>", "")),
        html("text", page("<p>", "word ", ""), ParsedHtml::text),
        html("text of spaces", page("<p>x<b>", "\n ", "</b>"), ParsedHtml::text),
        html("text that is preserved", page("<pre>", "\n ", "x</pre>"), ParsedHtml::text),
        html("text of elements", page("<p>x", "<b></b>", ""), ParsedHtml::text),
        html("children", page("<p>x<b>", "<!>", "</b>y"), ParsedHtml::text),
        html("look ahead", page("<p>x<output>", "<b></b>", "</output>y"), ParsedHtml::text),
        html("heading", page("<h1>", "word ", ""), ParsedHtml::headings),
        html("headings", page("", "<h2>x" + "<b></b>".repeat(20), ""), ParsedHtml::headings),
        html("text of a link", page("<a href=x>", "word ", ""), ParsedHtml::links),
        html("links", page("", "<a href=x>y</a>", ""), ParsedHtml::links),
        html("names", page("", "<a name=x>", ""), ParsedHtml::links),
        html("places of links", page("", "<a href=x>y</a>", ""), ParsedHtml::linkContexts),
        html("text around links", page("", "word ", ""), ParsedHtml::linkContexts));
  }

  private static Stream<Stage> ofHeads() {
    return Stream.of(
        head("tags", page("<head>", "<b>", "</head>")),
        head("a comment", page("<head><!--", "-", "--></head>")),
        head("a script", page("<head><script>", "</scrip", "</script></head>")),
        head("attributes", page("<head><b ", "a ", "></head>")),
        head("a name", page("<head><", "a", "></head>")),
        characters(
            "late head", meter -> LateHead.of(page("<head>", "<meta>", "</head>"), true, meter)));
  }

  private static Stream<Stage> ofXhtml() {
    return Stream.of(
        xhtml("text", page(XHTML, "word ", "")),
        xhtml("elements", page(XHTML, "<b/>", "")),
        xhtml("a name", page(XHTML + "<", "b", "/>")),
        xhtml("a value", page(XHTML + "<b c='", "d", "'/>")),
        xhtml("spaces", page(XHTML + "<b ", " ", "/>")),
        xhtml("a comment", page(XHTML + "<!--", "c", "-->")),
        xhtml("a section", page(XHTML + "<![CDATA[", "c", "]]>")),
        xhtml("instructions", page("", "<?p?>", XHTML)),
        xhtml("quotes", page("<!DOCTYPE html ", "\"", ">")));
  }

  private static Stream<Stage> ofFeeds() {
    return Stream.of(
        feed("items", page("<rss>", "<item><link>/a</link></item>", "")),
        feed("one item", page("<rss><item>", "<x/>", "")),
        feed("one link", page("<rss><item><link>", "a", "</link>")),
        feed("one link of spaces", page("<rss><item><link>", " ", "</link>")),
        feed("one link of comments", page("<rss><item><link>", "<!---->", "</link>")));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void everyStageChecksTheTimeAgainAndAgain(Stage stage) {
    var checks = new AtomicInteger();
    stage.work().run(new WorkMeter(checks::incrementAndGet));
    assertThat(checks.get()).isGreaterThanOrEqualTo(CHARS / stage.mostBetween() - 1);
  }

  /// A page that a check ends is not read on by a part that takes the exception for its own.
  @ParameterizedTest
  @ValueSource(
      strings = {"text/html", "application/xhtml+xml", "application/rss+xml", "text/plain"})
  void theExceptionOfEachCheckEndsThePage(String type) {
    var page =
        "<head><div></div><title>t</title><meta name=a content=b></head><body>"
            + "<h1>x</h1><output><a href=x>y</a></output>".repeat(1_000);
    var source =
        new ViewReader.Source(URL, Map.of("Content-Type", List.of(type)), page.getBytes(UTF_8));
    var all = new AtomicInteger();
    new PageParser(source, all::incrementAndGet).view();
    for (int last = 1; last <= all.get(); last++) {
      var left = new AtomicInteger(last);
      var end = new EndedException();
      assertThatThrownBy(() -> new PageParser(source, () -> end(left, end)).view()).isSameAs(end);
    }
  }

  private static void end(AtomicInteger left, EndedException end) {
    if (left.decrementAndGet() == 0) {
      throw end;
    }
  }

  private static final class EndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void aMeterChecksAfterEachShare() {
    var checks = new AtomicInteger();
    var meter = new WorkMeter(checks::incrementAndGet);
    for (int i = 0; i < 10 * WorkMeter.SHARE_CHARS; i++) {
      meter.characters(1);
    }
    assertThat(checks.getAndSet(0)).isEqualTo(10);
    for (int i = 0; i < 10 * WorkMeter.SHARE_CHARS / WorkMeter.NODE_CHARS; i++) {
      meter.node();
    }
    assertThat(checks.getAndSet(0)).isEqualTo(10);
    meter.characters(Integer.MAX_VALUE);
    assertThat(checks.get()).isEqualTo(1);
  }

  private static Stage characters(String name, Work work) {
    return new Stage(name, WorkMeter.SHARE_CHARS, work);
  }

  private static final LateHead.Elements NONE = new LateHead.Elements(List.of(), true);

  private static Stage scan(String name, String page) {
    var parsed = parse(page, WorkMeter.unchecked());
    return characters("scan of " + name, meter -> ElementScan.of(parsed, false, _ -> NONE, meter));
  }

  private static Document parse(String page, WorkMeter meter) {
    return MarkupParser.parse(page, MarkupParser.Form.HTML, meter).document();
  }

  private interface Question {
    Object ask(ParsedHtml page);
  }

  /// The checks of the question alone.
  private static Stage html(String name, String source, Question question) {
    return characters(
        name,
        meter -> {
          var isAsked = new boolean[1];
          var page =
              ParsedHtml.parse(
                  source,
                  URL,
                  UTF_8,
                  false,
                  new WorkMeter(
                      () -> {
                        if (isAsked[0]) {
                          meter.checkNow();
                        }
                      }));
          isAsked[0] = true;
          question.ask(page);
        });
  }

  private static Stage head(String name, String source) {
    return characters("head of " + name, meter -> SourceHead.of(source, meter));
  }

  private static Stage xhtml(String name, String source) {
    return characters("XHTML of " + name, meter -> XhtmlScan.isXml(source, meter));
  }

  /// The checks that come on top of those of parsing.
  private static Stage feed(String name, String source) {
    return characters(
        "feed of " + name, meter -> FeedLinks.add(source, URL, new PageLinks(meter), meter));
  }

  private static String page(String begin, String piece, String end) {
    return begin + piece.repeat(CHARS / piece.length()) + end;
  }
}
