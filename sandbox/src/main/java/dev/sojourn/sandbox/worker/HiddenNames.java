package dev.sojourn.sandbox.worker;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes the addresses out of the names of lambdas' classes. The JVM names such a class after its
/// creator and an address in its memory: `guest.Guest$$Lambda/0x00007f3c14001208`.
///
/// Objects of other hidden classes are never handed to an agent.
final class HiddenNames {
  private static final String LAMBDA = "$$Lambda";

  /// The mark in Java's form of the name, and in the JVM's own.
  private static final Set<String> MARKS = Set.of("/0x", "+0x");

  private static final int MARK_CHARS = 3;

  private HiddenNames() {}

  /// The text, with each such name cut before its address.
  static String withoutAddresses(String text) {
    int at = text.indexOf(LAMBDA);
    if (at < 0) {
      return text;
    }
    var out = new StringBuilder(text.length());
    int copied = 0;
    while (at >= 0) {
      int end = at + LAMBDA.length();
      out.append(text, copied, end);
      copied = end;
      if (end + MARK_CHARS <= text.length()
          && MARKS.contains(text.substring(end, end + MARK_CHARS))) {
        copied = afterDigits(text, end + MARK_CHARS);
      }
      at = text.indexOf(LAMBDA, copied);
    }
    return out.append(text, copied, text.length()).toString();
  }

  private static int afterDigits(String text, int start) {
    int end = start;
    while (end < text.length() && Character.digit(text.charAt(end), 16) >= 0) {
      end++;
    }
    return end;
  }

  /// The text that a concatenation or a builder takes for an object.
  static String text(@Nullable Object object) {
    var text = String.valueOf(object);
    return text == null ? "null" : withoutAddresses(text);
  }
}
