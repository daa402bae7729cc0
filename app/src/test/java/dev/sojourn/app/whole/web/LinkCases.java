package dev.sojourn.app.whole.web;

import static dev.sojourn.app.whole.web.Answer.html;
import static dev.sojourn.app.whole.web.Answer.titled;
import static dev.sojourn.app.whole.web.Right.asked;
import static dev.sojourn.app.whole.web.Right.askedWith;
import static dev.sojourn.app.whole.web.Right.counted;
import static dev.sojourn.app.whole.web.Right.indexed;
import static dev.sojourn.app.whole.web.Right.neverSends;
import static dev.sojourn.app.whole.web.Right.nothingAskedWith;
import static dev.sojourn.app.whole.web.Right.outcome;
import static dev.sojourn.app.whole.web.Right.text;
import static dev.sojourn.app.whole.web.Right.title;
import static dev.sojourn.app.whole.web.Right.unasked;
import static dev.sojourn.app.whole.web.Right.unindexed;
import static dev.sojourn.app.whole.web.Right.withoutText;

import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Links: the places in which they stand, the ways in which they are written, and which of them
/// never end.
final class LinkCases {
  private static final String XHTML =
      "<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'"
          + " 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'>"
          + "<html xmlns='http://www.w3.org/1999/xhtml'><head>%s</head><body>%s</body></html>";
  private static final String XHTML_TYPE = "Content-Type: application/xhtml+xml";

  private LinkCases() {}

  static List<WebCase> all() {
    return Stream.of(places(), xhtml(), forms(), sessions(), equals(), traps(), large())
        .flatMap(List::stream)
        .toList();
  }

  private static List<WebCase> places() {
    return List.of(
        of("place", "frames, areas and what stands in noframes and noscript", "HTML 16.2, 4.12.2")
            .page(
                "set",
                html(
                    "<html><head><title>set</title></head><frameset cols='1,2'><frame src=f1>"
                        + "<frame src=f2><noframes><a href=f3>x</a></noframes></frameset></html>"))
            .page(
                "body",
                html(
                    "<title>body</title><iframe src=f4></iframe><map><area href=f5></map>"
                        + "<noscript><a href=f6>x</a></noscript>"))
            .targets("f1", "f2", "f3", "f4", "f5", "f6")
            .holds(asked("f1", "f2", "f4", "f5", "f6")),
        of("place", "links of svg, with and without xlink", "SVG 2, 16.2")
            .page(
                "a",
                html(
                    "<title>svg</title><svg xmlns:xlink='http://www.w3.org/1999/xlink'><a"
                        + " xlink:href=s1><text>one</text></a><a"
                        + " href=s2><text>two</text></a></svg>"))
            .targets("s1", "s2")
            .holds(asked("s1", "s2")),
        of("place", "a template is no part of the page", "HTML 4.12.3")
            .page(
                "a", html("<title>t</title><p>seen<template><p>unseen<a href=no>x</a></template>"))
            .targets("no")
            .holds(withoutText("a", "unseen"), text("a", "seen"), unasked("no")),
        of("place", "texts that look like links are none", "HTML 13.2.5")
            .page(
                "a",
                html(
                    "<title>t</title><!-- <a href=no1>x</a> --><script>'<a href=no2>'</script>"
                        + "<textarea><a href=no3>x</a></textarea><xmp><a href=no4>x</a></xmp>"
                        + "<p title='<a href=no5>'>&lt;a href=no6&gt;<style>a{x:url(no7)}</style>"))
            .holds(nothingAskedWith("/no")),
        of("place", "pictures and style sheets are no pages", "HTML 4.8")
            .page(
                "a",
                html(
                    "<title>i</title><img src=no1.png srcset='no2.png 1x, no3.png 2x'>"
                        + "<link rel=stylesheet href=no4.css><link rel=icon href=no5.ico>"
                        + "<video poster=no6.png><source src=no7.mp4></video>"))
            .holds(nothingAskedWith("/no")),
        of("place", "elements that nothing closes still have their links", "HTML 13.2.6")
            .page("a", html("<title>u</title><table><tr><td><b><i>w<a href=on>x<p>y<ul><li>z"))
            .targets("on")
            .holds(asked("on"), text("a", "y")));
  }

