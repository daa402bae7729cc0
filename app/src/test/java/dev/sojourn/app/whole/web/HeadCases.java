package dev.sojourn.app.whole.web;

import static dev.sojourn.app.whole.web.Answer.html;
import static dev.sojourn.app.whole.web.Right.asked;
import static dev.sojourn.app.whole.web.Right.askedTimes;
import static dev.sojourn.app.whole.web.Right.found;
import static dev.sojourn.app.whole.web.Right.indexed;
import static dev.sojourn.app.whole.web.Right.notIndexed;
import static dev.sojourn.app.whole.web.Right.nothingAskedWith;
import static dev.sojourn.app.whole.web.Right.outcome;
import static dev.sojourn.app.whole.web.Right.title;
import static dev.sojourn.app.whole.web.Right.unasked;
import static dev.sojourn.app.whole.web.Right.unindexed;

import java.util.List;
import java.util.stream.Stream;

/// Heads of pages: titles, directives for robots, the base of links, refreshes, better names.
final class HeadCases {
  private static final String NOINDEX = "<meta name=robots content=noindex>";

  private HeadCases() {}

  static List<WebCase> all() {
    return Stream.of(heads(), bases(), refreshes(), canonicals(), robotsMetas(), robotsFields())
        .flatMap(List::stream)
        .toList();
  }

  private static List<WebCase> heads() {
    return List.of(
        early("text", "Warning: mysql_connect() in line 3"),
        early("a div", "<div id=banner></div>"),
        early("an image", "<img src=p.gif alt=''>"),
        early("svg with a title of its own", "<svg><title>Icon</title></svg>"),
        early("a custom element", "<site-banner></site-banner>"),
        early("a stray mark of byte order", "\ufeff"),
        of("head", "what stands before the doctype hides neither", "HTML 13.2.6.4.1")
            .page("marks", whole("\ufeff\ufeff", ""))
            .page("lines", whole("\r\n\r\n \n", ""))
            .page("warning", whole("<br />\n<b>Warning</b>: in line 1<br />\n", ""))
            .page("closed", whole("\ufeff\ufeff", NOINDEX))
            .holds(title("marks", "T"), title("lines", "T"), title("warning", "T"))
            .holds(unindexed("noindex", "closed")),
        of("head", "the first of two titles is the title", "HTML 4.2.2")
            .page("a", html("<title>One</title><title>Two</title><p>one and two"))
            .holds(title("a", "One")),
        of("head", "a title in svg is none of the page", "HTML, document.title")
            .page("a", html("<body><svg><title>Icon</title></svg><p>no title"))
            .holds(title("a", "")),
        of("head", "a title has no elements, and blanks of one", "HTML 13.2.6.2; document.title")
            .page("a", html("<title>\n A <b>B</b>\t&amp;   C </title><p>blanks"))
            .holds(title("a", "A <b>B</b> & C")),
        of("head", "a meta element behind the end of the head is in the head", "HTML 13.2.6.4.6")
            .page("a", html("<html><head><title>t</title></head>" + NOINDEX + "<body><p>after"))
            .holds(unindexed("noindex", "a")),
        of("head", "a head needs no tags", "HTML 13.1.2.4")
            .page("a", html("<title>t</title>" + NOINDEX + "<p>no tags"))
            .holds(unindexed("noindex", "a")),
        of("head", "comments, scripts and a reader's words in the body close nothing", "HTML 4.2.5")
            .page("comment", html("<title>c</title><!-- " + NOINDEX + " --><p>comment"))
            .page("script", html("<title>s</title><script>'" + NOINDEX + "'</script><p>script"))
            .page(
                "words",
                html("<head><title>w</title></head><body><p>a reader's " + NOINDEX + " words"))
            .holds(indexed("comment", "script", "words")));
  }

  private static WebCase early(String what, String first) {
    return of("head", what + " in the head hides neither title nor noindex", "HTML 4.2.2, 4.2.5")
        .page("open", whole("", first))
        .page("closed", whole("", first + NOINDEX))
        .holds(title("open", "T"), unindexed("noindex", "closed"));
  }

  private static Answer whole(String before, String first) {
    return html(
        before
            + "<!doctype html><html><head><meta charset=utf-8>"
            + first
            + "<title>T</title></head><body><p>The page {at} of "
            + before.length()
            + " and "
            + first.length()
            + "</body></html>");
  }

