package dev.sojourn.page.view;

import java.io.IOException;

/// Octets that are not a page view.
public final class MalformedViewException extends IOException {
  private static final long serialVersionUID = 1L;

  /// Creates an exception.
  ///
  /// @param message what was found and what was expected
  public MalformedViewException(String message) {
    super(message);
  }
}
