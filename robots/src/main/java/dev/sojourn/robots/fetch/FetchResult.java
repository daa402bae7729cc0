package dev.sojourn.robots.fetch;

/// The result of fetching a robots.txt.
public sealed interface FetchResult {

  /// There is a file (2xx).
  ///
  /// @param response the last answer
  /// @param sameOrigin whether every requested URL had the site's own origin
  record Read(FetchAnswer.Response response, boolean sameOrigin) implements FetchResult {}

  /// The present copy is still valid (304).
  ///
  /// @param response the last answer
  record NotModified(FetchAnswer.Response response) implements FetchResult {}

  /// There is no file for this client (4xx, or too many redirects): no rules apply.
  ///
  /// @param reason as a short sentence
  record Unavailable(String reason) implements FetchResult {}

  /// The file is forbidden for this client (401 or 403, distinguished only in the 1996 dialect):
  /// nothing is allowed.
  ///
  /// @param reason as a short sentence
  record Forbidden(String reason) implements FetchResult {}

  /// The server or the network failed (5xx, other status codes, no answer): nothing is allowed.
  ///
  /// @param reason as a short sentence
  record Unreachable(String reason) implements FetchResult {}
}
