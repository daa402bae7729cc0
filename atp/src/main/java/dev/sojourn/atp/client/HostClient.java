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

/// One agent host, as the owner of agents sees it. Requests that act on an agent are signed with
/// the owner's key. Safe for use by many (virtual) threads.
///
/// Every request can be repeated without harm. Its [RetryPolicy] says how often that is done after
/// a lost answer, and after a 403 with a time to try again. A host that cannot be connected to is
/// not tried again here.
public final class HostClient {

  /// The problem code of a host that lacks the code of an agent; its answer is 302.
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
  /// @param client carries the messages; stays the caller's
  /// @param host where to
  /// @param owner signs requests
  /// @param retry the rules by which it tries again
  /// @param clock the time, for dates and signatures
  /// @param random spreads the pauses
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

  /// {@return this client, but one that follows an agent that moved only to some addresses}
  ///
  /// A host names the address to which an agent moved, and may lie. An answer that names a
  /// forbidden address is returned as it is, with status 200.
  ///
  /// @param allowed the addresses to which requests may go on a host's word
  public HostClient following(Predicate<AtpAddress> allowed) {
    return new HostClient(client, host, owner, signer, patience, destinations, allowed, journey);
  }

  /// {@return this client, but one that connects only to some addresses, for this host and for
  /// those to which agents move}
  ///
  /// @param allowed the addresses to which connections may lead
  public HostClient connecting(Destinations allowed) {
    return new HostClient(client, host, owner, signer, patience, allowed, isFollowedTo, journey);
  }

  /// {@return this client for requests about a journey that another agent began} Without it, each
  /// agent is a journey of its own.
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
  /// @param mayHaveCode whether the host may know the code: it is then sent only if it does not
  /// @return whether the host took it
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

  /// The host will refuse a package that cannot be read.
  private static String agentId(AgentPackage agent) {
    try {
      return Passport.read(agent.passport().payload()).agentId();
    } catch (JsonException _) {
      return "";
    }
  }

  /// Each request names itself anew, the trace stays.
  private AtpRequest traced(AtpRequest request, Trace trace) {
    return request.withHeader(AtpHeaders.TRACEPARENT, trace.parent(patience.random()));
  }

  private RetryingExchange retryingExchange() {
    return new RetryingExchange(client, host, patience, destinations, isFollowedTo);
  }

  /// The requests that carry an agent. The package names its owner itself.
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

  /// Asks for the parcels after the one acknowledged; the host may then forget those up to it.
  ///
  /// @param agentId the agent whose parcels are asked for
  /// @param acknowledged number of the last parcel that is safely kept here; 0 for none
  /// @param wait how long the host may wait for news
  /// @return the parcels, in order and without a gap, and the status; if the agent went on, it
  ///   names the next host, whose parcels are numbered anew
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Delivery> collect(String agentId, long acknowledged, Duration wait)
      throws InterruptedException {
    return collect(agentId, acknowledged, wait, acknowledged);
  }

  /// Asks for the parcels that the host still has, if it is not known here which of them were
  /// acknowledged; acknowledges none.
  ///
  /// @param agentId the agent whose parcels are asked for
  /// @param wait how long the host may wait for news
  /// @return the parcels, in order and without a gap from the first, and how the visit stands
  /// @throws InterruptedException if the thread is interrupted
  public Answer<Delivery> collectLeft(String agentId, Duration wait) throws InterruptedException {
    return collect(agentId, 0, wait, ANY_PARCEL);
  }

  private Answer<Delivery> collect(String agentId, long acknowledged, Duration wait, long before)
      throws InterruptedException {
    var body = new CollectRequest(acknowledged, wait);
    // Parcels are numbered anew at each host: a host must not hear that the parcels of another
    // came.
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

  /// The host has no parcel left of an agent that went on: its status names the next host.
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

  /// Asks how a visit stands.
  ///
  /// @param agentId the agent of the visit
  /// @return how it stands
  /// @throws InterruptedException if the thread is interrupted
  public Answer<VisitStatus> status(String agentId) throws InterruptedException {
    return find(agentId).answer();
  }

  /// Asks how a visit stands, and at which host its agent is.
  ///
  /// @param agentId the agent of the visit
  /// @return how it stands at the last host to which the others led
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

  /// Calls an agent back: ends its visit if it has not ended, and fetches its state. Its findings
  /// stay at the host until they are collected, or disposed of.
  ///
  /// @param agentId the agent of the visit
  /// @return the agent, and how its visit ended
  /// @throws InterruptedException if the thread is interrupted
  public Answer<RetractedAgent> retract(String agentId) throws InterruptedException {
    return retract(AtpRequest.of(AtpMethod.RETRACT, AtpTarget.agent(agentId)), agentId);
  }

  /// Fetches the copy of an agent that its host keeps after the agent went on to another host: as
  /// it was when it left. For an agent that the other host has lost.
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

  /// Sends a message to an agent that is under way, and waits for its answer. A message whose
  /// answer was lost is sent again, and may reach the agent twice.
  ///
  /// @param agentId of an agent that takes messages
  /// @param text at most 16,000 characters
  /// @return the agent's answer; its content is the agent's affair
  /// @throws InterruptedException if the thread is interrupted
  public Answer<String> message(String agentId, String text) throws InterruptedException {
    return ask(
        AtpRequest.of(AtpMethod.MESSAGE, AtpTarget.agent(agentId))
            .withBody("text/plain", Bytes.utf8(text)),
        client.settings().response(),
        response -> Optional.of(response.body().asUtf8()));
  }

  /// Fetches code that the host knows.
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

  /// Ends a visit if it has not ended, and has the host forget all that it keeps of it. An agent
  /// that the host does not know counts as disposed of.
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
