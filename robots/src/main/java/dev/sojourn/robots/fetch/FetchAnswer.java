package dev.sojourn.robots.fetch;

import java.time.Duration;
import java.util.Optional;

/// The answer to a request.
public sealed interface FetchAnswer {

  /// The server answered.
  ///
  /// @param status the HTTP status code
  /// @param location the Location field, as the site sent it or resolved by the caller; an http or
  ///   https URL is requested without change
  /// @param body the body; if it exceeds the limit, at least one octet more than the limit
  /// @param maxAge how long a cache may use it by Cache-Control or Expires; zero if it must not be
  ///   stored; empty without such a field
  /// @param validators the validators that make a later request conditional
  record Response(
      int status,
      Optional<String> location,
      byte[] body,
      Optional<Duration> maxAge,
      Validators validators)
      implements FetchAnswer {

    /// A response without body and fields.
    ///
    /// @param status the HTTP status code
    /// @return the response
    public static Response of(int status) {
      return new Response(status, Optional.empty(), new byte[0], Optional.empty(), Validators.NONE);
    }

    /// A redirect.
    ///
    /// @param status 301, 302, 303, 307 or 308
    /// @param location the target
    /// @return the response
    public static Response redirect(int status, String location) {
      return new Response(
          status, Optional.of(location), new byte[0], Optional.empty(), Validators.NONE);
    }

    /// A file.
    ///
    /// @param body the body
    /// @return the response with status 200
    public static Response file(byte[] body) {
      return new Response(200, Optional.empty(), body, Optional.empty(), Validators.NONE);
    }
  }

  /// There is no answer: the name or host was not found, the connection was refused or broken, or
  /// the time was over.
  ///
  /// @param reason as a short sentence
  record Failure(String reason) implements FetchAnswer {}
}
