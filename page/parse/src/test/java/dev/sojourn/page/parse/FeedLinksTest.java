package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ViewLimits;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages that feeds name, as an agent gets them.
final class FeedLinksTest {
  private static final String RSS = "application/rss+xml";

  @Test
  void theItemsOfRssAreLinks() {
    var feed =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <?xml-stylesheet href="style.xsl"?><!-- <rss> -->
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
          <channel><title>News</title><link>http://h/home</link>
            <atom:link href="http://h/feed" rel="self"/>
            <item><title>One</title><link> http://h/one?a=1&amp;b=2#part </link>
              <media:content><link>http://h/media</link></media:content></item>
            <item><link><![CDATA[two]]></link><atom:link href="http://h/other"/></item>
            <item><guid>http://h/three</guid></item>
            <item><guid isPermaLink="false">http://h/four</guid></item>
            <item><guid isPermaLink="true">tag:h,5</guid></item>
            <item><title>none</title></item>
            <item><link>mailto:a@h</link></item>
            <Item><LINK>/six</LINK></Item>
            <atom:item><link>http://h/extension</link></atom:item>
          </channel></rss>\
        """;

    assertThat(read(RSS, feed).links())
        .containsExactly(
            new Link("http://h/one?a=1&b=2", "", false),
            new Link("http://h/d/two", "", false),
            new Link("http://h/three", "", false),
            new Link("http://h/six", "", false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<rdf:RDF><channel/><item rdf:about='http://h/about'/></rdf:RDF>|http://h/about",
        "<rdf:RDF><rss:item rdf:about='x'><rss:link>/a</rss:link></rss:item></rdf:RDF>|http://h/a",
        "<feed><link href='/'/><entry><link href='/a'/></entry></feed>|http://h/a",
        "<feed><entry><link rel='self' href='s'/><link rel='alternate' href='/a'/></entry></feed>"
            + "|http://h/a",
        "<atom:feed><atom:entry><atom:link href='/a'/></atom:entry></atom:feed>|http://h/a",
        "<!DOCTYPE rss SYSTEM 'x'><rss><item><link>/a</link>|http://h/a",
        "warning: <rss><item><link>/a</link></item></rss>|http://h/a",
      })
  void eachFormIsRead(String feed, String link) {
    for (var type : List.of(RSS, "application/atom+xml", "text/xml", "application/xml")) {
      assertThat(read(type, feed).links()).extracting(Link::url).containsExactly(link);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<",
        "no markup",
        "<urlset><url><loc>http://h/a</loc></url></urlset>",
        "<html><item><link>/a</link></item></html>",
        "<data><rss><item><link>/a</link></item></rss></data>",
        "<!-- <rss><item><link>/a</link></item></rss>",
        "<feed><entry><link rel='enclosure' href='/a'/></entry></feed>",
        "<feed><x:entry><link href='/a'/></x:entry></feed>"
      })
  void whatIsNoFeedNamesNothing(String text) {
    var page = read(RSS, text);
    assertThat(page.links()).isEmpty();
    assertThat(page.shortened()).isEmpty();
  }

  @Test
  void aFeedOfAnotherTypeIsNotLookedInto() {
    assertThat(read("text/plain", "<rss><item><link>/a</link></item></rss>").links()).isEmpty();
  }

  @Test
  void noEntityOfADocumentTypeIsReplacedOrFetched() {
    var feed =
        "<!DOCTYPE rss [<!ENTITY a 'http://h/evil'><!ENTITY b SYSTEM 'file:///etc/passwd'>"
            + "<!ENTITY c '&a;&a;&a;&a;&a;&a;&a;&a;'>]><rss><item><link>/x&a;</link></item>"
            + "<item><link>/y&b;</link></item><item><link>/z&c;</link></item></rss>";
    assertThat(read(RSS, feed).links())
        .extracting(Link::url)
        .containsExactly("http://h/x&a;", "http://h/y&b;", "http://h/z&c;");
  }

  @Test
  void deeplyNestedEntriesAreReadWithinBounds() {
    int depth = 200_000;
    var feed = "<rss>" + "<item><link>/a</link>".repeat(depth);
    assertThat(read(RSS, feed).links()).extracting(Link::url).containsExactly("http://h/a");
  }

  @Test
  void moreEntriesThanAPageMayHaveLinksAreReadInPart() {
    var feed = new StringBuilder("<rss>");
    for (int i = 0; i <= ViewLimits.LINKS; i++) {
      feed.append("<item><link>/").append(i).append("</link></item>");
    }
    var page = read(RSS, feed.toString());
    assertThat(page.links()).hasSize(ViewLimits.LINKS);
    assertThat(page.shortened()).containsExactly(PagePart.LINKS);
  }

  @Test
  void aLinkThatIsTooLongIsCounted() {
    var feed = "<rss><item><link>/" + "x".repeat(PageUrl.MAX_CHARS) + "</link></item></rss>";
    var page = read(RSS, feed);
    assertThat(page.links()).isEmpty();
    assertThat(page.linksTooLong()).isEqualTo(1);
  }

  @Test
  void theEncodingOfAnXmlDeclarationCounts() {
    var feed = "<?xml version='1.0' encoding='iso-8859-2'?><rss><item><link>/\u0142</link></item>";
    var octets = feed.replace('\u0142', '\u00b3').getBytes(StandardCharsets.ISO_8859_1);
    assertThat(content(Map.of("Content-Type", List.of(RSS)), octets).links())
        .extracting(Link::url)
        .containsExactly("http://h/%C5%82");
  }

  @Test
  void thePagesElementsAndFieldsNameItsFeeds() {
    var html =
        "<link rel=alternate type='application/rss+xml; charset=utf-8' href=/rss><LINK"
            + " REL='x Alternate' TYPE=Application/Atom+XML href=/atom><link rel=alternate"
            + " type=application/rss+xml href=/rss><link rel=alternate type=application/rss+xml>"
            + "<link rel='alternate nofollow' type=application/rss+xml href=/no><link rel=alternate"
            + " type=text/html href=/page><link rel=stylesheet type=application/rss+xml href=/no2>";
    var fields =
        Map.of(
            "Content-Type",
            List.of("text/html"),
            "Link",
            List.of("<field>; rel=alternate; type=\"application/rss+xml\""));
    var page = content(fields, html.getBytes(StandardCharsets.UTF_8));
    assertThat(page.feeds()).containsExactly("http://h/d/field", "http://h/rss", "http://h/atom");
    assertThat(page.links()).extracting(Link::url).containsExactly("http://h/page");
  }

  private static PageView read(String type, String body) {
    return content(Map.of("Content-Type", List.of(type)), body.getBytes(StandardCharsets.UTF_8));
  }

  private static PageView content(Map<String, List<String>> fields, byte[] body) {
    var url = PageUrl.parse("http://h/d/").orElseThrow();
    return new PageParser(new ViewReader.Source(url, fields, body), () -> {}).view();
  }
}
