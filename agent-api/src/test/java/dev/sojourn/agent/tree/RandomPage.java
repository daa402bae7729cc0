package dev.sojourn.agent.tree;

import java.util.List;
import java.util.Random;

/// A page of random elements, attributes, texts and comments, from a seed.
final class RandomPage {
  private static final List<String> NAMES =
      List.of(
          "div",
          "p",
          "span",
          "a",
          "b",
          "ul",
          "li",
          "br",
          "pre",
          "textarea",
          "table",
          "tr",
          "td",
          "th",
          "svg",
          "button",
          "option",
          "select",
          "h1",
          "img",
          "x-y",
          "label",
          "title",
          "math",
          "ins",
          "section");
  private static final List<String> WORDS =
      List.of("one", "two", "deux ", " trois", "\n", "\u00a0", "\u00ad", "\u200bfour", "  ", "é");
  static final List<String> VALUES =
      List.of("one", "two", "one two", "two-three", "two-", "x/one.html", "", "ONE", " one\ttwo ");
  static final List<String> ATTRIBUTES = List.of("class", "id", "href", "title", "data-x", "lang");

  private final Random random;
  private final StringBuilder html = new StringBuilder();

  private RandomPage(Random random) {
    this.random = random;
  }

  static String html(Random random, int elements) {
    var page = new RandomPage(random);
    page.content(elements, 0);
    return page.html.toString();
  }

  private void content(int elements, int depth) {
    int left = elements;
    while (left > 0) {
      switch (random.nextInt(6)) {
        case 0 -> html.append("<!-- c -->");
        case 1, 2 -> html.append(any(WORDS));
        default -> {
          int inside = depth < 12 ? random.nextInt(left) : 0;
          element(inside, depth);
          left -= 1 + inside;
        }
      }
    }
  }

  private void element(int inside, int depth) {
    var name = any(NAMES);
    html.append('<').append(name);
    for (int i = random.nextInt(3); i > 0; i--) {
      html.append(' ').append(any(ATTRIBUTES)).append("=\"").append(any(VALUES)).append('"');
    }
    html.append('>');
    content(inside, depth + 1);
    if (random.nextInt(5) > 0) {
      html.append("</").append(name).append('>');
    }
  }

  private String any(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
