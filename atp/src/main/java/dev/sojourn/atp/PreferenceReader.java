package dev.sojourn.atp;

import dev.sojourn.base.text.HeaderText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The reader of `Prefer` (RFC 7240, 2): preferences parted by commas. Each is a token; it may have
/// parameters and a value, which is a token or a quoted string.
///
/// ```
/// Prefer: return=representation; x="a, b", wait = "20"
/// ```
///
/// The first instance of a preference counts. If it is malformed behind its name, it still counts,
/// and says nothing: a later instance does not correct the sender's mistake. Each character is read
/// twice: for the end of its element, and for its value.
final class PreferenceReader {

  private final CharSequence field;
  private final int end;
  private int at;

  private PreferenceReader(CharSequence field, int start, int end) {
    this.field = field;
    this.at = start;
    this.end = end;
  }

  /// {@return the values by name, the names in lower case; empty if a preference has none}
  ///
  /// @param fields the values of all fields of the name, in order
  static Map<String, String> read(List<? extends CharSequence> fields) {
    var values = new LinkedHashMap<String, String>();
    for (var field : fields) {
      int start = 0;
      while (start < field.length()) {
        int end = endOfElement(field, start);
        new PreferenceReader(field, start, end).element(values);
        start = end + 1;
      }
    }
    return values;
  }

  /// The place of the next comma outside a quoted string; the end of the field if there is none.
  private static int endOfElement(CharSequence field, int start) {
    boolean isQuoted = false;
    for (int i = start; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == '\\' && isQuoted) {
        i++;
      } else if (c == ',' && !isQuoted) {
        return i;
      }
    }
    return field.length();
  }

  private void element(Map<String, String> values) {
    blanks();
    var name = token().toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      return;
    }
    var value = new StringBuilder();
    boolean isWellFormed = value(value) && parameters();
    values.putIfAbsent(name, isWellFormed ? value.toString() : "");
  }

  private boolean parameters() {
    while (at < end) {
      if (!skip(';')) {
        return false;
      }
      blanks();
      // A parameter may be empty; none of them means anything here.
      if (!token().isEmpty() && !value(new StringBuilder())) {
        return false;
      }
    }
    return true;
  }

  /// Reads `= word`, if it is there, with the blanks around it; says whether it is well-formed.
  private boolean value(StringBuilder value) {
    blanks();
    boolean isRead = true;
    if (skip('=')) {
      blanks();
      if (skip('"')) {
        isRead = quoted(value);
      } else {
        value.append(token());
      }
      blanks();
    }
    return isRead && (at == end || field.charAt(at) == ';');
  }

  private boolean quoted(StringBuilder value) {
    while (at < end) {
      char c = field.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c == '\\' && at < end) {
        c = field.charAt(at++);
      }
      value.append(c);
    }
    return false;
  }

  private String token() {
    int start = at;
    while (at < end && HeaderText.isTokenCharacter(field.charAt(at))) {
      at++;
    }
    return field.subSequence(start, at).toString();
  }

  private void blanks() {
    while (at < end && HeaderText.isBlank(field.charAt(at))) {
      at++;
    }
  }

  private boolean skip(char c) {
    boolean isThere = at < end && field.charAt(at) == c;
    if (isThere) {
      at++;
    }
    return isThere;
  }
}
