package dev.sojourn.atp;

import dev.sojourn.base.Bytes;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.Optional;

/// A response, complete with its body.
///
/// @param status the outcome
/// @param headers further fields; the codec writes `Content-Length` and `Connection`
/// @param body may be empty
public record AtpResponse(AtpStatus status, AtpHeaders headers, Bytes body) {

  /// {@return a response with status 100 and no body}
  public static AtpResponse okay() {
    return new AtpResponse(AtpStatus.OKAY, AtpHeaders.NONE, Bytes.EMPTY);
  }

  /// {@return a response with status 100 and a body}
  ///
  /// @param contentType for example `application/json`
  /// @param body the content
  public static AtpResponse okay(String contentType, Bytes body) {
    return new AtpResponse(
        AtpStatus.OKAY, AtpHeaders.of(AtpHeaders.CONTENT_TYPE, contentType), body);
  }

  /// {@return a response with status 200: the agent is at another host}
  ///
  /// @param host the host that has the agent now
  public static AtpResponse moved(AtpAddress host) {
    return new AtpResponse(
        AtpStatus.MOVED,
        AtpHeaders.of(AtpHeaders.CONTENT_TYPE, "text/uri-list"),
        Bytes.utf8(host + "/"));
  }

  /// {@return the refusal that the problem describes, with the problem as its body}
  ///
  /// @param problem the reason; its status becomes the status of the response, and a 403 asks for a
  ///   pause of five seconds
  public static AtpResponse refusal(Problem problem) {
    var response =
        new AtpResponse(
            problem.status(),
            AtpHeaders.of(AtpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE),
            problem.toJson());
    return problem.status() == AtpStatus.SERVICE_UNAVAILABLE
        ? response.withHeader(AtpHeaders.RETRY_AFTER, "5")
        : response;
  }

  /// {@return a response with status 403 and `Retry-After`}
  ///
  /// @param code for example `too-busy`
  /// @param sentence one sentence for human readers
  /// @param after at least a second; rounded up to seconds
  public static AtpResponse unavailable(String code, String sentence, Duration after) {
    long seconds = Math.max(1, after.plusMillis(999).toSeconds());
    return refusal(new Problem(code, AtpStatus.SERVICE_UNAVAILABLE, sentence))
        .withHeader(AtpHeaders.RETRY_AFTER, Long.toString(seconds));
  }

  /// {@return this response with one header field that replaces all fields with its name}
  ///
  /// @param name a token
  /// @param value printable
  public AtpResponse withHeader(String name, String value) {
    return new AtpResponse(status, headers.with(name, value), body);
  }

  /// {@return the problem that the body describes, or one made from the status}
  public Problem problem() {
    return Problem.read(this);
  }

  /// {@return the waiting time in `Retry-After`, at most a day; empty if there is none}
  public Optional<Duration> retryAfter() {
    return headers
        .first(AtpHeaders.RETRY_AFTER)
        .filter(
            v -> !v.isEmpty() && v.length() <= 5 && v.chars().allMatch(c -> c >= '0' && c <= '9'))
        .map(v -> Duration.ofSeconds(Math.min(86_400, Long.parseLong(v))));
  }
}
