package dev.sojourn.agent.url;

import java.util.Optional;

/// A text, read as the URL of a page.
public sealed interface UrlReading {

  /// A URL of `http` or `https`, normalised.
  ///
  /// @param origin scheme, host and non-default port
  /// @param path begins with `/`
  /// @param query without `?`; empty if there is none
  /// @param hadUser whether the text had user information, which is dropped
  record Read(String origin, String path, Optional<String> query, boolean hadUser)
      implements UrlReading {

    /// {@return the characters of the URL}
    int chars() {
      return origin.length() + path.length() + query.map(q -> q.length() + 1).orElse(0);
    }
  }

  /// The text is not the URL of a page.
  ///
  /// @param fault the first fault
  record Unread(Fault fault) implements UrlReading {}

  /// The reasons why a text is not the URL of a page.
  enum Fault {
    /// It is relative, but has no base.
    NO_SCHEME,
    /// Its scheme is neither `http` nor `https`.
    OTHER_SCHEME,
    /// The host is missing or invalid by the URL Standard.
    NO_HOST,
    /// Its port is not a number up to 65,535.
    NO_PORT,
    /// It has too many characters, before or after normalising.
    TOO_LONG
  }
}
