package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.ForeignText;
import org.jspecify.annotations.Nullable;

/// Texts of an agent in the report of its visit's end: printable, short, and without memory
/// addresses.
final class GuestText {
  private static final int MAX_REASON_CHARS = 500;

  private GuestText() {}

  /// Returns the text in a form for a reason.
  static String reason(String text) {
    return ForeignText.of(HiddenNames.withoutAddresses(text)).text(MAX_REASON_CHARS);
  }

  /// Returns class and message of an exception. The agent's own methods run here and may throw
  /// anything.
  static String of(@Nullable Throwable e) {
    if (e == null) {
      return "";
    }
    try {
      var message = e.getMessage();
      return e.getClass().getName() + (message == null ? "" : ": " + message);
    } catch (Throwable _) {
      return e.getClass().getName();
    }
  }
}
