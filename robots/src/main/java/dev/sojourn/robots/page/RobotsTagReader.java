package dev.sojourn.robots.page;

import static dev.sojourn.robots.page.AskedRule.EVERYBODY;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The lenient reader of Robots-Tag fields and `meta` elements (draft-illyes-repext, 3.1).
///
/// A text is split at commas into members, and a member at semicolons into parts; separators within
/// quotes, brackets or a date are ignored. In a field, the beginning of a part may name a robot:
///
/// ```
/// examplebot;noindex              the robot of this member            (draft -03)
/// examplebot=(noindex nosnippet)  the same as a dictionary            (draft -02, RFC 9651)
/// examplebot: noindex, nofollow   the robot of all that follows       (X-Robots-Tag)
/// revisit-after: 7 days, noindex  a rule that is not known: everybody
/// ```
///
/// The last two look alike. A word before a colon certainly names a robot if a known rule follows
/// it. Otherwise it may name a robot or a rule; the rest then applies to the robots addressed
/// before and to the robot with this name. In an element, only the name attribute names a robot.
public final class RobotsTagReader {

  /// With more names that may be robots or rules, the rules apply to all robots.
  private static final int MAX_NAMES = 16;

  private static final List<String> ALL = List.of(EVERYBODY);

  /// Values of a dictionary that carry no rule.
  private static final Set<String> MERELY_THERE = Set.of("", "?1", "()");

  private final String text;
  private final boolean namesRobots;
  private final List<AskedRule> asked = new ArrayList<>();

  /// The robots that the next member addresses.
  private List<String> addressed;

  private RobotsTagReader(String text, List<String> addressed, boolean namesRobots) {
    this.text = text.toLowerCase(Locale.ROOT);
    this.addressed = addressed;
    this.namesRobots = namesRobots;
  }

  /// Reads the value of a field.
  ///
  /// @param value one field line, or several lines joined with commas
  /// @return its rules, in their order
  public static List<AskedRule> readField(String value) {
    return new RobotsTagReader(value, ALL, true).read();
  }

  /// Reads the content of a `meta` element.
  ///
  /// @param token the product token that the element's name attribute gives, in lower case, or `*`
  /// @param content the content attribute
  /// @return its rules, in their order
  public static List<AskedRule> readElement(String token, String content) {
    return new RobotsTagReader(content, List.of(token), false).read();
  }

  private List<AskedRule> read() {
    for (int from = 0; from <= text.length(); ) {
      int to = memberEnd(from);
      member(text.substring(from, to));
      from = to + 1;
    }
    return asked;
  }

  private int memberEnd(int from) {
    int end = separator(text, from, ",");
    for (int commas = 0; commas < DateCommaRule.MOST && end < text.length(); commas++) {
      int next = separator(text, end + 1, ",;");
      if (!DateCommaRule.isWithin(text.substring(from, end), text.substring(end + 1, next))) {
        break;
      }
      end = separator(text, end + 1, ",");
    }
    return end;
  }

  private void member(String member) {
    var robots = addressed;
    int from = 0;
    while (from <= member.length()) {
      int to = separator(member, from, ";");
      var part = member.substring(from, to).strip();
      boolean first = from == 0;
      boolean alone = first && to == member.length();
      from = to + 1;
      if (!namesRobots) {
        rules(robots, part);
        continue;
      }
      var colon = NamePrefix.of(part);
      if (!colon.name().isEmpty()) {
        robots = colon.isRobot() ? List.of(colon.name()) : widened(robots, colon.name());
        addressed = colon.isRobot() ? robots : widened(addressed, colon.name());
        rules(robots, colon.isRobot() ? colon.rest() : part);
      } else if (first) {
        robots = head(robots, part, alone);
      } else {
        rules(robots, part);
      }
    }
  }

  /// Reads the first part of a member, which may be `token`, `token=` or `token=rules`.
  ///
  /// @return the robots that the later parts address
  private List<String> head(List<String> before, String part, boolean alone) {
    int equals = part.indexOf('=');
    if (alone && equals < 0) {
      rules(before, part);
      return before;
    }
    var name = RobotName.of(equals < 0 ? part : part.substring(0, equals));
    var value = equals < 0 ? "" : part.substring(equals + 1).strip();
    if (name.isEmpty()) {
      // The token for all robots may be missing, as in `;noindex`.
      boolean nobody = part.isEmpty() || part.startsWith("=");
      rules(nobody ? ALL : before, nobody ? value : part);
      return nobody ? ALL : before;
    }
    if (MERELY_THERE.contains(value)) {
      return List.of(name);
    }
    boolean isRobot = name.equals(EVERYBODY) || RuleNames.isRule(RuleScan.firstWord(value));
    var robots = isRobot ? List.of(name) : widened(before, name);
    rules(robots, isRobot ? value : part);
    return robots;
  }

  private static List<String> widened(List<String> robots, String name) {
    if (robots.contains(EVERYBODY) || robots.size() >= MAX_NAMES) {
      return ALL;
    }
    var more = new ArrayList<>(robots);
    more.add(name);
    return List.copyOf(more);
  }

  /// Splits an inner list into its items.
  private void rules(List<String> robots, String part) {
    if (!part.startsWith("(")) {
      rule(robots, part);
      return;
    }
    int end = part.endsWith(")") ? part.length() - 1 : part.length();
    for (int from = 1; from <= end; ) {
      int to = Math.min(end, separator(part, from, " \t"));
      rule(robots, part.substring(from, to).strip());
      from = to + 1;
    }
  }

  /// Keeps the restrictions of a part, or else the part as an unknown rule.
  private void rule(List<String> robots, String part) {
    var restrictions = RuleScan.restrictions(part);
    for (var each : restrictions) {
      asked.add(new AskedRule(robots, each));
    }
    if (restrictions.isEmpty()) {
      var unknown = nameAndValue(unquoted(part));
      if (!RuleScan.firstWord(unknown).isEmpty()) {
        asked.add(new AskedRule(robots, unknown));
      }
    }
  }

  /// Normalises `name : value` and `name=value` to `name:value`, and a name alone to `name`.
  private static String nameAndValue(String rule) {
    int separator = 0;
    while (separator < rule.length() && ":=".indexOf(rule.charAt(separator)) < 0) {
      separator++;
    }
    var name = rule.substring(0, separator).strip();
    var value = separator < rule.length() ? unquoted(rule.substring(separator + 1).strip()) : "";
    return value.isEmpty() || name.isEmpty() ? name : name + ":" + value;
  }

  static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  /// The index of the next separator outside quotes and brackets, or the end. An unclosed quote or
  /// bracket is ignored.
  private static int separator(String text, int from, String separators) {
    int i = from;
    while (i < text.length() && separators.indexOf(text.charAt(i)) < 0) {
      char c = text.charAt(i);
      int closing = c == '"' ? text.indexOf('"', i + 1) : c == '(' ? text.indexOf(')', i + 1) : -1;
      i = Math.max(i, closing) + 1;
    }
    return i;
  }
}
