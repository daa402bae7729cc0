package dev.sojourn.fetch.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The outcome of one HTTP exchange.
public sealed interface HttpReply {

  /// The site answered, with any status.
  ///
  /// @param status the HTTP status, 200 to 999
  /// @param headers the header fields: lower-case name to its values in order
  /// @param body the decoded body of a page; empty if the status is no success. Not copied, so
  ///   nobody may change it
  /// @param truncated whether the body is only the beginning, since it reached the size limit
  record Answer(int status, Map<String, List<String>> headers, byte[] body, boolean truncated)
      implements HttpReply {

    /// Copies the map; the lists in it are taken as they are.
    public Answer {
      headers = Map.copyOf(headers);
    }

    /// {@return the first value of a header field}
    ///
    /// @param name in lower case
    public Optional<String> header(String name) {
      return headers.getOrDefault(name, List.of()).stream().findFirst();
    }
  }

  /// No answer came, or no readable one.
  ///
  /// @param kind the kind of failure, for decisions
  /// @param reason the failure, for people: a clause without the URL and without a full stop
  record Failure(Kind kind, String reason) implements HttpReply {}

  /// The ways in which an exchange fails.
  enum Kind {
    /// No connection: unknown name, refused, no route, TLS not agreed.
    UNREACHABLE,
    /// A connection, but too little came in time.
    TIMEOUT,
    /// Something came that is not a whole HTTP response.
    BROKEN,
    /// The content coding of the body is unknown, or the body is not of the coding it names.
    BROKEN_ENCODING
  }
}
