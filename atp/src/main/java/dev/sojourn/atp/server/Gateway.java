package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.Exchange;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.base.text.HeaderText;
import dev.sojourn.base.text.HttpDate;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/// The gateway. It separates requests for this host from requests that name another host in an
/// absolute URI. It refuses the latter with 402, or forwards them if forwarding is on and the
/// target is listed.
///
/// A forwarded request carries the field `Via`, to which each gateway adds its own name. A request
/// that returned here, or passed too many gateways, is not forwarded.
public final class Gateway implements AtpHandler {

  private static final Duration RETRY = Duration.ofSeconds(2);

  private final AtpHandler here;
  private final Set<AtpAddress> names;
  private final Optional<Forwarding> forwarding;
  private final Semaphore places;

  private Gateway(AtpHandler here, Set<AtpAddress> names, Optional<Forwarding> forwarding) {
    this.here = here;
    this.names = Set.copyOf(names);
    this.forwarding = forwarding;
    this.places = new Semaphore(forwarding.map(Forwarding::maxAtOnce).orElse(0));
  }

  /// The targets of a gateway, and the settings of its requests.
  ///
  /// @param targets the only hosts to which requests are forwarded
  /// @param maxAtOnce requests that are forwarded at once; further senders are asked to come back
  /// @param maxGateways number of gateways that a request may have passed before
  /// @param client carries the requests; the caller must close it
  /// @param self the name of this gateway in `Via`
  public record Forwarding(
      Set<AtpAddress> targets, int maxAtOnce, int maxGateways, AtpClient client, AtpAddress self) {

    /// Copies the set.
    public Forwarding {
      targets = Set.copyOf(targets);
    }
  }

  /// {@return a gateway that refuses to forward}
  ///
  /// @param names the addresses of this host
  /// @param here answers requests for it
  public static Gateway closed(Set<AtpAddress> names, AtpHandler here) {
    return new Gateway(here, names, Optional.empty());
  }

  /// {@return a gateway that forwards}
  ///
  /// @param names the addresses of this host
  /// @param here answers requests for it
  /// @param forwarding its targets and settings
  public static Gateway forwarding(Set<AtpAddress> names, AtpHandler here, Forwarding forwarding) {
    return new Gateway(here, names, Optional.of(forwarding));
  }

  @Override
  public AtpResponse handle(AtpRequest request, Peer peer) throws InterruptedException {
    var foreign = request.target().authority().filter(named -> !names.contains(named));
    if (foreign.isEmpty()) {
      return here.handle(request, peer);
    }
    var target = foreign.get();
    if (forwarding.isEmpty()) {
      return refused(
          "not-a-proxy", "The URI names " + target + ", and this host forwards nothing.");
    }
    if (!forwarding.get().targets().contains(target)) {
      return refused("target-not-allowed", "This host does not forward to " + target + ".");
    }
    return forward(request, target, forwarding.get());
  }

  private AtpResponse forward(AtpRequest request, AtpAddress target, Forwarding way)
      throws InterruptedException {
    var passed =
        request.headers().all(AtpHeaders.VIA).stream()
            .flatMap(value -> HeaderText.elements(value).stream())
            .toList();
    boolean wasHere = passed.stream().anyMatch(way.self().authority()::equalsIgnoreCase);
    if (wasHere || passed.size() >= way.maxGateways()) {
      return refused("proxy-loop", "The request passed " + String.join(", ", passed) + " already.");
    }
    if (!places.tryAcquire()) {
      return AtpResponse.unavailable(
          "too-busy", "This host is forwarding as many requests as it may.", RETRY);
    }
    try {
      var via = new ArrayList<>(passed);
      via.add(way.self().authority());
      var onward =
          ContentCoding.asItCame(request).withHeader(AtpHeaders.VIA, String.join(", ", via));
      var exchange = way.client().send(target, onward, timeout(request, way));
      return switch (exchange) {
        case Exchange.Answered answered -> handedOn(dated(answered.response()), target);
        case Exchange.Unreachable no -> refused("target-unreachable", no.reason());
        case Exchange.Barred barred -> refused("target-unreachable", barred.reason());
        case Exchange.Lost lost -> refused("target-unreachable", lost.reason());
      };
    } finally {
      places.release();
    }
  }

  /// Turns the target's answer into one that a host may send. Systems older than this protocol may
  /// answer with a status that hosts never send, without a retry time, or with other date formats.
  private static AtpResponse handedOn(AtpResponse answer, AtpAddress target) {
    return switch (answer.status()) {
      case NOT_AUTHENTICATED ->
          AtpResponse.refusal(
              new Problem(
                  "not-authenticated",
                  AtpStatus.FORBIDDEN,
                  target + " answered " + answer.status() + ": it wants a secret shared with it."));
      case SERVICE_UNAVAILABLE ->
          answer.retryAfter().isPresent()
              ? answer
              : answer.withHeader(AtpHeaders.RETRY_AFTER, Long.toString(RETRY.toSeconds()));
      case OKAY,
          MOVED,
          BAD_REQUEST,
          FORBIDDEN,
          NOT_FOUND,
          INTERNAL_RECIPIENT_ERROR,
          NOT_IMPLEMENTED,
          BAD_GATEWAY ->
          answer;
    };
  }

  private static AtpResponse dated(AtpResponse answer) {
    return answer
        .headers()
        .first(AtpHeaders.DATE)
        .flatMap(HttpDate::read)
        .map(date -> answer.withHeader(AtpHeaders.DATE, HttpDate.write(date)))
        .orElseGet(
            () ->
                new AtpResponse(
                    answer.status(), answer.headers().without(AtpHeaders.DATE), answer.body()));
  }

  /// The longest wait for an answer. The target may hold back its answer to a COLLECT.
  private static Duration timeout(AtpRequest request, Forwarding way) {
    var wait = request.method() == AtpMethod.COLLECT ? CollectRequest.MAX_WAIT : Duration.ZERO;
    return way.client().settings().response().plus(wait);
  }

  private static AtpResponse refused(String code, String sentence) {
    return AtpResponse.refusal(new Problem(code, AtpStatus.BAD_GATEWAY, sentence));
  }
}
