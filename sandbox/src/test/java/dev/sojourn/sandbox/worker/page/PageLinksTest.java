package dev.sojourn.sandbox.worker.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import java.util.List;
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

  private static List<String> urls(String html) {
    return parse(html).links().stream().map(Link::url).toList();
  }

  private static ParsedHtml parse(String html) {
    return ParsedHtml.parse(html, PageUrl.parse("http://h/d/").orElseThrow());
  }
}
