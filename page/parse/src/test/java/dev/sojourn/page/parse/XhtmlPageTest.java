package dev.sojourn.page.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A page that is sent as XHTML is read as XML if it is well-formed, and else as HTML.
final class XhtmlPageTest {
  private static final String FRAME =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0"
          + " Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n"
          + "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"de\"><head>%s</head>"
          + "<body>%s<p>words</p><a href=\"next\">n</a></body></html>\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script src='x.js'/>",
        "<title/>",
        "<textarea rows='1'/>",
        "<iframe src='i'/>",
        "<style/>",
        "<noscript/>",
        "<xmp/>",
        "<plaintext/>",
        "<a id='top'/>",
        "<div/>",
        "<select/>"
      })
  void anElementThatClosesItselfSwallowsNothing(String element) {
    for (var source : new String[] {FRAME.formatted(element, ""), FRAME.formatted("", element)}) {
      var page = parse(source);
      assertThat(page.text()).isEqualTo("words n");
      assertThat(page.links()).contains(new Link("http://h/d/next", "n", false));
      assertThat(page.language()).contains("de");
    }
  }

  @Test
  void aTitleBehindAnElementThatClosesItselfIsTheTitle() {
    assertThat(parse(FRAME.formatted("<script src='x'/><title>T &eacute;</title>", "")).title())
        .isEqualTo("T é");
  }

  @Test
  void charactersOfASectionAreTextAndNoMarkup() {
    var page = parse(FRAME.formatted("", "<p><![CDATA[in <a href=no> section]]></p>"));
    assertThat(page.text()).isEqualTo("in <a href=no> section words n");
    assertThat(page.links()).hasSize(1);
  }

  @Test
  void scriptsAndStylesAreNoText() {
    var page =
        parse(
            FRAME.formatted(
                "<style>p &gt; a {}</style>",
                "<script>if (a &lt; b) {}</script><template><p>t</p></template><script"
                    + " type='application/ld+json'><![CDATA[{\"a\":\"<b>\"}]]></script>"));
    assertThat(page.text()).isEqualTo("words n");
    assertThat(page.structuredData()).containsExactly("{\"a\":\"<b>\"}");
  }

  @Test
  void markupThatAVisitorHidInASectionOfAScriptStaysText() {
    var page =
        parse(
            FRAME.formatted(
                "<script><![CDATA[ x </script><meta name='robots' content='noindex'/> ]]></script>",
                ""));
    assertThat(page.metas()).isEmpty();
  }

  @Test
  void linksOfDrawingsAreLinks() {
    assertThat(
            parse(
                    FRAME.formatted(
                        "",
                        "<svg xmlns='http://www.w3.org/2000/svg'"
                            + " xmlns:xlink='http://www.w3.org/1999/xlink'><a xlink:href='s'>"
                            + "<text>drawn</text></a></svg>"))
                .links())
        .contains(new Link("http://h/d/s", "drawn", false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>never closed",
        "<br>",
        "<b><i></b></i>",
        "<p a=b>x</p>",
        "<p a='1' a='2'/>",
        "<p a='<'/>",
        "a & b",
        "&unknownreference;",
        "&#xZZ;",
        "<!-- a -- b -->",
        "<!--> <meta name='robots' content='noindex'/> -->",
        "<?a > ?>",
        "]]>",
        "\u0001",
        "</p>",
        "<p",
        "<![CDATA[",
        "\ud800"
      })
  void whatIsNotWellFormedIsReadAsHtml(String part) {
    var source = FRAME.formatted("<title>T</title>", part);
    assertThat(isXml(source)).isFalse();
    assertThat(parse(source).title()).isEqualTo("T");
  }

  @Test
  void aDocumentTypeThatDeclaresEntitiesIsNotReadAsXml() {
    var source =
        "<!DOCTYPE html [<!ENTITY a SYSTEM 'file:///etc/passwd'><!ENTITY b '&a;&a;&a;'>]>"
            + FRAME.substring(FRAME.indexOf("<html")).formatted("", "&b;");
    assertThat(isXml(source)).isFalse();
    assertThat(parse(source).text()).contains("words").doesNotContain("root");
  }

  @Test
  void anotherRootAndWhatStandsBehindTheRootMakeItHtml() {
    assertThat(isXml("<html><head/><body/></html>")).isFalse();
    assertThat(isXml("<svg xmlns='http://www.w3.org/2000/svg'/>")).isFalse();
    assertThat(isXml(FRAME.formatted("", "") + "x")).isFalse();
    assertThat(isXml(FRAME.formatted("", "") + "<p/>")).isFalse();
    assertThat(isXml(" " + FRAME.formatted("", ""))).isFalse();
    assertThat(isXml("")).isFalse();
    assertThat(isXml(FRAME.formatted("", "") + " <!-- end --> ")).isTrue();
  }

  @Test
  void cutPagesAreReadWithoutAnException() {
    var whole = FRAME.formatted("<!-- c --><title>&amp;</title>", "<p a='b'><![CDATA[x]]></p>");
    var url = PageUrl.parse("http://h/").orElseThrow();
    for (int i = 0; i < whole.length(); i++) {
      assertThat(isXml(whole.substring(0, i))).as("%d", i).isEqualTo(i >= whole.length() - 1);
      assertThat(
              ParsedHtml.parse(whole.substring(0, i), url, UTF_8, true, WorkMeter.unchecked())
                  .links())
          .hasSizeLessThan(2);
    }
  }

  @Test
  void deepAndEndlessPagesAreReadAsHtmlInLinearTime() {
    for (var part :
        Stream.of("<p>", "<p ", "<p a='", "<!--", "<![CDATA[", "&", "&amp", "<?x", "</", "<p a='b'")
            .toList()) {
      assertThat(isXml(FRAME.formatted("", part.repeat(300_000)))).isFalse();
    }
    assertThat(isXml(FRAME.formatted("", "<p/>&lt;".repeat(300_000)))).isTrue();
  }

  /// Each text and each value was looked through to the end of the page for a reference.
  @Test
  void aPageOfManyTextsWithoutReferencesIsScannedInLinearTime() {
    var source = FRAME.formatted("", "<b c='d'>x</b>".repeat(300_000));
    assertTimeout(Duration.ofSeconds(20), () -> assertThat(isXml(source)).isTrue());
  }

  @Test
  void theScanSaysOfRandomPagesWhatAParserOfXmlSays() {
    var random = new Random(20_261_128);
    var pieces =
        "<p>|</p>|<br/>|<a href='x'>|</a>|text|&amp;|&#65;|<![CDATA[y]]>|<!--z-->|<?pi?>|<div/>|<b>|</b>"
            .split("\\|");
    int xml = 0;
    for (int i = 0; i < 5_000; i++) {
      var body = new StringBuilder();
      for (int n = random.nextInt(6); n > 0; n--) {
        body.append(pieces[random.nextInt(pieces.length)]);
      }
      var source = FRAME.formatted("", body);
      boolean isXml = isXml(source);
      xml += isXml ? 1 : 0;
      assertThat(isXml).as(source).isEqualTo(JdkXml.isWellFormed(source));
      assertThat(parse(source).text()).contains("words");
    }
    assertThat(xml).isBetween(500, 4_500);
  }

  private static boolean isXml(String source) {
    return XhtmlScan.isXml(source, WorkMeter.unchecked());
  }

  private static ParsedHtml parse(String source) {
    return ParsedHtml.parse(
        source, PageUrl.parse("http://h/d/").orElseThrow(), UTF_8, true, WorkMeter.unchecked());
  }
}
