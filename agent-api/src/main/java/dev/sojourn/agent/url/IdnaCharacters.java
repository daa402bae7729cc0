package dev.sojourn.agent.url;

import java.text.Normalizer;
import java.util.Locale;

/// The mapping table of UTS 46 (section 5), non-transitional and with `UseSTD3ASCIIRules` false.
///
/// The table has 9,000 lines, which a rule generates (section 7). This class applies that rule to
/// the character properties of the JDK. A character maps to its compatibility form in lower case.
/// Invisible characters are left out. Unassigned code points, and those that are not characters of
/// text, are refused. For the Unicode version of the JDK, all code points map as in the table,
/// except for spaces. The table maps spaces to U+0020, which no host name may have.
final class IdnaCharacters {
  /// Stands for a code point that no name may have.
  static final String DISALLOWED = "\ufffd";

  private static final int IDEOGRAPHIC_STOP = 0x3002;

  /// Code points that are left out: soft hyphens, fillers, variation selectors and the like.
  private static final int[][] IGNORED = {
    {0xad, 0xad},
    {0x34f, 0x34f},
    {0x115f, 0x1160},
    {0x17b4, 0x17b5},
    {0x180b, 0x180f},
    {0x200b, 0x200b},
    {0x2060, 0x2064},
    {0x206a, 0x206f},
    {0x3164, 0x3164},
    {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},
    {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a},
    {0xe0100, 0xe01ef},
  };

  /// Symbols that describe how ideographs are composed, and the two replacement characters.
  private static final int[][] NO_CHARACTERS = {
    {0x2ff0, 0x2fff}, {0x31ef, 0x31ef}, {0xfffc, 0xfffd}
  };

  /// Whether a character of the basic plane is known to map to itself. The rule takes some
  /// microseconds, and the host names on a page may have a million such characters. Several threads
  /// may fill this cache at once, since all find the same.
  private static final boolean[] KEPT = new boolean[Character.MAX_VALUE + 1];

  private IdnaCharacters() {}

  /// {@return what a code point is mapped to: itself, others, nothing, or [#DISALLOWED]}
  static String mapped(int c) {
    if (c < 0x80) {
      return Character.toString(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    if (c < KEPT.length && KEPT[c]) {
      return Character.toString(c);
    }
    var mapped = byRule(c);
    if (c < KEPT.length && mapped.length() == 1 && mapped.charAt(0) == c) {
      KEPT[c] = true;
    }
    return mapped;
  }

  private static String byRule(int c) {
    if (c == IDEOGRAPHIC_STOP || c == 0xff0e || c == 0xff61) {
      return ".";
    }
    if (isDeviation(c)) {
      return Character.toString(c);
    }
    if (c == 0x1e9e) {
      return "\u00df";
    }
    if (isIn(IGNORED, c)) {
      return "";
    }
    if (!isText(c) || isIn(NO_CHARACTERS, c)) {
      return DISALLOWED;
    }
    var folded = composed(folded(composed(folded(Character.toString(c)))));
    // A dot ends a label, so no other character may map to a text with a dot.
    boolean isOfLabels = folded.indexOf('.') < 0 && folded.indexOf(IDEOGRAPHIC_STOP) < 0;
    return isOfLabels && folded.codePoints().allMatch(IdnaCharacters::mayResult)
        ? folded
        : DISALLOWED;
  }

  /// {@return whether a code point may stand in a label as it is}
  static boolean isValid(int c) {
    return c < 0x80 ? c < 'A' || c > 'Z' : mapped(c).equals(Character.toString(c)) && c != 0xfffd;
  }

  /// The characters that IDNA 2003 mapped, and IDNA 2008 keeps: ß, ς, and the two joiners.
  private static boolean isDeviation(int c) {
    return c == 0xdf || c == 0x3c2 || c == 0x200c || c == 0x200d;
  }

  private static boolean mayResult(int c) {
    return c < 0x80 || isDeviation(c) || isText(c);
  }

  private static boolean isText(int c) {
    return switch (Character.getType(c)) {
      case Character.UNASSIGNED,
          Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  private static String composed(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }

  /// Unicode case folding, computed from the case mappings of the JDK.
  private static String folded(String text) {
    var out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> fold(c, out));
    return out.toString();
  }

  private static void fold(int c, StringBuilder out) {
    boolean isSmallCherokee = (c >= 0x13f8 && c <= 0x13fd) || (c >= 0xab70 && c <= 0xabbf);
    if (isSmallCherokee) {
      out.appendCodePoint(Character.toUpperCase(c));
    } else if ((c >= 0x13a0 && c <= 0x13f5) || c == 0x131 || c == 0xdf) {
      // Cherokee folds to capitals. The capitals of ı and ß would become other small letters.
      out.appendCodePoint(c);
    } else {
      out.append(Character.toString(c).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT));
    }
  }

  private static boolean isIn(int[][] ranges, int c) {
    for (var range : ranges) {
      if (c >= range[0] && c <= range[1]) {
        return true;
      }
    }
    return false;
  }
}
