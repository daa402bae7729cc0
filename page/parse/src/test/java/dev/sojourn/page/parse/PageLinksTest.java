package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The elements by which a page names others.
final class PageLinksTest {

  @Test
  void theFramesOfAFramesetAreLinks() {
    assertThat(
            urls(
                "<html><head><title>t</title></head><frameset cols='20%,*'><frame src=toc.html>"
                    + "<frameset><frame src='/main.html' name=m></frameset></frameset>"))
        .containsExactly("http://h/d/toc.html", "http://h/main.html");
  }

  @Test
  void anInlineFrameAndAnAreaAreLinks() {
    assertThat(urls("<base href=/b/><iframe src=i></iframe><map><area href=a><area nohref></map>"))
        .containsExactly("http://h/b/i", "http://h/b/a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0; url=x.html|http://h/d/x.html",
        "5;URL='x.html'|http://h/d/x.html",
        "5,x.html|http://h/d/x.html",
        "  .5 ; url = \"x.html\" and more|http://h/d/x.html",
        "3 url=//other/x|http://other/x",
        "0; urlx|http://h/d/urlx"
      })
  void aRefreshIsALink(String content, String expected) {
    assertThat(
            urls("<meta http-equiv=Refresh content=\"" + content.replace("\"", "&quot;") + "\">"))
        .containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5;", "url=x", "x; url=y", "5x", "5; url=", "5; url=mailto:a@b"})
  void aRefreshOfThePageItselfOrAMalformedOneIsNone(String content) {
    assertThat(urls("<meta http-equiv=refresh content=\"" + content + "\">")).isEmpty();
  }

  @Test
  void aRefreshOfAnyLengthIsBounded() {
    assertThat(urls("<meta http-equiv=refresh content='0;url=" + "x".repeat(10_000) + "'>"))
        .isEmpty();
  }

  @Test
  void relationsThatNamePagesAreLinksAndOthersAreNot() {
    assertThat(
            urls(
                "<link rel=canonical href=c><link rel=NEXT href=n><link rel=prev href=p><link"
                    + " rel='alternate' hreflang=de href=de><link rel='alternate stylesheet'"
                    + " href=s1><link rel=stylesheet href=s2><link rel=alternate"
                    + " type=application/rss+xml href=feed><link rel=icon href=i><link"
                    + " rel=next><link href=none>"))
        .containsExactly("http://h/d/c", "http://h/d/n", "http://h/d/p", "http://h/d/de");
  }

  @Test
  void nofollowIsObeyedWhereverARelationCanStand() {
    assertThat(
            parse(
                    "<a rel='x NoFollow' href=a></a><area rel=nofollow href=b><link rel='next"
                        + " nofollow' href=c>")
                .links())
        .extracting(Link::nofollow)
        .containsExactly(true, true, true);
  }

  @Test
  void aNofollowLinkIsFollowedWhereAFrameNamesTheSamePage() {
    assertThat(parse("<a rel=nofollow href=a>text</a><iframe src=a></iframe>").links())
        .containsExactly(new Link("http://h/d/a", "text", false));
  }

  @Test
  void onlyTheHeadNamesTheCanonicalUrl() {
    assertThat(parse("<head><link rel='x canonical' href='../c#f'></head>").canonical())
        .contains("http://h/c");
    assertThat(parse("<body><p>a<link rel=canonical href=c>").canonical()).isEmpty();
    assertThat(parse("<link rel=canonical href='mailto:a'>").canonical()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c;jsessionid=0123456789ABCDEF0123",
        "c?PHPSESSID=0123456789abcdef",
        "(S(lit3py55t21z5v55vlm25s55))/c"
      })
  void theCanonicalUrlHasNoIdentifierOfASession(String reference) {
    assertThat(parse("<head><link rel=canonical href='" + reference + "'></head>").canonical())
        .contains("http://h/d/c");
    var fields = Map.of("Link", List.of("<" + reference + ">; rel=canonical"));
    assertThat(content(fields, "").canonical()).contains("http://h/d/c");
  }

  @Test
  void linksOfDrawingsAreLinks() {
    assertThat(parse("<svg><a xlink:href=x>X</a><a href=y xlink:href=z>Y</a></svg>").links())
        .containsExactly(
            new Link("http://h/d/x", "X", false), new Link("http://h/d/y", "Y", false));
    assertThat(urls("<a xlink:href=x>no drawing</a>")).isEmpty();
  }

  @Test
  void aTemplateIsNoPartOfThePage() {
    var page =
        parse(
            "<template><title>t</title><h1>h</h1><a href=x>x</a><meta http-equiv=refresh"
                + " content='0;url=r'><template><a href=y>y</a></template></template><p>words");
    assertThat(page.links()).isEmpty();
    assertThat(page.headings()).isEmpty();
    assertThat(page.text()).isEqualTo("words");
    assertThat(page.title()).isEmpty();
    assertThat(page.linkContexts()).isEmpty();
  }

  @Test
  void fieldsOfTheAnswerNamePagesAsElementsDo() {
    var fields =
        Map.of(
            "Refresh",
            List.of("0; URL='r'"),
            "link",
            List.of(
                "<n>; rel=next, <c>;rel=\"canonical\"",
                "</p>; rel=\"x PREV nofollow\"; title=\"a, <b>; rel=next\"",
                "<de>; rel=alternate; hreflang=de; type=\"text/html\"",
                "<feed>; rel=alternate; type=application/rss+xml, <s>; rel=stylesheet",
                "<of-another>; rel=next; anchor=\"/other\", <i>; rel=icon, <none>, broken <x"));
    var page = content(fields, "<base href=/b/><a href=a>A</a><a href=/d/n>N</a>");
    assertThat(page.links())
        .containsExactly(
            new Link("http://h/d/r", "", false),
            new Link("http://h/d/n", "N", false),
            new Link("http://h/d/c", "", false),
            new Link("http://h/p", "", true),
            new Link("http://h/d/de", "", false),
            new Link("http://h/b/a", "A", false));
    assertThat(page.canonical()).contains("http://h/d/c");
    assertThat(page.shortened()).isEmpty();
  }

  @Test
  void theHeadNamesTheCanonicalUrlBeforeTheField() {
    var fields = Map.of("Link", List.of("<f>; rel=canonical"));
    assertThat(content(fields, "<link rel=canonical href=e>").canonical()).contains("http://h/d/e");
    assertThat(content(fields, "<p><link rel=canonical href=e>").canonical())
        .contains("http://h/d/f");
  }

  @Test
  void fieldsOfAPageWithoutElementsNamePagesToo() {
    var page =
        view(
            Map.of(
                "Content-Type", List.of("application/pdf"),
                "Refresh", List.of("1;r"),
                "Link", List.of("<c>; rel=canonical")),
            "");
    assertThat(page.links()).extracting(Link::url).contains("http://h/d/r", "http://h/d/c");
    assertThat(page.canonical()).contains("http://h/d/c");
  }

  @Test
  void linkFieldsBeyondTheirBoundAreLeftOutAndThePageSaysSo() {
    var page = content(Map.of("Link", List.of("<n>; rel=next, ".repeat(10_000))), "");
    assertThat(page.links()).hasSize(1);
    assertThat(page.shortened()).containsExactly(PagePart.LINKS);
  }

  @Test
  void countsTheLinksThatAreTooLongOrNameAUser() {
    var page =
        parse(
            "<a href='/%s'></a><a href='//me@h/a'></a><a href='/b@c'></a><a href='mailto:a@b'></a>"
                .formatted("x".repeat(PageUrl.MAX_CHARS)));

    var found = new PageLinks(WorkMeter.unchecked());
    page.addLinks(found);
    var links = found.gathered();
    assertThat(links.all()).extracting(Link::url).containsExactly("http://h/a", "http://h/b@c");
    assertThat(links.tooLong()).isEqualTo(1);
    assertThat(links.withUser()).isEqualTo(1);
  }

  private static PageView content(Map<String, List<String>> fields, String html) {
    var all = new HashMap<>(fields);
    all.put("Content-Type", List.of("text/html"));
    return view(all, html);
  }

  private static PageView view(Map<String, List<String>> fields, String body) {
    var url = PageUrl.parse("http://h/d/").orElseThrow();
    var source = new ViewReader.Source(url, fields, body.getBytes(StandardCharsets.UTF_8));
    return new PageParser(source, () -> {}).view();
  }

  private static List<String> urls(String html) {
    return parse(html).links().stream().map(Link::url).toList();
  }

  private static ParsedHtml parse(String html) {
    return ParsedHtml.parse(html, PageUrl.parse("http://h/d/").orElseThrow());
  }
}
