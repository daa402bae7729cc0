package dev.sojourn.agent;

/// The answer to [Visit#fetch]: a [Page], or why there is no page.
public sealed interface Fetched
    permits Page, Fetched.Unchanged, Fetched.Refused, Fetched.Missing, Fetched.OutOfScope {

  /// {@return the requested URL, normalised if possible}
  String url();

  /// The page is unchanged and was not handed over. Only a request with a [KnownPage] has this
  /// answer.
  ///
  /// @param url the requested URL
  record Unchanged(String url) implements Fetched {}

  /// The site's rules or the visit's limits do not allow this page.
  ///
  /// @param url the requested URL
  /// @param reason one sentence that names the rule
  record Refused(String url, String reason) implements Fetched {}

  /// The page does not exist, or could not be read.
  ///
  /// @param url the requested URL
  /// @param status the HTTP status (404, 503 …), or 0 if no answer came
  /// @param reason one sentence
  record Missing(String url, int status, String reason) implements Fetched {}

  /// The URL is outside the scope; it was referred to the dispatcher.
  ///
  /// @param url the requested URL
  record OutOfScope(String url) implements Fetched {}
}
