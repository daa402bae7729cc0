package dev.sojourn.agent;

/// The answer to [Visit#fetch]: a [Page], or why there is no page.
public sealed interface Fetched
    permits Page, Fetched.Unchanged, Fetched.Refused, Fetched.Missing, Fetched.OutOfScope {

  /// {@return the requested URL, normalised if possible}
  String url();

  /// The page is unchanged and was not handed over. Only a request with a [KnownPage] has this
  /// answer.
  ///
  /// @param url the URL asked for
  record Unchanged(String url) implements Fetched {}

  /// The site's rules or the visit's limits do not allow this page.
  ///
  /// @param url the URL asked for
  /// @param reason one sentence that names the rule
  record Refused(String url, String reason) implements Fetched {}

  /// The page is missing: there is none, or it could not be read.
  ///
  /// @param url the URL asked for
  /// @param status the HTTP status (404, 503 …), or 0 if no answer came
  /// @param reason one sentence
  record Missing(String url, int status, String reason) implements Fetched {}

  /// The URL lies outside the scope; it was handed to the dispatcher as a referral.
  ///
  /// @param url the URL asked for
  record OutOfScope(String url) implements Fetched {}
}
