package dev.sojourn.robots;

import dev.sojourn.robots.AgentRules.Name;
import dev.sojourn.robots.image.RecordCursor;
import dev.sojourn.robots.image.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The groups of a file that apply to one product token, merged.
///
/// @param group the token that was found; `*` for the default; empty if no group applies
/// @param rules positions of the Allow and Disallow records, in file order
/// @param records positions of the group's other records, in file order
/// @param lines the numbers of the User-agent lines that name the token
record Selection(String group, int[] rules, int[] records, List<Integer> lines) {

  private static final int[] NONE = {};

  private static final Selection NOTHING = new Selection("", NONE, NONE, List.of());

  /// Selects by the rules of the dialect.
  ///
  /// @param tokens one product token, or several separated by commas, whose groups are merged
  static Selection of(byte[] image, RobotsOptions options, String tokens) {
    boolean of1996 = options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
    var names = names(options, tokens).stream().map(Name::token).toList();
    var named = new Collector(image, names, of1996, of1996).collect();
    if (!named.lines.isEmpty()) {
      return named.selection(String.join(",", names));
    }
    var star = new Collector(image, List.of("*"), of1996 || options.onlyFirstStarGroup(), of1996);
    star.collect();
    return star.lines.isEmpty() ? NOTHING : star.selection("*");
  }

  /// The names between commas, each with the token that is compared. In lenient reading, a name is
  /// cut as in a User-agent line: `MJ12bot` is `mj` on both sides. A name that begins with another
  /// character stays whole; no line can match it.
  static List<Name> names(RobotsOptions options, String tokens) {
    boolean cut = options.lenient() && options.dialect() == Dialect.RFC9309;
    var names = new ArrayList<Name>();
    for (int from = 0; from <= tokens.length(); ) {
      int comma = tokens.indexOf(',', from);
      int to = comma < 0 ? tokens.length() : comma;
      var name = name(tokens.substring(from, to));
      if (!name.isEmpty()) {
        var token = name.toLowerCase(Locale.ROOT);
        names.add(new Name(name, cut ? leadingToken(token) : token));
      }
      from = to + 1;
    }
    return names;
  }

  private static String leadingToken(String name) {
    int end = 0;
    while (end < name.length() && isOfToken(name.charAt(end))) {
      end++;
    }
    return end == 0 ? name : name.substring(0, end);
  }

  private static boolean isOfToken(char c) {
    return (c >= 'a' && c <= 'z') || c == '-' || c == '_';
  }

  /// The name in `Name/1.0 (comment)`, in lower case.
  static String productToken(String text) {
    return name(text).toLowerCase(Locale.ROOT);
  }

  private static String name(String text) {
    var token = text.strip();
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      if (c == '/' || c == ' ' || c == '\t') {
        token = token.substring(0, i);
        break;
      }
    }
    return token;
  }

  /// Walks over the file once, group by group.
  private static final class Collector {
    private final byte[] image;
    private final List<String> names;
    private final boolean onlyFirst;
    private final boolean of1996;
    private final List<Integer> lines = new ArrayList<>();
    private final Positions rules = new Positions();
    private final Positions records = new Positions();

    // The group that is being read.
    private final List<Integer> groupLines = new ArrayList<>();
    private int rulesBefore;
    private int recordsBefore;
    private boolean done;

    Collector(byte[] image, List<String> names, boolean onlyFirst, boolean of1996) {
      this.image = image;
      this.names = names;
      this.onlyFirst = onlyFirst;
      this.of1996 = of1996;
    }

    Collector collect() {
      boolean inAgents = false;
      boolean hasRule = false;
      boolean inGroup = false;
      var cursor = new RecordCursor(image);
      while (!done && cursor.advance()) {
        byte tag = cursor.tag();
        if (tag == Tag.AGENT) {
          if (!inAgents) {
            endGroup(hasRule);
            inAgents = true;
            hasRule = false;
            inGroup = true;
          }
          if (!done && names(cursor)) {
            groupLines.add(cursor.line());
          }
        } else if (tag == Tag.BLANK) {
          endGroup(hasRule);
          inAgents = false;
          hasRule = false;
          inGroup = false;
        } else if (inGroup && Tag.isRule(tag)) {
          inAgents = false;
          hasRule = true;
          rules.add(cursor.at());
        } else if (inGroup && Tag.isOfGroup(tag)) {
          hasRule = true;
          records.add(cursor.at());
        } else if (tag != Tag.DIAGNOSTIC) {
          // In the 1996 dialect, an extension line of any field is a rule line.
          hasRule = true;
        }
      }
      if (!done) {
        endGroup(hasRule);
      }
      return this;
    }

    private void endGroup(boolean hasRule) {
      if (!groupLines.isEmpty() && (hasRule || !of1996)) {
        lines.addAll(groupLines);
        rulesBefore = rules.size;
        recordsBefore = records.size;
        done = onlyFirst;
      } else {
        rules.size = rulesBefore;
        records.size = recordsBefore;
      }
      groupLines.clear();
    }

    private boolean names(RecordCursor cursor) {
      for (var name : names) {
        boolean substring = of1996 && !name.equals("*");
        if (substring ? cursor.text().contains(name) : isText(cursor, name)) {
          return true;
        }
      }
      return false;
    }

    private boolean isText(RecordCursor cursor, String name) {
      if (cursor.to() - cursor.from() != name.length()) {
        return false;
      }
      for (int i = 0; i < name.length(); i++) {
        if (image[cursor.from() + i] != name.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    Selection selection(String group) {
      return new Selection(group, rules.toArray(), records.toArray(), List.copyOf(lines));
    }
  }

  /// A growing array of positions.
  private static final class Positions {
    private int[] items = new int[16];
    private int size;

    void add(int item) {
      if (size == items.length) {
        items = Arrays.copyOf(items, size * 2);
      }
      items[size++] = item;
    }

    int[] toArray() {
      return size == 0 ? NONE : Arrays.copyOf(items, size);
    }
  }
}