  private static List<WebCase> xhtml() {
    return List.of(
        of("xhtml", "elements that close themselves are empty", "XML 1.0, 3.1; HTML 14.2")
            .page("a", xhtml("<script src='x.js'/><title>S</title>", "<a href='x1'>x</a>one"))
            .page("b", xhtml("<title/>", "<a href='x2'>x</a>two"))
            .page("c", xhtml("<title>T</title>", "<textarea/><iframe src='x0'/><a href='x3'>x</a>"))
            .page("d", xhtml("<title>D</title>", "<div/><a id='x'/><p>four</p><a href='x4'>x</a>"))
            .targets("x0", "x1", "x2", "x3", "x4")
            .holds(asked("x0", "x1", "x2", "x3", "x4"), title("a", "S"), text("b", "two")),
        of("xhtml", "a section of characters is text", "XML 1.0, 2.7")
            .page("a", xhtml("<title>C</title>", "<p><![CDATA[5 < 6 <a href='no'>]]> end</p>"))
            .holds(text("a", "5 < 6"), text("a", "end"), nothingAskedWith("/no")),
        of("xhtml", "names of the XHTML entities are letters", "HTML 14.2, entity sets")
            .page("a", xhtml("<title>&eacute;t&eacute;</title>", "<p>a&nbsp;b&mdash;c</p>"))
            .holds(title("a", "été")),
        of("xhtml", "what is not well-formed is read as HTML", "HTML 13.2, as browsers of old")
            .page("a", xhtml("<title>M</title>", "<p>open<br><a href='y1'>x</a>"))
            .targets("y1")
            .holds(asked("y1"), title("a", "M")),
        of("xhtml", "in text/html nothing closes itself", "HTML 13.2.6.4.4")
            .page("a", html("<title>H</title><script src='x.js'/><a href=no>x</a>"))
            .targets("no")
            .holds(unasked("no"), indexed("a")));
  }

  private static Answer xhtml(String head, String body) {
    return Answer.of(200, XHTML.formatted(head, body + "<p>{at}</p>"), XHTML_TYPE);
  }

