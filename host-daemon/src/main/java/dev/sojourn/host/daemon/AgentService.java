package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.Peer;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;

/// Answers ATP requests: sends each to who can answer it, after its signature was checked where it
/// acts on an agent.
final class AgentService implements AtpHandler {
  private static final System.Logger LOG = System.getLogger(AgentService.class.getName());
  private static final Duration RETRY_AFTER_DISK = Duration.ofSeconds(30);

  private final Reception reception;
  private final OwnerDesk owners;
  private final RequestVerifier verifier;

  AgentService(Reception reception, OwnerDesk owners, RequestVerifier verifier) {
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
            case DISPATCH -> reception.dispatch(request.body());
            case COLLECT, STATUS, RETRACT, DISPOSE -> owned(request);
            case FETCH, MESSAGE -> notImplemented(request);
          };
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.WARNING, "{0} failed: {1}", request.method(), e.getMessage());
      response = diskFailed(e);
    }
    LOG.log(
        System.Logger.Level.DEBUG,
        "{0} {1} from {2}: {3}",
        request.method(),
        request.agentId().orElse(""),
        peer.address(),
        response.status());
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

  private static AtpResponse notImplemented(AtpRequest request) {
    return AtpResponse.refusal(
        new Problem(
            "method-not-implemented",
            AtpStatus.NOT_IMPLEMENTED,
            "This host does not know " + request.method() + "."));
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
