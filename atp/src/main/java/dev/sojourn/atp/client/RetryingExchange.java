package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.WireBytes;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// The attempts for one question to a host. It handles lost answers, busy hosts and agents that
/// moved. Confined to one thread.
final class RetryingExchange {

  private static final int MAX_MOVES = 5;

  private final AtpClient client;
  private final Patience patience;
  private final Destinations destinations;
  private final Predicate<AtpAddress> isFollowedTo;
  private AtpAddress host;
  private WireBytes wireBytes = WireBytes.NONE;
  private boolean mayHaveArrived;

  RetryingExchange(
      AtpClient client,
      AtpAddress host,
      Patience patience,
      Destinations destinations,
      Predicate<AtpAddress> isFollowedTo) {
    this.client = client;
    this.host = host;
    this.patience = patience;
    this.destinations = destinations;
    this.isFollowedTo = isFollowedTo;
  }

  /// The waiting between attempts.
  ///
  /// @param policy the rules for repeated attempts
  /// @param random spreads the pauses
  /// @param sleeper passes the time
  record Patience(RetryPolicy policy, RandomGenerator random, Backoff.Sleeper sleeper) {}

  /// The outcome of a question.
  sealed interface Reply {

    /// An answer of any status.
    record Some(AtpResponse response, AtpAddress host) implements Reply {}

    /// No answer.
    record None(String reason) implements Reply {}

    /// The host's address is forbidden, so the host was not asked.
    record Barred(String reason) implements Reply {}
  }

  /// The bytes of all attempts.
  WireBytes wireBytes() {
    return wireBytes;
  }

  /// The host that was asked last.
  AtpAddress host() {
    return host;
  }

  /// Whether a request was sent whose answer never came.
  boolean mayHaveArrived() {
    return mayHaveArrived;
  }

  /// Asks until there is a final answer, or patience runs out.
  ///
  /// @param request builds a new request for each attempt, since a signature is valid only once
  Reply ask(Function<AtpAddress, AtpRequest> request, Duration timeout)
      throws InterruptedException {
    var backoff = new Backoff(patience.policy(), patience.random(), patience.sleeper());
    int moves = 0;
    while (true) {
      // The caller decided which addresses the first host may have. A further host was named by a
      // host.
      var allowed = moves == 0 ? destinations : destinations.onward();
      var exchange = client.send(host, request.apply(host), timeout, allowed);
      wireBytes = wireBytes.plus(exchange.wireBytes());
      switch (exchange) {
        case Exchange.Unreachable no -> {
          return new Reply.None(no.reason());
        }
        case Exchange.Barred barred -> {
          return new Reply.Barred(barred.reason());
        }
        case Exchange.Lost lost -> {
          mayHaveArrived = true;
          if (!backoff.pause(Duration.ZERO)) {
            return new Reply.None(lost.reason());
          }
        }
        case Exchange.Answered answered -> {
          var moved = movedTo(answered.response()).filter(isFollowedTo);
          if (moved.isPresent() && moves < MAX_MOVES) {
            moves++;
            host = moved.get();
          } else if (!isWorthRepeating(answered.response())
              || !backoff.pause(answered.response().retryAfter().orElseThrow())) {
            return new Reply.Some(answered.response(), host);
          }
        }
      }
    }
  }

  private static boolean isWorthRepeating(AtpResponse response) {
    return response.status() == AtpStatus.SERVICE_UNAVAILABLE && response.retryAfter().isPresent();
  }

  /// Reads from an answer the host to which the agent moved.
  static Optional<AtpAddress> movedTo(AtpResponse response) {
    return response.status() == AtpStatus.MOVED && response.body().size() <= 1_024
        ? AtpAddress.parse(response.body().asUtf8().strip())
        : Optional.empty();
  }
}