  private static List<WebCase> forms() {
    return List.of(
        url("a backslash is a slash, but for a query and an escape")
            .start(
                "<a href='d\\e\\one'>1</a><a href='.\\d\\..\\two'>2</a><a href='q?a=x\\y'>3</a>"
                    + "<a href='f%5Cg'>4</a>")
            .targets("d/e/one", "two", "q", "f%5Cg")
            .holds(asked("d/e/one", "two", "q?a=x\\y", "f%5Cg")),
        url("line ends and tabs within a link are nothing, blanks around it neither")
            .start("<a href='o\n\tn\re'>1</a><a href='\n  two \t'>2</a><a href='th ree'>3</a>")
            .targets("one", "two", "th%20ree")
            .holds(asked("one", "two", "th%20ree")),
        url("a scheme without slashes is relative, any number of slashes is two")
            .start(
                "<a href='http:one'>1</a><a href='HTTP:/two'>2</a>"
                    + "<a href='///{address}:{port}{at}three'>3</a>"
                    + "<a href='http:\\\\{address}:{port}{at}four'>4</a>")
            .targets("one", "four", "three")
            .on("/two", titled("two", "at the root"))
            .holds(asked("one", "/two", "three", "four")),
        url("a name and a password in a link are dropped")
            .start("<a href='http://me:secret@{address}:{port}{at}one'>1</a>")
            .targets("one")
            .holds(asked("one"), neverSends("authorization"), nothingAskedWith("secret")),
        url("an address is one however its numbers are written")
            .start(
                "<a href='http://{number}:{port}{at}one'>1</a>"
                    + "<a href='http://{hex}:0{port}{at}two'>2</a>"
                    + "<a href='http://0177.9.0x1.{last}.:{port}{at}three'>3</a>")
            .targets("one", "two", "three")
            .holds(asked("one", "two", "three")),
        url("dots are walked, written as dots or as escapes")
            .start(
                "<a href='a/../b/./one'>1</a><a href='%2e/%2E%2e{at}two'>2</a>"
                    + "<a href='../../../../../..{at}three'>3</a>")
            .targets("b/one", "two", "three")
            .holds(asked("b/one", "three", "two")),
        url("one page has one spelling")
            .start(
                "<a href='~u'>1</a><a href='%7Eu'>2</a><a href='e%c3%a9'>3</a><a href='eé'>4</a><a"
                    + " href='f#a'>5</a><a href='f#b'>6</a><a"
                    + " href='HTTP://{address}:{port}{at}f'>7</a><a href='./f'>8</a><a"
                    + " href='x/../f#'>9</a>")
            .targets("~u", "e%C3%A9", "f")
            .holds(asked("~u", "e%C3%A9", "f"), unasked("%7Eu", "e%c3%a9")),
        url("capitals of a path, a last slash, and an empty query make another page")
            .start("<a href='p'>1</a><a href='P'>2</a><a href='p/'>3</a><a href='p?'>4</a>")
            .targets("p", "P", "p/", "p?")
            .holds(asked("p", "P", "p/", "p?")),
        url("other schemes are no pages")
            .start(
                "<a href='javascript:no()'>1</a><a href='mailto:no@x'>2</a><a href='tel:no'>3</a>"
                    + "<a href='data:text/html,no'>4</a><a href='ftp://{address}/no'>5</a>"
                    + "<a href='about:no'>6</a><a href='http://[no'>7</a><a href=on>8</a>")
            .targets("on")
            .holds(nothingAskedWith("/no"), asked("on")),
        url("an entity without a semicolon before = is none")
            .start("<a href='?a=1&copy=2&reg;=3&amp;b'>1</a><a href='q?x&sect=4'>2</a>")
            .targets("q")
            .holds(asked("q?x&sect=4"), asked("?a=1&copy=2%C2%AE=3&b")),
        url("what a path may not have is escaped, what it may is not")
            .start("<a href='a\"b'>1</a><a href='c|d^e'>2</a><a href='f&apos;g(h)*!$,;:@+'>3</a>")
            .targets("a%22b", "c|d%5Ee", "f'g(h)*!$,;:@+")
            .holds(asked("a%22b", "c|d%5Ee", "f'g(h)*!$,;:@+")));
  }

  private static WebCase url(String says) {
    return of("url", says, "URL Standard, 4.4");
  }

  private static List<WebCase> sessions() {
    return List.of(
        of("session", "identifiers in path parameters and queries are taken out", "Servlet 7.1.3")
            .start(
                "<a href='j;jsessionid=E460A97852FA769CD9AD387095C680A9?p=v'>1</a>"
                    + "<a href='j;jsessionid=AAAAA97852FA769CD9AD387095C680A9.node2?p=v'>2</a>"
                    + "<a href='j?p=v'>3</a>"
                    + "<a href='w;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:15abcdef0?z=1'>4</a>"
                    + "<a href='h?PHPSESSID=0123456789abcdef0123&amp;id=1'>5</a>"
                    + "<a href='h?id=1&amp;PHPSESSID=fedcba98765432100123'>6</a>")
            .targets("j", "w", "h")
            .holds(asked("j?p=v", "w?z=1", "h?id=1"), nothingAskedWith("essionid")),
        of("session", "a sid that reads as words names a page", "the page's own name")
            .start(
                "<a href='s?sid=20240101-story-of-the-year-1'>1</a>"
                    + "<a href='s?sid=20240202-another-tale-2'>2</a>")
            .on("s?sid=20240101-story-of-the-year-1", titled("story", "<p>of the year"))
            .on("s?sid=20240202-another-tale-2", titled("tale", "<p>another"))
            .holds(asked("s?sid=20240101-story-of-the-year-1", "s?sid=20240202-another-tale-2")),
        of("session", "an identifier that a redirect adds is not in the index", "Servlet 7.1.3")
            .page("in", Answer.to("home;jsessionid=E460A97852FA769CD9AD387095C680A9?x=1"))
            .on("home;jsessionid=E460A97852FA769CD9AD387095C680A9", titled("home", "<p>of all"))
            .on("home", titled("home", "<p>of all"))
            .holds(indexed("home?x=1")));
  }

