package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.page.view.ViewLimits;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pages made to harm the agents that read them.
class HostilePageTest {
  private static final PageUrl URL = PageUrl.parse("http://x.example/").orElseThrow();
  private static final Duration IN_TIME = Duration.ofSeconds(2);
  private static final int LEVELS = 200;
  private static final String TEXT = "word ".repeat(20_000);

  @Test
  void headingsWithinHeadingsAreNotReadAgainAtEachLevel() {
    var page = parse("<h1><div>".repeat(LEVELS) + TEXT);
    assertThat(page.headings()).hasSize(1);
    assertThat(page.headings().getFirst()).hasSize(TEXT.length() - 1);
  }

  @Test
  void linksWithinLinksAreNotReadAgainAtEachLevel() {
    var html = new StringBuilder();
    for (int i = 0; i < LEVELS; i++) {
      html.append("<a href=").append(i).append("><object>");
    }
    var links = parse(html.append(TEXT).toString()).links();
    assertThat(links).hasSize(LEVELS);
    assertThat(links.stream().map(Link::text).mapToInt(String::length).sum())
        .isEqualTo(TEXT.length() - 1);
  }

  @Test
  void headingsAndLinksBesideOneAnotherKeepTheirTexts() {
    var page = parse("<h1>One <a href=a>a</a></h1><h2>Two</h2><a href=b><h3>Three</h3></a>");
    assertThat(page.headings()).containsExactly("One a", "Two", "Three");
    assertThat(page.links()).extracting(Link::text).containsExactly("a", "Three");
  }

  @Test
  void elementsOfADrawingThatAreNestedNameNoPagesAndHaveNoText() {
    var html = new StringBuilder("<svg>");
    for (int i = 0; i < 20_000; i++) {
      html.append("<link rel=next href=").append(i).append('>').append("word ");
    }
    var page = parse(html.toString());
    assertThat(page.links()).isEmpty();
    assertThat(page.linkContexts()).isEmpty();
    assertThat(chars(parse("<svg>" + "<a href=x>word ".repeat(20_000)))).isLessThan(200_000);
    assertThat(chars(parse("<svg>" + "<iframe src=x>word ".repeat(20_000)))).isZero();
  }

  @Test
  void aLongBaseDoesNotStandInFrontOfEachLink() {
    var html = new StringBuilder("<base href='/" + "b".repeat(8_000) + "/'>");
    for (int i = 0; i < 50_000; i++) {
      html.append("<a href=").append(i).append('>');
    }
    var page = parse(html.toString());
    assertThat(chars(page)).isBetween(1_000L, (long) ViewLimits.LINK_CHARS);
    assertThat(page.shortened()).containsExactly(PagePart.LINKS);
    var contexts = page.linkContexts();
    assertThat(contexts.stream().mapToLong(place -> place.url().length()).sum())
        .isBetween(1_000L, (long) ViewLimits.LINK_CHARS);
    assertThat(page.shortened()).containsExactly(PagePart.LINKS, PagePart.LINK_CONTEXTS);
  }

  @Test
  void aLongBaseBeforeOneLinkRepeatedIsResolvedABoundedNumberOfTimes() {
    var base = "<base href='/" + "b".repeat(8_000) + "/'>";
    var page = parse(base + "<a href=x>".repeat(200_000));
    assertThat(page.links()).hasSize(1);
    assertThat(page.shortened()).containsExactly(PagePart.LINKS);
  }

  @Test
  void viewsThatAreTooLongEndAndThePageSaysSo() {
    var page =
        parse(
            "<title>"
                + "t".repeat(100_000)
                + "</title>"
                + "<meta name=a content=b>".repeat(20_000)
                + "<script type=application/ld+json>{}</script>".repeat(2_000)
                + "<body>"
                + "<h1>h</h1>".repeat(20_000)
                + "<i>x</i>");
    assertThat(page.title()).hasSize(ViewLimits.TITLE_CHARS);
    assertThat(page.metas()).hasSize(ViewLimits.METAS);
    assertThat(page.structuredData()).hasSize(ViewLimits.SCRIPTS);
    assertThat(page.headings()).hasSize(ViewLimits.HEADINGS);
    assertThat(page.shortened())
        .containsExactly(
            PagePart.TITLE, PagePart.HEADINGS, PagePart.METAS, PagePart.STRUCTURED_DATA);
    var links = new StringBuilder();
    for (int i = 0; i < ViewLimits.LINKS + 10; i++) {
      links.append("<a href=").append(i).append('>');
    }
    var linking = parse(links.toString());
    assertThat(linking.links()).hasSize(ViewLimits.LINKS);
    assertThat(linking.shortened()).containsExactly(PagePart.LINKS);
  }

  @Test
  void anOrdinaryPageIsWhole() {
    var page = parse("<title>t</title><h1>a</h1>" + "<p>words <a href=x>x</a>".repeat(1_000));
    assertThat(page.links().size() + page.headings().size() + page.linkContexts().size())
        .isEqualTo(1_002);
    assertThat(page.text()).hasSizeGreaterThan(7_000);
    assertThat(page.shortened()).isEmpty();
  }

