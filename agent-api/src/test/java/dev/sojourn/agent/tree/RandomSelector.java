package dev.sojourn.agent.tree;

import java.util.List;
import java.util.Random;

/// A selector at random, as ours and as jsoup's means the same. In jsoup, comparisons ignore case
/// and `~=` is a regular expression; so each comparison becomes a regular expression there.
///
/// @param ours the selector
/// @param theirs its translation
record RandomSelector(String ours, String theirs) {
  private static final List<String> NAMES =
      List.of("div", "p", "span", "a", "b", "li", "td", "table", "*", "SVG", "x-y", "tr", "body");
  private static final List<String> CHILDREN =
      List.of(
          ":first-child",
          ":last-child",
          ":nth-child(2)",
          ":nth-child(odd)",
          ":nth-child(even)",
          ":nth-child(2n+1)",
          ":nth-child(-n+2)",
          ":nth-child(3n-1)",
          ":nth-child(n+3)",
          ":nth-child(-2n+5)");

  static RandomSelector of(Random random) {
    var made = complex(random);
    for (int i = random.nextInt(4) == 0 ? 2 : 0; i > 0; i--) {
      made = made.and(", ", complex(random));
    }
    return made;
  }

  private static RandomSelector complex(Random random) {
    var made = compound(random);
    for (int i = random.nextInt(4); i > 0; i--) {
      made = made.and(random.nextInt(3) == 0 ? " > " : " ", compound(random));
    }
    return made;
  }

  private static RandomSelector compound(Random random) {
    var made = new RandomSelector("", "");
    if (random.nextInt(3) > 0) {
      var name = any(NAMES, random);
      made = new RandomSelector(name, name);
    }
    for (int i = random.nextInt(made.ours.isEmpty() ? 1 : 0, 3); i > 0; i--) {
      made = made.and("", condition(random));
    }
    return made;
  }

  private static RandomSelector condition(Random random) {
    var name = any(RandomPage.ATTRIBUTES, random);
    var value = any(List.of("one", "two", "two-", "ONE", "n", "o", "-"), random);
    return switch (random.nextInt(11)) {
      case 0 -> new RandomSelector("[" + name + "]", "[" + name + "]");
      case 1 -> new RandomSelector(".two", "[class~=(^|\\s)two(\\s|$)]");
      case 2 -> new RandomSelector("#one", "#one");
      case 3 -> compares(name, "=", value, "^" + value + "$", random);
      case 4 -> compares(name, "~=", value, "(^|\\s)" + value + "(\\s|$)", random);
      case 5 -> compares(name, "|=", value, "^" + value + "($|-)", random);
      case 6 -> compares(name, "^=", value, "^" + value, random);
      case 7 -> compares(name, "$=", value, value + "$", random);
      case 8 -> compares(name, "*=", value, value, random);
      default -> {
        var child = any(CHILDREN, random);
        yield new RandomSelector(child, child);
      }
    };
  }

  private static RandomSelector compares(
      String name, String sign, String value, String pattern, Random random) {
    var flag = random.nextBoolean() ? " i" : "";
    return new RandomSelector(
        "[" + name + sign + "'" + value + "'" + flag + "]",
        "[" + name + "~=" + (flag.isEmpty() ? "" : "(?i)") + pattern.replace("$", "\\z") + "]");
  }

  private RandomSelector and(String link, RandomSelector more) {
    return new RandomSelector(ours + link + more.ours, theirs + link + more.theirs);
  }

  private static String any(List<String> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
