package dev.sojourn.sandbox.reader;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Pages to read: ordinary, foreign, broken and random ones.
final class TestSources {
  private static final String PARAGRAPH = "<p>words <a href=x>here</a>";

  private static final List<String> TYPES =
      List.of(
          "text/html; charset=utf-8",
          "text/html",
          "text/html; charset=shift_jis",
          "application/xhtml+xml",
          "application/xml",
          "text/plain; charset=windows-1252",
          "application/pdf",
          "x".repeat(300) + "/y",
          "");

  private static final List<String> PARTS =
      List.of(
          "<p>",
          "words & more ",
          "<a href='/x?y=%e9#z' rel=nofollow>",
          "</a>",
          "<h1>",
          "</h1>",
          "<base href=/b/>",
          "<title>t&eacute;",
          "</title>",
          "<meta name=robots content=noindex>",
          "<link rel=license href=l>",
          "<table><tr><b>",
          "<svg><a xlink:href=s>",
          "<script type=application/ld+json>{\"a\":1}</script>",
          "<!-- - -->",
          "<![CDATA[c]]>",
          "<?xml version='1.0' encoding='iso-8859-2'?>",
          "<rss><channel><item><link>/one</link></item>",
          "\u00e9\u30a2\ud83d\ude00",
          "\u0000\ufeff",
          "<template><math>",
          "</b>");

  private TestSources() {}

  /// A page of HTML.
  static ViewReader.Source html(String url, String html) {
    return source(url, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
  }

  /// A page whose markup takes some tenths of a second.
  static ViewReader.Source slow(String url) {
    return html(url, PARAGRAPH.repeat(200_000));
  }

  /// A page that takes longer than a small one, and needs little of the heap of a reader.
  static ViewReader.Source middling(String url) {
    return html(url, PARAGRAPH.repeat(50_000));
  }

  /// Pages of all kinds, each with a URL of its own.
  static List<ViewReader.Source> many(String origin, int count) {
    var random = new SplittableRandom(7);
    var sources = new ArrayList<ViewReader.Source>();
    for (int i = 0; i < count; i++) {
      var body = random(random).getBytes(StandardCharsets.UTF_8);
      sources.add(source(origin + "/" + i, TYPES.get(i % TYPES.size()), body));
    }
    return sources;
  }

  private static String random(RandomGenerator random) {
    var page = new StringBuilder();
    for (int parts = random.nextInt(400); parts > 0; parts--) {
      page.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return page.toString();
  }

  private static ViewReader.Source source(String url, String type, byte[] body) {
    var fields =
        Map.of(
            "Content-Type", List.of(type), "Link", List.of("<c>; rel=canonical, <l>; rel=license"));
    return new ViewReader.Source(PageUrl.parse(url).orElseThrow(), fields, body);
  }
}
