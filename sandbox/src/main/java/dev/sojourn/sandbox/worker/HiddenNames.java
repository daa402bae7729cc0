package dev.sojourn.sandbox.worker;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Removes memory addresses from the names of lambdas' classes. The JVM names such a class by its
/// creator and an address: `guest.Guest$$Lambda/0x00007f3c14001208`.
///
/// An agent never gets objects of other hidden classes.
final class HiddenNames {
  private static final String LAMBDA = "$$Lambda";

  /// The marks before the address, in Java's form of the name and in the JVM's own.
  private static final Set<String> MARKS = Set.of("/0x", "+0x");

  private static final int MARK_CHARS = 3;

  private HiddenNames() {}

  /// Returns the text; each such name ends before its address.
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

  /// Returns the text of an object for a concatenation or a builder.
  static String text(@Nullable Object object) {
    var text = String.valueOf(object);
    return text == null ? "null" : withoutAddresses(text);
  }
}
