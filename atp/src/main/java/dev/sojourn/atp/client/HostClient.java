package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.Trace;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.signature.RequestSigner;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// A client of one agent host, for the owner of agents. It signs requests that act on an agent with
/// the owner's key. Safe for use by many (virtual) threads.
///
/// Every request can be repeated without harm. The [RetryPolicy] says how often the client repeats
/// a request after a lost answer, or after a 403 with a retry time. If no connection to the host
/// can be made, the client does not try again.
public final class HostClient {

  /// The problem code in the 302 answer of a host that lacks the code of an agent.
  public static final String CODE_MISSING = "code-missing";

  private static final long ANY_PARCEL = -1;

  private final AtpClient client;
  private final AtpAddress host;
  private final SigningKey owner;
  private final RequestSigner signer;
  private final RetryingExchange.Patience patience;
  private final Destinations destinations;
  private final Predicate<AtpAddress> isFollowedTo;
  private final Optional<Trace> journey;

  /// Creates a client; nothing is sent yet.
  ///
  /// @param client carries the messages; the caller must close it
  /// @param host the receiver
  /// @param owner the key that signs requests
  /// @param retry the rules for repeated attempts
  /// @param clock the time, for dates and signatures
  /// @param random spreads the pauses between attempts
  public HostClient(
      AtpClient client,
      AtpAddress host,
      SigningKey owner,
      RetryPolicy retry,
      InstantSource clock,
      RandomGenerator random) {
    this(client, host, owner, clock, new RetryingExchange.Patience(retry, random, Thread::sleep));
  }

  HostClient(
      AtpClient client,
      AtpAddress host,
      SigningKey owner,
      InstantSource clock,
      RetryingExchange.Patience patience) {
    this(
        client,
        host,
        owner,
        new RequestSigner(owner, clock, new SecureRandom()),
        patience,
        Destinations.ANY,
        _ -> true,
        Optional.empty());
  }

  private HostClient(
      AtpClient client,
      AtpAddress host,
      SigningKey owner,
      RequestSigner signer,
      RetryingExchange.Patience patience,
      Destinations destinations,
      Predicate<AtpAddress> isFollowedTo,
      Optional<Trace> journey) {
    this.client = client;
    this.host = host;
    this.owner = owner;
    this.signer = signer;
    this.patience = patience;
    this.destinations = destinations;
    this.isFollowedTo = isFollowedTo;
    this.journey = journey;
  }

  /// {@return this client, but one that follows a moved agent only to some addresses}
  ///
  /// A host names the address to which an agent moved, and may lie. If that address is forbidden,
  /// the client returns the host's answer unchanged, with status 200.
  ///
  /// @param allowed the addresses that the client may follow when a host names them
  public HostClient following(Predicate<AtpAddress> allowed) {
    return new HostClient(client, host, owner, signer, patience, destinations, allowed, journey);
  }

  /// {@return this client, but one that connects only to some addresses, for this host and for
  /// hosts to which agents move}
  ///
  /// @param allowed the addresses of permitted connections
  public HostClient connecting(Destinations allowed) {
    return new HostClient(client, host, owner, signer, patience, allowed, isFollowedTo, journey);
  }

  /// {@return this client for requests about a journey that another agent began} Otherwise, each
  /// agent has its own journey.
  ///
  /// @param trace of the journey
  public HostClient onJourney(Trace trace) {
    return new HostClient(
        client, host, owner, signer, patience, destinations, isFollowedTo, Optional.of(trace));
  }

  /// {@return the host to which this client sends}
  public AtpAddress host() {
    return host;
  }

