package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.server.AtpHandler;
import dev.sojourn.atp.server.Peer;
import dev.sojourn.atp.signature.BoundedNonceMemory;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustedSigner;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A host in the heap that checks everything and runs nothing. It has a parcel for each agent
/// ready.
final class OneAgentHost implements AtpHandler {

  private final Map<Digest, Bytes> code = new ConcurrentHashMap<>();
  private final Map<String, AgentPackage> agents = new ConcurrentHashMap<>();
  private final List<AtpRequest> requests = new ArrayList<>();
  private final TrustList trust;
  private volatile Optional<RequestVerifier> requestVerifier = Optional.empty();
  private volatile Optional<PackageVerifier> packageVerifier = Optional.empty();

  OneAgentHost(VerifyKey owner) {
    trust =
        id ->
            id.equals(owner.id())
                ? Optional.of(new TrustedSigner("the owner", owner))
                : Optional.empty();
  }

  /// A host learns its port when it listens.
  void listensOn(AtpAddress address) {
    var clock = InstantSource.system();
    requestVerifier =
        Optional.of(
            new RequestVerifier(
                trust,
                Set.of(address),
                new BoundedNonceMemory(1_000, clock),
                clock,
                RequestVerifier.Times.DEFAULT));
    packageVerifier =
        Optional.of(new PackageVerifier(VerifierSettings.of(trust, Set.of(address)), clock));
  }

  List<AtpRequest> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  @Override
  public AtpResponse handle(AtpRequest request, Peer peer) {
    synchronized (requests) {
      requests.add(request);
    }
    return switch (request.method()) {
      case DISPATCH -> dispatch(request);
      case COLLECT, STATUS, RETRACT, DISPOSE, MESSAGE ->
          switch (requestVerifier.orElseThrow().verify(request)) {
            case RequestVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
            case RequestVerdict.Verified _ -> act(request);
          };
      case FETCH -> refusal("no-such-thing", AtpStatus.NOT_FOUND);
    };
  }

  private AtpResponse dispatch(AtpRequest request) {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(request.body())) {
      case PackageReading.Garbled garbled -> AtpResponse.refusal(garbled.problem());
      case PackageReading.Read read ->
          switch (packageVerifier.orElseThrow().verify(read.agentPackage())) {
            case PackageVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
            case PackageVerdict.Verified verified -> {
              var digest = verified.passport().codeDigest();
              read.agentPackage().code().ifPresent(jar -> code.put(digest, jar));
              if (!code.containsKey(digest)) {
                yield refusal(HostClient.CODE_MISSING, AtpStatus.NOT_FOUND)
                    .withHeader("Code-Digest", digest.hex());
              }
              agents.put(verified.passport().agentId(), read.agentPackage());
              yield AtpResponse.okay();
            }
          };
    };
  }

  private AtpResponse act(AtpRequest request) {
    var id = request.agentId().orElseThrow();
    var agent = Optional.ofNullable(agents.get(id));
    if (agent.isEmpty()) {
      return refusal("agent-unknown", AtpStatus.NOT_FOUND);
    }
    return switch (request.method()) {
      case COLLECT -> collect(id, request);
      case STATUS -> AtpResponse.okay("application/json", VisitStatus.waiting().toJson());
      case RETRACT -> home(agent.get(), "killed");
      case DISPOSE -> {
        agents.remove(id);
        yield AtpResponse.okay();
      }
      case DISPATCH, FETCH, MESSAGE -> refusal("unexpected", AtpStatus.NOT_IMPLEMENTED);
    };
  }

  private static AtpResponse home(AgentPackage agent, String end) {
    return AtpResponse.okay(
            AgentPackage.MEDIA_TYPE, agent.withoutCode().withState(Bytes.utf8("state")).encode())
        .withHeader("Visit-State", end);
  }

  private static AtpResponse collect(String id, AtpRequest request) {
    try {
      var asked = CollectRequest.read(request.body());
      var parcel =
          Parcel.pack(
              id, asked.acknowledged() + 1, List.of(new ParcelLine.Referral("http://a.example/")));
      return AtpResponse.okay(
          Delivery.MEDIA_TYPE, new Delivery(VisitStatus.waiting(), List.of(parcel)).encode());
    } catch (JsonException e) {
      return AtpResponse.refusal(
          new Problem("collect-malformed", AtpStatus.BAD_REQUEST, String.valueOf(e.getMessage())));
    }
  }

  private static AtpResponse refusal(String code, AtpStatus status) {
    return AtpResponse.refusal(new Problem(code, status, "The host of the test says no."));
  }
}
