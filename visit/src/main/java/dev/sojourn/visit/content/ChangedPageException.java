package dev.sojourn.visit.content;

import java.io.IOException;

/// A page changed or went between its answer and the reading of its body. Another request for the
/// page gets its present state.
public final class ChangedPageException extends IOException {
  private static final long serialVersionUID = 1L;

  /// Creates an exception.
  ///
  /// @param what the page, as this machine names it
  public ChangedPageException(String what) {
    super(what + " changed while it was read");
  }
}