  /// Sends an agent.
  ///
  /// @param agent the package, with its code
  /// @param mayHaveCode whether the host may already have the code; if so, the code is sent only on
  ///   request
  /// @return whether the host accepted the agent
  /// @throws InterruptedException if the thread is interrupted
  public DispatchOutcome dispatch(AgentPackage agent, boolean mayHaveCode)
      throws InterruptedException {
    var exchange = retryingExchange();
    var timeout = client.settings().response();
    boolean sentFirst = !mayHaveCode && agent.code().isPresent();
    var trace = journey.orElseGet(() -> Trace.ofJourney(agentId(agent)));
    var first = exchange.ask(dispatches(agent, sentFirst, trace), timeout);
    boolean isMissed = !sentFirst && agent.code().isPresent() && lacksCode(first);
    var reply = isMissed ? exchange.ask(dispatches(agent, true, trace), timeout) : first;
    return switch (reply) {
      case RetryingExchange.Reply.Barred barred ->
          new DispatchOutcome.Barred(barred.reason(), exchange.wireBytes());
      case RetryingExchange.Reply.None none ->
          new DispatchOutcome.Unreachable(
              none.reason(), exchange.mayHaveArrived(), exchange.wireBytes());
      case RetryingExchange.Reply.Some some when some.response().status() == AtpStatus.OKAY ->
          new DispatchOutcome.Accepted(some.host(), sentFirst || isMissed, exchange.wireBytes());
      case RetryingExchange.Reply.Some some ->
          new DispatchOutcome.Refused(some.response().problem(), exchange.wireBytes());
    };
  }

  /// A package without a readable passport has an empty id here. The host will refuse that package.
  private static String agentId(AgentPackage agent) {
    try {
      return Passport.read(agent.passport().payload()).agentId();
    } catch (JsonException _) {
      return "";
    }
  }

  /// Gives each request a new parent id, but the same trace id.
  private AtpRequest traced(AtpRequest request, Trace trace) {
    return request.withHeader(AtpHeaders.TRACEPARENT, trace.parent(patience.random()));
  }

  private RetryingExchange retryingExchange() {
    return new RetryingExchange(client, host, patience, destinations, isFollowedTo);
  }

  /// Builds the requests that carry an agent. They are unsigned, since the package names its owner.
  private Function<AtpAddress, AtpRequest> dispatches(
      AgentPackage agent, boolean sendsCode, Trace trace) {
    var sent = sendsCode ? agent : agent.withoutCode();
    var plain =
        ContentCoding.compress(
            AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
                .withBody(AgentPackage.MEDIA_TYPE, sent.encode()));
    return _ -> traced(plain, trace);
  }

  private static boolean lacksCode(RetryingExchange.Reply reply) {
    return reply instanceof RetryingExchange.Reply.Some some
        && some.response().status() == AtpStatus.NOT_FOUND
        && some.response().problem().code().equals(CODE_MISSING);
  }

  /// Asks for the parcels after the acknowledged parcel. The host may then delete all parcels up to
  /// the acknowledged one.
  ///
  /// @param agentId the agent of the parcels
  /// @param acknowledged number of the last parcel that is safely stored here; 0 for none
  /// @param wait how long the host may hold back its answer until there is news
  /// @return the parcels, in order and without a gap, and the status. If the agent moved, the
  ///   status names the next host, which numbers its parcels from 1.
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Delivery> collect(String agentId, long acknowledged, Duration wait)
      throws InterruptedException {
    return collect(agentId, acknowledged, wait, acknowledged);
  }

  /// Asks for the parcels that the host still has. Use this if it is unknown which parcels were
  /// acknowledged. Acknowledges no parcel.
  ///
  /// @param agentId the agent of the parcels
  /// @param wait how long the host may hold back its answer until there is news
  /// @return the parcels, in order and without a gap from the first, and the status of the visit
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Delivery> collectLeft(String agentId, Duration wait) throws InterruptedException {
    return collect(agentId, 0, wait, ANY_PARCEL);
  }

