package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.Trace;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.Peer;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.metrics.IntakeCounts;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The service of a host: passes each ATP request to the handler of its method. If the request acts
/// on an agent, this first verifies its signature. Thread-safe.
public final class AgentService implements AtpHandler {
  private static final System.Logger LOG = System.getLogger(AgentService.class.getName());
  private static final Duration RETRY_AFTER_DISK = Duration.ofSeconds(30);

  private final Handlers handlers;
  private final RequestVerifier verifier;
  private final Departures departures;
  private final RefusedPeers peers;
  private final IntakeCounts counts = new IntakeCounts();
  private final RateLimitedLog faults = new RateLimitedLog(LOG);

  /// The handlers, one per method.
  ///
  /// @param dispatch admits agents
  /// @param fetch sends code
  /// @param status reports the status of visits
  /// @param collect sends parcels
  /// @param retract returns agents
  /// @param message passes messages to agents
  /// @param dispose ends and deletes visits
  public record Handlers(
      DispatchHandler dispatch,
      FetchHandler fetch,
      StatusHandler status,
      CollectHandler collect,
      RetractHandler retract,
      MessageHandler message,
      DisposeHandler dispose) {}

  /// Creates the service.
  ///
  /// @param handlers answer the requests
  /// @param verifier verifies requests that act on an agent
  /// @param departures checks and records answers that leave
  /// @param peers counts requests that prove nothing
  public AgentService(
      Handlers handlers, RequestVerifier verifier, Departures departures, RefusedPeers peers) {
    this.peers = peers;
    this.handlers = handlers;
    this.verifier = verifier;
    this.departures = departures;
  }

  /// {@return the counts of answered requests}
  public IntakeCounts counts() {
    return counts;
  }

  @Override
  public AtpResponse handle(AtpRequest request, Peer peer) throws InterruptedException {
    AtpResponse response;
    var visit = new RequestVisit(peer);
    try {
      response =
          switch (request.method()) {
            case DISPATCH -> handlers.dispatch().answer(request, visit);
            case COLLECT, STATUS, RETRACT, DISPOSE, MESSAGE -> owned(request, visit);
            case FETCH -> departures.announce("FETCH", handlers.fetch().answer(request));
          };
    } catch (StoreException e) {
      response = diskFailed(request, e);
    } catch (UncheckedIOException e) {
      // The nonce of the request could not be stored.
      response =
          e.getCause() instanceof StoreException disk
              ? diskFailed(request, disk)
              : failed(request, e);
    } catch (RuntimeException e) {
      response = failed(request, e);
    }
    if (response.status() != AtpStatus.OKAY && response.status() != AtpStatus.MOVED) {
      departures.refused(visit, request.method().name(), response.problem());
      peers.note(peer.ip(), response.problem());
    }
    counts.answered(request.method(), response);
    if (LOG.isLoggable(System.Logger.Level.DEBUG)) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "{0} {1} from {2}, trace {3}: {4}",
          request.method(),
          request.agentId().orElse(""),
          peer,
          Trace.of(request.headers()).map(Trace::id).orElse("none"),
          response.status());
    }
    return response;
  }

  private AtpResponse owned(AtpRequest request, RequestVisit visit)
      throws StoreException, InterruptedException {
    return switch (verifier.verify(request)) {
      case RequestVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
      case RequestVerdict.Verified verified -> {
        var agentId = request.agentId();
        if (agentId.isEmpty()) {
          yield AtpResponse.refusal(
              new Problem(
                  "agent-id-missing",
                  AtpStatus.BAD_REQUEST,
                  "The request names no agent; put its id behind # in the URI."));
        }
        var signer = verified.signer();
        var named = new AuditVisit(signer.name(), signer.key().id(), agentId.get());
        visit.prove(named);
        yield answer(request, new VisitKey(signer.key().id(), agentId.get()), named);
      }
    };
  }

  /// The request comes from the sender's own key. The lookup uses the sender's name, also for
  /// another owner's agent. Therefore such an agent is not found, even if it exists.
  private AtpResponse answer(AtpRequest request, VisitKey key, AuditVisit visit)
      throws StoreException, InterruptedException {
    var method = request.method().name();
    var asked = departures.asked(request.method(), key);
    if (asked.objection().isPresent()) {
      return asked.objection().get();
    }
    var arrived = asked.arrived();
    return switch (request.method()) {
      case STATUS -> departures.announce(key, arrived, method, handlers.status().answer(key));
      case COLLECT -> collected(handlers.collect().answer(request, key), visit, arrived);
      case RETRACT -> {
        var answer = handlers.retract().answer(request, key);
        yield departures.leave(visit, arrived, method, answer, Optional.empty());
      }
      case DISPOSE -> departures.disposed(visit, handlers.dispose().answer(key));
      case MESSAGE -> {
        var answer = handlers.message().answer(request, key);
        yield departures.leave(visit, arrived, method, answer, Optional.empty());
      }
      case DISPATCH, FETCH ->
          throw new IllegalArgumentException(
              "method: " + request.method() + " (expected: one that acts on an agent)");
    };
  }

  private AtpResponse collected(
      CollectHandler.Collected collected, AuditVisit visit, Optional<Instant> arrived)
      throws StoreException {
    return collected.parcels().isEmpty()
        ? departures.announce(
            new VisitKey(visit.key(), visit.agent()), arrived, "COLLECT", collected.answer())
        : departures.leave(visit, arrived, "COLLECT", collected.answer(), collected.parcels());
  }

  private AtpResponse failed(AtpRequest request, RuntimeException e) {
    faults.fault("A " + request.method() + " request", e);
    return AtpResponse.refusal(
        new Problem(
            "internal-error",
            AtpStatus.INTERNAL_RECIPIENT_ERROR,
            "This host failed to carry the request out, by a fault of its own."));
  }

  private AtpResponse diskFailed(AtpRequest request, StoreException e) {
    if (!e.isFull()) {
      // The store has already reported a full disk.
      faults.line(
          System.Logger.Level.WARNING,
          "{0} failed: {1}",
          request.method(),
          String.valueOf(e.getMessage()));
    }
    return e.isFull()
        ? AtpResponse.unavailable(
            "disk-full", "The disk of this host is full; nothing was kept.", RETRY_AFTER_DISK)
        : AtpResponse.refusal(
            new Problem(
                "disk-failed",
                AtpStatus.INTERNAL_RECIPIENT_ERROR,
                "The disk of this host failed; nothing was kept."));
  }
}
