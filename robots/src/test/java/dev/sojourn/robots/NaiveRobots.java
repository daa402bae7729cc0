package dev.sojourn.robots;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// RFC 9309 read by the shortest code that can be checked against the text by eye: strings, a table
/// of all positions, every rule tried. Strict, and for files within all limits.
final class NaiveRobots {

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z_-]+|\\*(?=$|[ \t])");

  private static final Pattern AROUND = Pattern.compile("^[ \t]+|[ \t]+$");

  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

  private enum Reading {
    /// `*` and a `$` at the end are special.
    PATTERN,
    /// No character is special; a fragment ends it.
    URL
  }

  private static final String[] ESCAPED = new String[256];

  static {
    Arrays.setAll(ESCAPED, octet -> "%%%02X".formatted(octet));
  }

  private static final String STAR = "*";
  private static final String END = "$";

  /// A rule as it stands in the file.
  record NaiveRule(boolean allow, String pattern, int line) {}

  private record NaiveGroup(List<String> tokens, List<NaiveRule> rules) {}

  private final List<NaiveGroup> groups = new ArrayList<>();

  /// Reads a file, whose octets are the characters of the text.
  NaiveRobots(byte[] file) {
    var text = new String(file, StandardCharsets.ISO_8859_1);
    for (var mark : List.of("\u00ef\u00bb\u00bf", "\u00c3\u00af\u00c2\u00bb\u00c2\u00bf")) {
      if (text.startsWith(mark)) {
        text = text.substring(mark.length());
        break;
      }
    }
    boolean inTokens = false;
    int number = 0;
    for (var line : LINE_END.split(text, -1)) {
      number++;
      var content = line.split("#", 2)[0];
      int colon = content.indexOf(':');
      if (colon < 0) {
        continue;
      }
      var name = trim(content.substring(0, colon)).toLowerCase(Locale.ROOT);
      var value = trim(content.substring(colon + 1));
      if (name.equals("user-agent")) {
        if (!inTokens) {
          groups.add(new NaiveGroup(new ArrayList<>(), new ArrayList<>()));
        }
        inTokens = true;
        groups.getLast().tokens.add(token(value));
      } else if (name.equals("allow") || name.equals("disallow")) {
        inTokens = false;
        if (!groups.isEmpty()) {
          groups.getLast().rules.add(new NaiveRule(name.equals("allow"), value, number));
        }
      }
    }
  }

  /// Every token that the file names.
  List<String> tokens() {
    return groups.stream().flatMap(group -> group.tokens.stream()).distinct().toList();
  }

  /// Every rule of the file.
  List<NaiveRule> rules() {
    return groups.stream().flatMap(group -> group.rules.stream()).toList();
  }

  /// The rule that decides: the longest that matches, of two equally long ones the one that allows.
  Optional<NaiveRule> deciding(String token, String path) {
    var url = atoms(path.getBytes(StandardCharsets.UTF_8), Reading.URL);
    if (String.join("", url).equals("/robots.txt")) {
      return Optional.empty();
    }
    Optional<NaiveRule> best = Optional.empty();
    int bestScore = -1;
    for (var rule : rulesFor(token)) {
      var pattern = pattern(rule.pattern);
      int score = 2 * String.join("", pattern).length() + (rule.allow ? 1 : 0);
      if (score > bestScore && matches(pattern, url)) {
        best = Optional.of(rule);
        bestScore = score;
      }
    }
    return best;
  }

  /// Whether the agent may fetch the path.
  boolean allows(String token, String path) {
    return deciding(token, path).map(NaiveRule::allow).orElse(true);
  }

  private List<NaiveRule> rulesFor(String token) {
    var named = rulesOf(token.toLowerCase(Locale.ROOT));
    return named.orElseGet(() -> rulesOf(STAR).orElse(List.of()));
  }

  private Optional<List<NaiveRule>> rulesOf(String token) {
    var of = groups.stream().filter(group -> group.tokens.contains(token)).toList();
    return of.isEmpty()
        ? Optional.empty()
        : Optional.of(of.stream().flatMap(group -> group.rules.stream()).toList());
  }

  private static String token(String value) {
    var matcher = TOKEN.matcher(value);
    return matcher.lookingAt() ? matcher.group().toLowerCase(Locale.ROOT) : "";
  }

  private static String trim(String text) {
    return AROUND.matcher(text).replaceAll("");
  }

  /// The canonical pattern; `*` and a `$` at the end are atoms of their own, the others escaped.
  static List<String> pattern(String text) {
    return atoms(text.getBytes(StandardCharsets.ISO_8859_1), Reading.PATTERN);
  }

  /// Canonical octets, one atom each; the fragment of a URL is left out.
  private static List<String> atoms(byte[] octets, Reading reading) {
    boolean pattern = reading == Reading.PATTERN;
    var text = new String(octets, StandardCharsets.ISO_8859_1);
    if (!pattern && text.indexOf('#') >= 0) {
      text = text.substring(0, text.indexOf('#'));
    }
    var atoms = new ArrayList<String>();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      var escape = c == '%' ? text.substring(i, Math.min(i + 3, text.length())) : "";
      if (ESCAPE.matcher(escape).matches()) {
        char decoded = (char) Integer.parseInt(text.substring(i + 1, i + 3), 16);
        boolean special = decoded == '*' || decoded == '$';
        boolean plain = isUnreserved(decoded) || special;
        atoms.addAll(plain ? List.of(literal(decoded)) : each(escape.toUpperCase(Locale.ROOT)));
        i += 2;
      } else if (pattern && c == '*') {
        atoms.add(STAR);
      } else if (pattern && c == '$' && i == text.length() - 1) {
        atoms.add(END);
      } else if (isUnreserved(c) || "*$:/?#[]@!&'()+,;=".indexOf(c) >= 0) {
        atoms.add(literal(c));
      } else {
        atoms.addAll(each(ESCAPED[c]));
      }
    }
    return atoms;
  }

  /// An escape is three octets, and a wildcard may end between them.
  private static List<String> each(String escape) {
    return List.of(escape.split("", -1)).subList(0, escape.length());
  }

  /// A literal `*` or `$` is written as a character that no octet is, which differs from the
  /// special ones.
  private static String literal(char c) {
    return switch (c) {
      case '*' -> "\u2217";
      case '$' -> "\uff04";
      default -> String.valueOf(c);
    };
  }

  private static boolean isUnreserved(char c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
  }

  /// A table: which beginnings of the URL each beginning of the pattern can match.
  static boolean matches(List<String> pattern, List<String> url) {
    if (pattern.isEmpty() || !(pattern.getFirst().equals("/") || pattern.getFirst().equals(STAR))) {
      return false;
    }
    var reached = new boolean[url.size() + 1];
    reached[0] = true;
    for (var atom : pattern) {
      var next = new boolean[url.size() + 1];
      for (int u = 0; u <= url.size(); u++) {
        next[u] =
            switch (atom) {
              case STAR -> reached[u] || (u > 0 && next[u - 1]);
              case END -> reached[u] && u == url.size();
              default -> u > 0 && reached[u - 1] && url.get(u - 1).equals(atom);
            };
      }
      reached = next;
    }
    for (boolean each : reached) {
      if (each) {
        return true;
      }
    }
    return false;
  }

  /// The canonical path of a route line, or of a URL for one.
  static String routePath(String text) {
    return String.join("", atoms(text.getBytes(StandardCharsets.UTF_8), Reading.URL));
  }
}
