package dev.sojourn.robots;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a page asks of robots: the Robots-Tag and X-Robots-Tag fields and the meta elements of that
/// kind (draft-illyes-repext).
///
/// One lenient reader takes every spelling in use: `*;noindex;nosnippet, ExampleBot;noarchive` and
/// its variants with dangling `;` or `=`, a list of rules without token, and `examplebot: noindex,
/// nofollow`. Tokens and rules are compared without regard to case, duplicates are merged. What
/// applies to an agent is all that is asked of everybody and of its token.
///
/// Several fields and elements of one page are read together by [#and]. Immutable.
public final class RobotsTag {

  /// Octets of one field that are read; of a longer one the complete members within count.
  public static final int MAX_CHARS = 8 * 1024;

  /// A page that asks for nothing.
  public static final RobotsTag NONE = new RobotsTag(List.of());

  private static final Set<String> KNOWN =
      Set.of("noindex", "nosnippet", "nofollow", "noarchive", "none");

  private static final Set<String> KNOWN_WITH_VALUE = Set.of("unavailable_after", "max-snippet");

  /// Other rules that are in use; their colon does not make them the name of a robot.
  private static final Set<String> USUAL =
      Set.of(
          "all",
          "index",
          "follow",
          "archive",
          "snippet",
          "nocache",
          "noimageindex",
          "notranslate",
          "indexifembedded",
          "nositelinkssearchbox",
          "max-image-preview",
          "max-video-preview",
          "noodp",
          "noydir",
          "noai",
          "noimageai");

  private record Asked(String token, String rule) {}

  private final List<Asked> asked;

  private RobotsTag(List<Asked> asked) {
    this.asked = List.copyOf(asked);
  }

  /// Reads the value of a Robots-Tag or X-Robots-Tag field.
  ///
  /// @param value one field line, or several joined with commas
  /// @return what it asks
  public static RobotsTag parse(String value) {
    return new RobotsTag(new Reader(cut(value)).read("*"));
  }

  /// Reads a meta element; the caller sees to it that it stands inside `<head>`.
  ///
  /// @param name the name attribute: `robots` for all, or a product token
  /// @param content the content attribute
  /// @return what it asks
  public static RobotsTag parseMeta(String name, String content) {
    var token = name.strip().toLowerCase(Locale.ROOT);
    return new RobotsTag(new Reader(cut(content)).read(token.equals("robots") ? "*" : token));
  }

  /// {@return what both ask}
  ///
  /// @param other another field or element of the same page
  public RobotsTag and(RobotsTag other) {
    var both = new ArrayList<>(asked);
    both.addAll(other.asked);
    return new RobotsTag(both);
  }

  /// {@return the rules known here that apply to an agent: `noindex`, `nosnippet`, `nofollow`,
  /// `noarchive`, `none`, `unavailable_after:DATE`, `max-snippet:N`; sorted}
  ///
  /// @param productToken the agent's name, compared without regard to case
  public SortedSet<String> restrictions(String productToken) {
    return applying(productToken, true);
  }

  /// {@return the rules not known here that apply to an agent: kept, not obeyed; sorted}
  ///
  /// @param productToken the agent's name, compared without regard to case
  public SortedSet<String> unknown(String productToken) {
    return applying(productToken, false);
  }

  /// {@return whether nothing is asked of anybody}
  public boolean isEmpty() {
    return asked.isEmpty();
  }

  private SortedSet<String> applying(String productToken, boolean known) {
    var token = Selection.productToken(productToken);
    var rules = new TreeSet<String>();
    for (var each : asked) {
      boolean applies = each.token.equals("*") || each.token.equals(token);
      if (applies && isKnown(each.rule) == known) {
        rules.add(each.rule);
      }
    }
    return Collections.unmodifiableSortedSet(rules);
  }

  private static boolean isKnown(String rule) {
    int colon = rule.indexOf(':');
    return colon < 0 ? KNOWN.contains(rule) : KNOWN_WITH_VALUE.contains(rule.substring(0, colon));
  }

  private static boolean isRuleName(String name) {
    return KNOWN.contains(name) || KNOWN_WITH_VALUE.contains(name) || USUAL.contains(name);
  }

  /// Cuts an over-long value behind its last complete member.
  private static String cut(String value) {
    if (value.length() <= MAX_CHARS) {
      return value;
    }
    int comma = value.lastIndexOf(',', MAX_CHARS);
    return comma < 0 ? "" : value.substring(0, comma);
  }