  private static List<WebCase> bases() {
    return List.of(
        of("base", "a relative base is one of the page's own URL", "HTML 4.2.3")
            .page(
                "d/a",
                html("<base href=' sub/ '><title>b</title><a href=x>x</a><a href='?y'>y</a>"))
            .targets("d/sub/x", "d/sub/")
            .holds(asked("d/sub/x", "d/sub/?y")),
        of("base", "the first base with a URL counts", "HTML 4.2.3")
            .page(
                "a",
                html(
                    "<base target=_top><base href='one/'><base href='two/'><title>b</title>"
                        + "<a href=x>x</a>"))
            .targets("one/x", "two/x")
            .holds(asked("one/x"), unasked("two/x", "x")),
        of("base", "a base that is no place is none", "HTML 2.4.3")
            .page("a", html("<base href='javascript:void(0)'><title>j</title><a href=x>x</a>"))
            .page("b", html("<base href='data:text/plain,b'><title>d</title><a href=y>y</a>"))
            .targets("x", "y")
            .holds(asked("x", "y")),
        of("base", "links of a base that is too long are not those of the page", "HTML 2.4.3")
            .page(
                "a",
                html("<base href='/" + "l".repeat(100_000) + "/'><title>l</title><a href=x>x</a>"))
            .targets("x")
            .holds(unasked("x"), indexed("a")),
        of("base", "links of another site's base lead there", "HTML 2.4.3")
            .page("a", html("<base href='http://other.invalid/'><title>o</title><a href=/zz>x</a>"))
            .holds(nothingAskedWith("zz"), indexed("a")));
  }

  private static List<WebCase> refreshes() {
    return List.of(
        refresh("quotes of both kinds, and one that does not end", "1", "0;url='r1'")
            .page("q2", refreshing("3; URL=\"{at}r2\""))
            .page("q3", refreshing("0; url='r3"))
            .targets("r2", "r3")
            .holds(asked("r2", "r3")),
        refresh("a comma, fractions and blanks", "1", "1,r1")
            .page("q2", refreshing(" 0.1 ; url = r2 "))
            .page("q3", refreshing(".5;url=r3"))
            .page("q4", refreshing("0;\n  r4"))
            .targets("r2", "r3", "r4")
            .holds(asked("r2", "r3", "r4")),
        of("refresh", "no time, or nothing but a time, leads nowhere", "HTML 4.2.5.3")
            .page("a", refreshing("url=no"))
            .page("b", refreshing("2"))
            .targets("no")
            .holds(unasked("no"), asked("b")),
        of("refresh", "the field is as the element", "HTML 7.4.6, Refresh")
            .page("a", html("<title>f</title><p>field", "Refresh: 0; url=r1"))
            .page("b", html("<title>g</title><p>field", "refresh: 0;URL='{at}r2'"))
            .targets("r1", "r2")
            .holds(asked("r1", "r2")),
        of("refresh", "a page that leads to itself is asked for once", "HTML 4.2.5.3")
            .page("a", refreshing("5; url=a"))
            .holds(asked("a")));
  }

  private static WebCase refresh(String says, String target, String content) {
    return of("refresh", says, "HTML 4.2.5.3, shared declarative refresh steps")
        .page("q", refreshing(content))
        .targets("r" + target)
        .holds(asked("r" + target));
  }

  private static Answer refreshing(String content) {
    return html(
        "<title>r</title><meta http-equiv=Refresh content=\""
            + content.replace("\"", "&quot;")
            + "\"><p>"
            + content);
  }

  private static List<WebCase> canonicals() {
    return List.of(
        of("canonical", "a page that only a canonical link names is read", "RFC 6596")
            .page("a", html("<title>c</title><link rel='Canonical x' href=better><p>first"))
            .targets("better")
            .holds(asked("better")),
        of("canonical", "of equal bodies the one under the canonical URL is kept", "RFC 6596, 3")
            .page("b?x=1", html("<title>b</title><link rel=canonical href='{at}b'><p>equal"))
            .page("b?x=2", html("<title>b</title><link rel=canonical href='{at}b'><p>equal"))
            .page("b", html("<title>b</title><link rel=canonical href='{at}b'><p>equal"))
            .holds(indexed("b"), unindexed("same-body", "b?x=1", "b?x=2")),
        of("canonical", "fields Link count as elements", "RFC 8288, 3")
            .page(
                "a",
                html(
                    "<title>l</title><p>links",
                    "Link: <k1>; rel=canonical, <{at}k2>; rel=\"prev next\"; title=\"a, b\""))
            .page("b", html("<title>m</title><p>m", "Link: <k3>;rel=alternate;hreflang=de"))
            .targets("k1", "k2", "k3")
            .holds(asked("k1", "k2", "k3")),
        of("canonical", "copies in other languages are read", "HTML 4.6.7.1")
            .page("a", html("<title>h</title><link rel=alternate hreflang=de href=de><p>h"))
            .targets("de")
            .holds(asked("de")));
  }