  /// Each took time that grew with the square of the page, or worse, in an earlier parser.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<nobr><table>",
        "<b><table>",
        "<b><i><table><td>",
        "<table><tr><td><nobr>",
        "<table><td></b>x",
        "<table><caption>",
        "<marquee><b>",
        "<object><b>",
        "<table><b></table>",
        "<i><nobr><table><td>",
        "<table><select>",
        "<b></p>x",
        "<svg><foreignObject><p>",
        "<math><annotation-xml encoding=text/html><b>",
        "<template><tr>",
        "<a href=x><div><b><u>",
        "<select><option><b>",
        "<table>x",
        "<form><button><p>",
        "<x a='",
        "&amp"
      })
  void markupThatIsMeantToTakeLongIsReadInTime(String piece) {
    assertTimely(piece.repeat((256 << 10) / piece.length()));
  }

  @Test
  void attributesInAnyNumberAreReadInTime() {
    var html = new StringBuilder("<div ");
    for (int i = 0; i < 50_000; i++) {
      html.append('a').append(i).append("=b ");
    }
    assertTimely(html + ">");
    assertTimely("<div " + "x".repeat(500_000) + "=y>");
    var tags = new StringBuilder();
    for (int i = 0; i < 15_000; i++) {
      tags.append("<b c=").append(i).append("><table>");
    }
    assertTimely(tags.toString());
  }

  /// Characters that become many, that become others, and joiners, which are looked at one by one.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ufdfa",
        "\u3300\u4e00",
        "\uff21",
        "\u0416",
        "\u0915\u094d\u200d",
        "\u0301\u0323"
      })
  void hostsThatTakeLongToMapAreReadInTime(String piece) {
    var link = "<a href='//" + piece.repeat(1_000 / piece.length()) + "/'>";
    assertThat(time(link.repeat(150), StandardCharsets.UTF_8)).isLessThan(IN_TIME);
  }

  @Test
  void hostsOfAThousandDifferentCharactersAreReadInTime() {
    var host = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      host.append((char) (0x4e00 + 7 * i));
    }
    var link = "<a href='//" + host + "/'>";
    assertThat(time(link.repeat(150), StandardCharsets.UTF_8)).isLessThan(IN_TIME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"iso-8859-10", "windows-1251", "big5", "gbk", "gb18030", "euc-jp", "iso-2022-jp"})
  void queriesThatTakeLongToEncodeAreReadInTime(String label) {
    var charset =
        PageEncoding.of(new byte[0], "text/html; charset=" + label, true, WorkMeter.unchecked());
    for (var piece : new String[] {"\u0138", "\u4e00", "\uffa0", "\ud800"}) {
      var link = "<a href='?" + piece.repeat(1_000) + "'>";
      assertThat(time(link.repeat(250), charset))
          .as("time of %04x", (int) piece.charAt(0))
          .isLessThan(IN_TIME);
    }
  }

  @Test
  void nestedTemplatesThatTheParserFailsAtEndThePageAndNotTheVisit() {
    var page =
        parse("<title>t</title><a href=x>x</a>" + "<template><math>".repeat(10_000) + "<hr>");
    assertThat(page.title()).isEqualTo("t");
    assertThat(page.links()).hasSize(1);
    assertThat(parse("<template>".repeat(3_000) + "</template>x".repeat(3_000)).title()).isEmpty();
  }

  @Test
  void randomAmplifiersAreReadInTimeAndWithinTheBounds() {
    var random = new Random(20_261_128);
    for (int i = 0; i < 60; i++) {
      var piece = new StringBuilder();
      for (int n = 1 + random.nextInt(6); n > 0; n--) {
        piece.append(AMPLIFIERS[random.nextInt(AMPLIFIERS.length)]);
      }
      assertTimely(piece.toString().repeat((48 << 10) / piece.length()));
    }
  }

  private static final String[] AMPLIFIERS =
      ("<nobr>|<a href=x>|<b>|<i c=d>|<font"
           + " size=1>|<table>|<tr>|<td>|<caption>|<p>|<div>|<svg>|<math>"
           + "|<mi>|<foreignObject>|<desc>|<title>|</title>|<template>|</template>|<select>|<option>|<button>|<form>|<li>|<ul>|<ruby>|<h1>|<object>|<marquee>|word"
           + " |&amp;|<link rel=next href=y>|<meta name=a"
           + " content=b>|<script></script>|</b>|</a>|</table>|</p>|</svg>|</select>|<input>|<br>|<frameset>|<body"
           + " x=y>|<noscript>|</noscript>|<iframe></iframe>|<!--c-->|</body>|<head>|</head>|<base"
           + " href=/long/base/>")
          .split("\\|");

  /// Reads all views. A page of a megabyte takes a fraction of a second, so that this holds on a
  /// machine that has other work.
  private static void assertTimely(String html) {
    var threads = ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    var page = parse(html);
    long all =
        page.title().length()
            + page.text().length()
            + page.headings().stream().mapToLong(String::length).sum()
            + page.links().stream().mapToLong(link -> link.text().length()).sum()
            + page.metas().size()
            + page.structuredData().size();
    assertThat(all).as("characters of %.60s", html).isLessThan(4L * html.length());
    assertThat(page.linkContexts()).hasSizeLessThanOrEqualTo(LinkContext.MAX_PLACES);
    assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begun))
        .as("time of %.60s", html)
        .isLessThan(IN_TIME);
  }

  /// The time that the links of a page take.
  private static Duration time(String html, Charset charset) {
    var threads = ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    var page = ParsedHtml.parse(html, URL, charset);
    assertThat(page.links()).hasSizeLessThanOrEqualTo(1);
    return Duration.ofNanos(threads.getCurrentThreadCpuTime() - begun);
  }

  private static long chars(ParsedHtml page) {
    return page.links().stream()
        .mapToLong(link -> link.text().length() + link.url().length())
        .sum();
  }

  private static ParsedHtml parse(String html) {
    return ParsedHtml.parse(html, URL);
  }
}
