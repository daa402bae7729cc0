package dev.sojourn.base.text;

import java.util.ArrayList;
import java.util.List;

/// Splits the text of first lines and header fields into words and list elements.
///
/// Only space and tab are white space (RFC 9110, 5.6.3). Since a peer chooses the text, every
/// method reads each character at most a fixed number of times.
public final class HeaderText {

  private HeaderText() {}

  /// {@return the text without the spaces and tabs at its ends}
  ///
  /// @param text any text
  public static String strip(CharSequence text) {
    return strip(text, 0, text.length());
  }

  private static String strip(CharSequence text, int from, int to) {
    int start = from;
    while (start < to && isBlank(text.charAt(start))) {
      start++;
    }
    int end = to;
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.subSequence(start, end).toString();
  }

  /// {@return the words of a line, separated by spaces and tabs}
  ///
  /// @param line any text
  /// @param most the limit of words; the last word is then the rest of the line
  public static List<String> words(CharSequence line, int most) {
    var words = new ArrayList<String>();
    int at = afterBlanks(line, 0);
    while (at < line.length()) {
      if (words.size() == most - 1) {
        words.add(strip(line, at, line.length()));
        break;
      }
      int start = at;
      while (at < line.length() && !isBlank(line.charAt(at))) {
        at++;
      }
      words.add(line.subSequence(start, at).toString());
      at = afterBlanks(line, at);
    }
    return words;
  }

  /// {@return the elements of a list, separated by commas, without empty elements (RFC 9110,
  /// 5.6.1.2)}
  ///
  /// @param list the value of a field without quoted strings
  public static List<String> elements(CharSequence list) {
    var elements = new ArrayList<String>();
    int start = 0;
    for (int at = 0; at <= list.length(); at++) {
      if (at == list.length() || list.charAt(at) == ',') {
        var element = strip(list, start, at);
        if (!element.isEmpty()) {
          elements.add(element);
        }
        start = at + 1;
      }
    }
    return elements;
  }

  private static int afterBlanks(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /// {@return whether a character is white space in a message: a space or a tab}
  ///
  /// @param c the character
  public static boolean isBlank(int c) {
    return c == ' ' || c == '\t';
  }

  /// {@return whether the text is a token (RFC 9110, 5.6.2)}
  ///
  /// @param text any text
  public static boolean isToken(CharSequence text) {
    // A loop is faster than a stream: every field name of each message is checked here.
    for (int i = 0; i < text.length(); i++) {
      if (!isTokenCharacter(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /// {@return whether a token may contain a character (RFC 9110, 5.6.2)}
  ///
  /// @param c the character
  public static boolean isTokenCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
  }
}