  private Answer<Delivery> collect(String agentId, long acknowledged, Duration wait, long before)
      throws InterruptedException {
    var body = new CollectRequest(acknowledged, wait);
    // Each host numbers its parcels from 1. So this acknowledgement must not reach another host.
    return following(_ -> false)
        .ask(
            AtpRequest.of(AtpMethod.COLLECT, AtpTarget.agent(agentId))
                .withBody(CollectRequest.MEDIA_TYPE, body.toJson()),
            client.settings().response().plus(body.longestWait()),
            response ->
                response.status() == AtpStatus.MOVED
                    ? movedOn(response, acknowledged)
                    : Delivery.read(response.body()).filter(d -> isNext(d, agentId, before)));
  }

  /// The delivery for an agent that moved: the host has no parcel left, and the status names the
  /// next host.
  private static Optional<Delivery> movedOn(AtpResponse response, long last) {
    return RetryingExchange.movedTo(response)
        .map(host -> new Delivery(VisitStatus.moved(host, last), List.of()));
  }

  private static boolean isNext(Delivery delivery, String agentId, long before) {
    boolean isAny = before == ANY_PARCEL && !delivery.parcels().isEmpty();
    long expected = isAny ? delivery.parcels().getFirst().number() : before + 1;
    for (var parcel : delivery.parcels()) {
      if (!parcel.agentId().equals(agentId) || parcel.number() != expected) {
        return false;
      }
      expected++;
    }
    return true;
  }

  /// Asks for the status of a visit.
  ///
  /// @param agentId the agent of the visit
  /// @return the status
  /// @throws InterruptedException if the thread is interrupted
  public Answer<VisitStatus> status(String agentId) throws InterruptedException {
    return find(agentId).answer();
  }