  private static List<WebCase> robotsMetas() {
    return List.of(
        of("robots meta", "words in capitals, with blanks and others between", "REP meta 2")
            .page("a", robots("ROBOTS", " NOINDEX , x-unknown,,"))
            .page("b", robots("Robots", "none"))
            .holds(unindexed("noindex", "a", "b")),
        of("robots meta", "elements for this crawler count, those for others do not", "REP meta 2")
            .page("own", robots("sojournbot", "noindex"))
            .page("other", robots("googlebot", "noindex"))
            .holds(unindexed("noindex", "own"), indexed("other")),
        of("robots meta", "two elements add up", "REP meta 2")
            .page(
                "a",
                html(
                    "<meta name=robots content=nofollow><meta name=robots content=noindex>"
                        + "<title>two</title><a href=no>no</a>"))
            .targets("no")
            .holds(unindexed("noindex", "a"), unasked("no")),
        of("robots meta", "nofollow keeps the page and drops its links", "REP meta 2")
            .page("a", html("<meta name=robots content=nofollow><title>n</title><a href=no>no</a>"))
            .targets("no")
            .holds(indexed("a"), unasked("no")),
        of("robots meta", "a link with nofollow among other words is not followed", "HTML 4.6.7.13")
            .page(
                "a",
                html("<title>n</title><a rel='noopener NoFollow' href=no>x</a><a href=yes>y</a>"))
            .targets("no", "yes")
            .holds(unasked("no"), asked("yes")),
        of("robots meta", "what may be shown goes with the page", "REP meta 2")
            .page("a", robots("robots", "nosnippet"))
            .page("b", robots("robots", "max-snippet:20, noarchive"))
            .holds(found("a", "snippet", "false"), found("b", "maxSnippet", "20"))
            .holds(found("b", "archive", "false"), found("b", "snippet", "true")),
        of("robots meta", "a page whose time is over is not kept", "REP meta 2")
            .page("a", robots("robots", "unavailable_after: 2001-01-01"))
            .page("b", robots("robots", "unavailable_after: 25 Jun 2101 15:00:00 GMT"))
            .holds(unindexed("not-reported", "a"), indexed("b")));
  }

  private static Answer robots(String name, String content) {
    return html(
        "<meta name='%s' content='%s'><title>m</title><p>%s %s"
            .formatted(name, content, name, content));
  }

  private static List<WebCase> robotsFields() {
    return List.of(
        field("a field closes what it is sent with", "X-Robots-Tag: noindex"),
        field("none is noindex and nofollow", "x-robots-tag: NONE"),
        field("two fields add up", "X-Robots-Tag: noarchive", "X-Robots-Tag: noindex"),
        field("a field for this crawler counts", "X-Robots-Tag: SojournBot: noindex, nofollow"),
        past("a time that is over, before another word", "25 Jun 2001 15:00:00 GMT, noarchive"),
        past("a time that is over, with a comma in itself", "Monday, 25-Jun-01 15:00:00 UTC"),
        of("robots field", "a field for another crawler does not", "REP field 2")
            .page("a", html("<title>o</title><p>other", "X-Robots-Tag: otherbot: noindex"))
            .holds(indexed("a")),
        of("robots field", "a redirect's field is not its target's", "REP field 2")
            .page("a", Answer.of(302, "", "Location: to", "X-Robots-Tag: noindex"))
            .targets("to")
            .holds(indexed("to")),
        of("robots field", "nofollow in a field drops the links", "REP field 2")
            .page("a", html("<title>n</title><a href=no>no</a>", "X-Robots-Tag: nofollow"))
            .targets("no")
            .holds(indexed("a"), unasked("no")),
        of("usage", "a page that forbids search is read and not kept", "AI preferences, usage")
            .page("a", html("<title>u</title><a href=on>on</a>", "Content-Usage: search=n"))
            .page("b", html("<title>v</title><p>ai", "Content-Usage: train-ai=n"))
            .targets("on")
            .holds(askedTimes(1, "a"), asked("on"), indexed("b"))
            .holds(outcome("fetched", "a"), notIndexed("a")));
  }

  private static WebCase past(String says, String rest) {
    return of("robots field", says, "REP field 2")
        .page("a", html("<title>f</title><p>" + says, "X-Robots-Tag: unavailable_after: " + rest))
        .holds(unindexed("not-reported", "a"));
  }

  private static WebCase field(String says, String... fields) {
    return of("robots field", says, "REP field 2")
        .page("a", html("<title>f</title><p>" + says, fields))
        .holds(unindexed("noindex", "a"));
  }

  private static WebCase of(String family, String says, String standard) {
    return WebCase.of(family, says, standard);
  }
}
