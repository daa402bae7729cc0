package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Preferences;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.host.store.VisitRecord;
import dev.sojourn.identity.trust.TrustedSigner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;

/// Gives agents back to their owners: those that are called back, and those whose owner waits for
/// them from the start.
///
/// Who waits, waits on the virtual thread of the request, as with COLLECT: at most
/// [Preferences#MAX_WAIT], and the request holds its place among those of its connection until it
/// is answered, also when its peer has gone.
final class HomeDesk {
  private static final System.Logger LOG = System.getLogger(HomeDesk.class.getName());
  private static final String UNHEEDED =
      "Agent {0} does not come home with the answer to its DISPATCH: {1}, {2}";

  /// A request that waits holds its body, which counts among those of all connections, and its
  /// place among those that were unpacked. So only those wait that are small; the others are
  /// answered at once.
  private static final int MAX_WAITING_BODY_BYTES = 64 << 10;

  private final Store store;
  private final Visits visits;
  private final Statements statements;
  private final RequestVerifier verifier;
  private final RateLimitedLog unheeded;

  HomeDesk(
      Store store,
      Visits visits,
      Statements statements,
      RequestVerifier verifier,
      InstantSource clock) {
    this.store = store;
    this.visits = visits;
    this.statements = statements;
    this.verifier = verifier;
    this.unheeded = new RateLimitedLog(LOG);
  }

  /// Answers a RETRACT: ends the visit, after the time that its owner gives it, where they do.
  AtpResponse retract(AtpRequest request, VisitKey key)
      throws StoreException, InterruptedException {
    var wait = Preferences.of(request.headers()).longestWait();
    if (wait.isPresent()) {
      awaitEnd(key, wait.get());
    }
    var standing = visits.kill(key, "Its owner called it back.");
    var home = standing.isEmpty() ? Optional.<AtpResponse>empty() : home(key, standing.get());
    return home.map(
            answer -> wait.map(time -> applied(answer, Preferences.waiting(time))).orElse(answer))
        .orElseGet(() -> unknown(key));
  }

  /// Whether the answer to a DISPATCH is to bring its agent home: the agent's owner says so, with a
  /// signature that is good once, and is used up by this.
  ///
  /// The package is no such word. Whoever gets hold of it before its host does can send it, and
  /// would have back what the agent kept of the pages.
  ///
  /// @param owner who signed the passport
  boolean isWantedHome(AtpRequest request, Passport passport, TrustedSigner owner) {
    if (!Preferences.of(request.headers()).wantsAgent() || !mayWait(request)) {
      return false;
    }
    if (!request.agentId().equals(Optional.of(passport.agentId()))) {
      unheeded.line(
          System.Logger.Level.INFO,
          UNHEEDED,
          passport.agentId(),
          "agent-id",
          "It is not signed for this agent.");
      return false;
    }
    return switch (verifier.onlyOf(owner).verify(request)) {
      case RequestVerdict.Verified _ -> true;
      case RequestVerdict.Refused refused -> {
        var problem = refused.problem();
        unheeded.line(
            System.Logger.Level.INFO,
            UNHEEDED,
            passport.agentId(),
            problem.code(),
            problem.detail());
        yield false;
      }
    };
  }

  /// Answers a DISPATCH whose agent is on disk, was not before, and is wanted home: with the agent,
  /// if its visit is over in time.
  ///
  /// @param agent as it came
  AtpResponse dispatched(AtpRequest request, AgentPackage agent, ActiveVisit stay)
      throws StoreException, InterruptedException {
    var wanted = Preferences.of(request.headers());
    // What is kept of its end is all that there is to wait for; its thread may take leave
    // meanwhile.
    var ended = stay.awaitOwnEnd(wanted.longestWait().orElse(Duration.ZERO));
    var home =
        ended.isPresent()
            ? Optional.of(ended(stay.key(), agent, ended.get()))
            : endedOtherwise(stay.key());
    return home.map(answer -> applied(answer, wanted)).orElseGet(AtpResponse::okay);
  }

  private AtpResponse ended(VisitKey key, AgentPackage agent, ActiveVisit.Ended ended)
      throws StoreException {
    var status = statements.status(key, ended.standing());
    return home(agent.withoutCode().withState(ended.state()), status);
  }

  private Optional<AtpResponse> endedOtherwise(VisitKey key) throws StoreException {
    var standing = store.standing(key).filter(kept -> kept.status().state().isFinal());
    return standing.isEmpty() ? Optional.empty() : home(key, standing.get());
  }

  /// Whether a request may wait for news or the end of a visit. What came compressed is held as it
  /// came, too.
  static boolean mayWait(AtpRequest request) {
    return Math.max(request.body().size(), request.content().size()) <= MAX_WAITING_BODY_BYTES;
  }

  /// Waits also for a visit that begins when the one before has left.
  private void awaitEnd(VisitKey key, Duration longest) throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    for (var stay = visits.stay(key); stay.isPresent(); stay = visits.stay(key)) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return;
      }
      stay.get().awaitEnd(Duration.ofNanos(left));
    }
  }

  private Optional<AtpResponse> home(VisitKey key, VisitRecord standing) throws StoreException {
    var agent = store.agent(key);
    return agent.isEmpty()
        ? Optional.empty()
        : Optional.of(home(agent.get(), statements.status(key, standing)));
  }

  /// The agent with what hosts signed about its stays, this one among them.
  private static AtpResponse home(AgentPackage agent, VisitStatus status) {
    var log = new ArrayList<>(agent.hops());
    status.statement().ifPresent(log::add);
    return AtpResponse.okay(AgentPackage.MEDIA_TYPE, agent.withHops(log).encode())
        .withHeader(AtpHeaders.VISIT_STATE, status.state().word());
  }

  private static AtpResponse applied(AtpResponse answer, Preferences heeded) {
    return answer.withHeader(AtpHeaders.PREFERENCE_APPLIED, heeded.value());
  }

  /// The same for an agent that is not here and for one of somebody else.
  static AtpResponse unknown(VisitKey key) {
    return AtpResponse.refusal(
        new Problem(
            "agent-unknown",
            AtpStatus.NOT_FOUND,
            "There is no agent " + key.agentId() + " of yours here."));
  }
}
