package dev.sojourn.robots.fetch;

/// The result of fetching a robots.txt.
public sealed interface FetchResult {

  /// There is a file (2xx).
  ///
  /// @param response the last answer
  /// @param sameOrigin whether every URL on the way was of the site's own origin
  record Read(FetchAnswer.Response response, boolean sameOrigin) implements FetchResult {}

  /// The copy held is still right (304).
  ///
  /// @param response the last answer
  record NotModified(FetchAnswer.Response response) implements FetchResult {}

  /// There is no file for this client (4xx, or too many redirects): no rules apply.
  ///
  /// @param reason as a short sentence
  record Unavailable(String reason) implements FetchResult {}

  /// The file is kept from this client (401 or 403, a case of its own in the 1996 dialect alone):
  /// nothing is allowed.
  ///
  /// @param reason as a short sentence
  record Forbidden(String reason) implements FetchResult {}

  /// The server or the network failed (5xx, other status codes, no answer): nothing is allowed.
  ///
  /// @param reason as a short sentence
  record Unreachable(String reason) implements FetchResult {}
}
