package dev.sojourn.lab.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// A generated site of any size. No page of it is kept. Each page links to ten further pages, to
/// its parent, and to pages all over the site. So most of the site waits after a tenth of it.
///
/// @param pages how many there are
record LargeSite(int pages) {
  private static final int CHILDREN = 10;
  private static final int OTHERS = 10;
  private static final int WORDS = 120;
  private static final Map<String, List<String>> FIELDS =
      Map.of("Content-Type", List.of("text/html; charset=utf-8"));

  PageReply page(PageUrl url) {
    int number = number(url.path());
    return number < 0 || number >= pages
        ? new PageReply.Missing(404, "no such page")
        : Visits.content(url, FIELDS, html(number).getBytes(StandardCharsets.UTF_8));
  }

  /// {@return the number of a page; -1 if it is none}
  int number(String path) {
    if (path.equals("/")) {
      return 0;
    }
    int from = path.lastIndexOf('-') + 1;
    int to = path.lastIndexOf('.');
    try {
      int number = Integer.parseInt(path, from, Math.max(from, to), 10);
      return path(number).equals(path) ? number : -1;
    } catch (NumberFormatException _) {
      return -1;
    }
  }

  /// Folders of some hundred pages. A word in each name does not show its number at sight.
  static String path(int number) {
    if (number == 0) {
      return "/";
    }
    long mixed = mixed(number);
    return "/part-"
        + number / 5_000
        + "/"
        + word(mixed)
        + "/"
        + word(mixed >>> 8)
        + "-"
        + number
        + ".html";
  }

  private String html(int number) {
    var html = new StringBuilder(6_000);
    html.append("<!DOCTYPE html><html lang=en><head><title>Page ").append(number);
    html.append("</title></head><body><h1>").append(number).append("</h1>");
    link(html, number / CHILDREN);
    for (int i = 1; i <= CHILDREN; i++) {
      link(html, (long) number * CHILDREN + i);
    }
    long mixed = mixed(number);
    for (int i = 0; i < OTHERS; i++) {
      mixed = mixed(mixed + i);
      // Pages that were found before, like those in menus.
      link(html, Math.floorMod(mixed, number + 1L));
    }
    html.append("<p>");
    for (int i = 0; i < WORDS; i++) {
      mixed = mixed(mixed + i);
      html.append(word(mixed)).append(' ');
    }
    return html.append("</p></body></html>").toString();
  }

  private void link(StringBuilder html, long number) {
    if (number < pages) {
      html.append("<a href=\"").append(path((int) number)).append("\">").append(number);
      html.append("</a> ");
    }
  }

  private static String word(long mixed) {
    var word = new StringBuilder();
    for (int i = 0, left = (int) mixed & 0xff; i < 2; i++, left >>>= 4) {
      word.append("bdfgklmnprstvwxz".charAt(left & 0xf)).append("aeiou".charAt((left & 0xf) % 5));
    }
    return word.toString();
  }

  private static long mixed(long number) {
    long mixed = number * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    return mixed ^ (mixed >>> 27);
  }
}