  /// Asks for the status of a visit, and for the host at which its agent is.
  ///
  /// @param agentId the agent of the visit
  /// @return the status at the last host that the other hosts named
  /// @throws InterruptedException if the thread is interrupted
  public FoundVisit find(String agentId) throws InterruptedException {
    var exchange = retryingExchange();
    Answer<VisitStatus> answer =
        ask(
            exchange,
            AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent(agentId)),
            client.settings().response(),
            response -> {
              try {
                return Optional.of(VisitStatus.read(response.body()));
              } catch (JsonException _) {
                return Optional.empty();
              }
            });
    return new FoundVisit(exchange.host(), answer);
  }

  /// Calls an agent back: ends its visit if the visit is still open, and fetches the agent's state.
  /// Its findings stay at the host until they are collected or disposed of.
  ///
  /// @param agentId the agent of the visit
  /// @return the agent, and how its visit ended
  /// @throws InterruptedException if the thread is interrupted
  public Answer<RetractedAgent> retract(String agentId) throws InterruptedException {
    return retract(AtpRequest.of(AtpMethod.RETRACT, AtpTarget.agent(agentId)), agentId);
  }

  /// Fetches the copy of an agent that its host keeps after the agent moved to another host. The
  /// copy is the agent at its departure. Use this if the other host has lost the agent.
  ///
  /// @param agentId the agent of the visit
  /// @return the agent
  /// @throws InterruptedException if the thread is interrupted
  public Answer<RetractedAgent> copy(String agentId) throws InterruptedException {
    return retract(
        AtpRequest.of(AtpMethod.RETRACT, AtpTarget.agent(agentId))
            .withHeader(AtpHeaders.PREFER, "return=representation"),
        agentId);
  }

  private Answer<RetractedAgent> retract(AtpRequest request, String agentId)
      throws InterruptedException {
    return ask(
        request,
        client.settings().response(),
        response -> RetractedAgent.of(response, home -> isOurs(home, agentId)));
  }

  private boolean isOurs(AgentPackage agent, String agentId) {
    try {
      return agent.passport().isSignedBy(owner.verifyKey())
          && Passport.read(agent.passport().payload()).agentId().equals(agentId);
    } catch (JsonException _) {
      return false;
    }
  }

  /// Sends a message to an agent under way, and waits for its answer. If the answer is lost, the
  /// message is sent again and may reach the agent twice.
  ///
  /// @param agentId an agent that accepts messages
  /// @param text at most 16,000 characters
  /// @return the agent's answer; only the agent defines its content
  /// @throws InterruptedException if the thread is interrupted
  public Answer<String> message(String agentId, String text) throws InterruptedException {
    return ask(
        AtpRequest.of(AtpMethod.MESSAGE, AtpTarget.agent(agentId))
            .withBody("text/plain", Bytes.utf8(text)),
        client.settings().response(),
        response -> Optional.of(response.body().asUtf8()));
  }

  /// Fetches code that the host has.
  ///
  /// @param digest of the code
  /// @return the code, which has that digest
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Bytes> fetch(Digest digest) throws InterruptedException {
    var exchange = retryingExchange();
    var request =
        AtpRequest.of(
            AtpMethod.FETCH, new AtpTarget(Optional.empty(), "/" + digest.hex(), Optional.empty()));
    return answer(
        exchange,
        exchange.ask(_ -> request, client.settings().response()),
        request,
        response -> Optional.of(response.body()).filter(code -> Digest.of(code).equals(digest)));
  }

  /// Ends a visit if it is still open, and lets the host delete everything that it keeps of the
  /// visit. If the host does not know the agent, the agent counts as disposed of.
  ///
  /// @param agentId the agent of the visit
  /// @return true
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Boolean> dispose(String agentId) throws InterruptedException {
    var answer =
        ask(
            AtpRequest.of(AtpMethod.DISPOSE, AtpTarget.agent(agentId)),
            client.settings().response(),
            _ -> Optional.of(true));
    boolean isUnknown =
        answer instanceof Answer.Refused<Boolean> refused
            && refused.problem().status() == AtpStatus.NOT_FOUND;
    return isUnknown ? new Answer.Given<>(true, answer.wireBytes()) : answer;
  }

  private <T> Answer<T> ask(
      AtpRequest request, Duration timeout, Function<AtpResponse, Optional<T>> read)
      throws InterruptedException {
    return ask(retryingExchange(), request, timeout, read);
  }

  private <T> Answer<T> ask(
      RetryingExchange exchange,
      AtpRequest request,
      Duration timeout,
      Function<AtpResponse, Optional<T>> read)
      throws InterruptedException {
    var agentId = request.target().agentId().orElseThrow();
    var named = request.withHeader(AtpHeaders.AGENT_ID, agentId);
    var trace = journey.orElseGet(() -> Trace.ofJourney(agentId));
    return answer(
        exchange,
        exchange.ask(at -> signer.sign(traced(named, trace), at), timeout),
        request,
        read);
  }

  private static boolean isValue(AtpRequest request, AtpStatus status) {
    return status == AtpStatus.OKAY
        || (status == AtpStatus.MOVED && request.method() == AtpMethod.COLLECT);
  }

  private static <T> Answer<T> answer(
      RetryingExchange exchange,
      RetryingExchange.Reply reply,
      AtpRequest request,
      Function<AtpResponse, Optional<T>> read) {
    return switch (reply) {
      case RetryingExchange.Reply.Barred barred ->
          new Answer.Unreachable<>(barred.reason(), exchange.wireBytes());
      case RetryingExchange.Reply.None none ->
          new Answer.Unreachable<>(none.reason(), exchange.wireBytes());
      case RetryingExchange.Reply.Some some when isValue(request, some.response().status()) ->
          read.apply(some.response())
              .<Answer<T>>map(value -> new Answer.Given<>(value, exchange.wireBytes()))
              .orElseGet(
                  () ->
                      new Answer.Unreachable<>(
                          some.host() + " answered " + request.method() + " with garbled content.",
                          exchange.wireBytes()));
      case RetryingExchange.Reply.Some some ->
          new Answer.Refused<>(some.response().problem(), exchange.wireBytes());
    };
  }
}
