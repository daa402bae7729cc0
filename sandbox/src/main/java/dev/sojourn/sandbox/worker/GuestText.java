package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.ForeignText;
import org.jspecify.annotations.Nullable;

/// The text of an agent in the end of its visit: printable, short, and without addresses of memory.
final class GuestText {
  private static final int MAX_REASON_CHARS = 500;

  private GuestText() {}

  /// The text as a reason may have it.
  static String reason(String text) {
    return ForeignText.of(HiddenNames.withoutAddresses(text)).text(MAX_REASON_CHARS);
  }

  /// Class and message. The agent's own methods run for both, so anything may happen.
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
