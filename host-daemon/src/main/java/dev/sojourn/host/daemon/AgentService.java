package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.Trace;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.Peer;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.util.Optional;

/// Answers ATP requests: sends each to who can answer it, after its signature was checked where it
/// acts on an agent.
final class AgentService implements AtpHandler {
  private static final System.Logger LOG = System.getLogger(AgentService.class.getName());
  private static final Duration RETRY_AFTER_DISK = Duration.ofSeconds(30);

  private final Store store;
  private final DispatchHandler reception;
  private final OwnerRequests owners;
  private final RequestVerifier verifier;
  private final RateLimitedLog faults = new RateLimitedLog(LOG);

  AgentService(
      Store store, DispatchHandler reception, OwnerRequests owners, RequestVerifier verifier) {
    this.store = store;
    this.reception = reception;
    this.owners = owners;
    this.verifier = verifier;
  }

  @Override
  public AtpResponse handle(AtpRequest request, Peer peer) throws InterruptedException {
    AtpResponse response;
    try {
      response =
          switch (request.method()) {
            case DISPATCH -> reception.dispatch(request);
            case COLLECT, STATUS, RETRACT, DISPOSE, MESSAGE -> owned(request);
            case FETCH -> code(request.target().path());
          };
    } catch (StoreException e) {
      faults.line(
          System.Logger.Level.WARNING,
          "{0} failed: {1}",
          request.method(),
          String.valueOf(e.getMessage()));
      response = diskFailed(e);
    } catch (RuntimeException e) {
      faults.fault("A " + request.method() + " request", e);
      response =
          AtpResponse.refusal(
              new Problem(
                  "internal-error",
                  AtpStatus.INTERNAL_RECIPIENT_ERROR,
                  "This host failed to carry the request out, by a fault of its own."));
    }
    if (LOG.isLoggable(System.Logger.Level.DEBUG)) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "{0} {1} from {2}, trace {3}: {4}",
          request.method(),
          request.agentId().orElse(""),
          peer.address(),
          Trace.of(request.headers()).map(Trace::id).orElse("none"),
          response.status());
    }
    return response;
  }

  private AtpResponse owned(AtpRequest request) throws StoreException, InterruptedException {
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
        yield owners.answer(request, new VisitKey(verified.signer().key().id(), agentId.get()));
      }
    };
  }

  /// Code by its digest, and nothing by any other name: the path is never one of a file.
  private AtpResponse code(String path) throws StoreException {
    var digest = Digest.parse(path.substring(1));
    var code = digest.isPresent() ? store.code(digest.get()) : Optional.<byte[]>empty();
    return code.map(jar -> AtpResponse.okay("application/java-archive", Bytes.wrap(jar)))
        .orElseGet(
            () ->
                AtpResponse.refusal(
                    new Problem(
                        "code-unknown",
                        AtpStatus.NOT_FOUND,
                        "There is no such code here; FETCH takes / and the SHA-256 of code.")));
  }

  private static AtpResponse diskFailed(StoreException e) {
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