  /// Takes a value apart at its commas, and each member at its semicolons.
  private static final class Reader {
    private final String text;
    private final List<Asked> asked = new ArrayList<>();
    private int at;
    private String token = "*";

    Reader(String text) {
      this.text = text;
    }

    List<Asked> read(String defaultToken) {
      token = defaultToken;
      while (at <= text.length()) {
        member(defaultToken);
        at++;
      }
      return asked;
    }

    private void member(String defaultToken) {
      int from = at;
      int to = memberEnd(from);
      at = to;
      var member = text.substring(from, to);
      int semicolon = member.indexOf(';');
      if (semicolon >= 0 && !startsWithRule(member)) {
        // token;rule;rule or token=;rule or ;rule
        var name = name(member.substring(0, semicolon));
        rules(name.isEmpty() ? defaultToken : name, member.substring(semicolon + 1));
        return;
      }
      int colon = member.indexOf(':');
      var before = colon < 0 ? "" : member.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      if (colon >= 0 && !isRuleName(before) && isToken(before)) {
        // token: rule, rule; the token holds for the members that follow.
        token = before;
        member = member.substring(colon + 1);
      }
      rules(token, member);
    }

    /// The comma that ends a member, which is not the one behind the day of the week in a date.
    private int memberEnd(int from) {
      int comma = text.indexOf(',', from);
      if (comma < 0) {
        return text.length();
      }
      if (endsInDayOfDate(text.substring(from, comma)) && startsWithDigit(comma + 1)) {
        int next = text.indexOf(',', comma + 1);
        return next < 0 ? text.length() : next;
      }
      return comma;
    }

    private static boolean endsInDayOfDate(String member) {
      int day = member.length();
      while (day > 0 && Character.isLetter(member.charAt(day - 1))) {
        day--;
      }
      var before = member.substring(0, day).stripTrailing();
      if (before.endsWith("\"")) {
        before = before.substring(0, before.length() - 1).stripTrailing();
      }
      return (before.endsWith(":") || before.endsWith("="))
          && before
              .substring(0, before.length() - 1)
              .stripTrailing()
              .toLowerCase(Locale.ROOT)
              .endsWith("unavailable_after");
    }

    private boolean startsWithDigit(int from) {
      int i = from;
      while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
        i++;
      }
      return i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }

    private void rules(String forToken, String list) {
      int from = 0;
      while (from <= list.length()) {
        int semicolon = list.indexOf(';', from);
        int to = semicolon < 0 ? list.length() : semicolon;
        var rule = rule(list.substring(from, to));
        if (!rule.isEmpty()) {
          asked.add(new Asked(forToken, rule));
        }
        from = to + 1;
      }
    }

    /// `Name : value` and `name=value` as `name:value`, `name` alone without the colon.
    private static String rule(String text) {
      var rule = text.strip().toLowerCase(Locale.ROOT);
      int separator = 0;
      while (separator < rule.length() && ":=".indexOf(rule.charAt(separator)) < 0) {
        separator++;
      }
      var name = rule.substring(0, separator).strip();
      var value = separator < rule.length() ? rule.substring(separator + 1).strip() : "";
      if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
        value = value.substring(1, value.length() - 1);
      }
      return value.isEmpty() || name.isEmpty() ? name : name + ":" + value;
    }

    private static boolean startsWithRule(String member) {
      var first = rule(member.substring(0, member.indexOf(';')));
      int colon = first.indexOf(':');
      return isRuleName(colon < 0 ? first : first.substring(0, colon));
    }

    /// The token before the first semicolon, in whatever spelling.
    private static String name(String text) {
      var name = text.strip().toLowerCase(Locale.ROOT);
      while (!name.isEmpty() && "=:".indexOf(name.charAt(name.length() - 1)) >= 0) {
        name = name.substring(0, name.length() - 1).strip();
      }
      if (name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")) {
        name = name.substring(1, name.length() - 1);
      }
      return name;
    }

    private static boolean isToken(String text) {
      return text.equals("*")
          || (!text.isEmpty()
              && text.chars()
                  .allMatch(
                      c ->
                          (c >= 'a' && c <= 'z')
                              || (c >= '0' && c <= '9')
                              || "-_.".indexOf(c) >= 0));
    }
  }
}
