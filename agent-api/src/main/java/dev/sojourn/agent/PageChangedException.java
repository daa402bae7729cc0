package dev.sojourn.agent;

/// A page changed or went between its fetch and a request for its body or its elements. A visit
/// that ends by it has failed.
public final class PageChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// Creates an exception.
  ///
  /// @param url the URL of the page
  public PageChangedException(String url) {
    super("the page changed before its body was read: " + url);
  }
}
