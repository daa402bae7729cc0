package dev.sojourn.robots.fetch;

import java.time.Duration;
import java.util.Optional;

/// The answer to a request.
public sealed interface FetchAnswer {

  /// The server answered.
  ///
  /// @param status the HTTP status code
  /// @param location the Location field, as it was sent or as the caller's reader of URLs resolved
  ///   it: a URL of http or https is asked for as it is
  /// @param body the body; if it is longer than the part that is read, at least one octet more than
  ///   that part
  /// @param maxAge how long HTTP lets a cache use it, from Cache-Control or Expires; zero if it
  ///   must not be stored; empty if HTTP says nothing
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
    /// @param location where to
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

  /// There is no answer: name or host not found, connection refused or broken, time over.
  ///
  /// @param reason as a short sentence
  record Failure(String reason) implements FetchAnswer {}
}