  private static List<WebCase> equals() {
    return List.of(
        of("equal", "one body under many URLs is kept once", "the shortest URL of them")
            .page("list?sort=a", titled("list", "<p>the same"))
            .page("list?sort=b", titled("list", "<p>the same"))
            .page("list", titled("list", "<p>the same"))
            .holds(indexed("list"), unindexed("same-body", "list?sort=a", "list?sort=b")),
        of("equal", "a slash that a redirect adds is the page's name", "RFC 9110, 10.2.2")
            .page("dir", Answer.of(301, "", "Location: dir/"))
            .on("dir/", titled("dir", "<p>a directory <a href='./'>itself</a>"))
            .holds(asked("dir", "dir/"), indexed("dir/")),
        of("equal", "a page that differs in one letter is another", "the digest of its body")
            .page("a1", titled("one", "<p>nearly equal 1"))
            .page("a2", titled("one", "<p>nearly equal 2"))
            .holds(indexed("a1", "a2")));
  }

  private static List<WebCase> traps() {
    return List.of(
        trap("a calendar without end is left five years ahead", "cal?m=" + (aheadOfNow()) + "-10")
            .on("/cal", exchange -> titled("month", next(exchange)).give(exchange))
            .holds(askedWith(3, "/cal?"), counted("calendars", 1)),
        trap("a relative link that grows its path is left", "grow/")
            .otherwise(titled("grow", "{at}<a href='grow/'>on</a>"))
            .holds(askedWith(4, "/grow/"), counted("repeatedSegments", 1)),
        trap("a path that grows by other segments is left", "g1/")
            .otherwise(exchange -> titled("g", deeper(exchange)).give(exchange))
            .holds(askedWith(63, "/g1/"), counted("growingPaths", 1)));
  }

  private static int aheadOfNow() {
    return Year.now(ZoneOffset.UTC).getValue() + 5;
  }

  private static String next(Exchange exchange) {
    var target = exchange.asked().target();
    var month = YearMonth.parse(target.substring(target.indexOf('=') + 1)).plusMonths(1);
    return "<p>Before " + month + "<a href='cal?m=" + month + "'>next</a>";
  }

  private static String deeper(Exchange exchange) {
    long depth = exchange.asked().path().chars().filter(c -> c == '/').count();
    return "{at}<a href='g" + depth + "/'>on</a>";
  }

  private static WebCase trap(String says, String first) {
    return of("trap", says, "docs: pages that an agent gets")
        .start("<a href='" + first + "'>x</a>")
        .alone();
  }

  private static List<WebCase> large() {
    return List.of(
        of("large", "a page beyond the limit is said to be too large", "docs: classic crawling")
            .page(
                "a",
                Answer.of(200, "<title>large</title>" + "<p>word".repeat(2_500_000), Answer.HTML))
            .holds(outcome("too-large", "a"))
            .alone(),
        of("large", "ten thousand elements in each other are a page", "HTML 13.2")
            .page("a", titled("deep", "<div>".repeat(10_000) + "<a href=on>x</a>"))
            .targets("on")
            .holds(asked("on"), title("a", "deep")),
        of("large", "three hundred links are all read", "docs: crawling")
            .page("a", titled("links", links(300)))
            .holds(askedWith(300, "/many?n=")));
  }

  private static String links(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "<a href='many?n=" + i + "'>" + i + "</a>")
        .collect(Collectors.joining(" "));
  }

  private static WebCase of(String family, String says, String standard) {
    return WebCase.of(family, says, standard);
  }
}
