package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Preferences;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.store.Standing;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;

/// Gives agents back to their owners: those that are called back, and those whose owner waits for
/// them from the start.
///
/// Who waits, waits on the virtual thread of the request, as with COLLECT: at most
/// [Preferences#MAX_WAIT], and the request holds its place among those of its connection until it
/// is answered, also when its peer has gone.
final class HomeDesk {
  /// A request that waits holds its body, which counts among those of all connections, and its
  /// place among those that were unpacked. So only those wait that are small; the others are
  /// answered at once.
  private static final int MAX_WAITING_BODY_BYTES = 64 << 10;

  private final Store store;
  private final Visits visits;
  private final Statements statements;

  HomeDesk(Store store, Visits visits, Statements statements) {
    this.store = store;
    this.visits = visits;
    this.statements = statements;
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

  /// Answers a DISPATCH whose agent is on disk and was not before: with the agent, where its owner
  /// wants it back with the answer and its visit is over in time.
  ///
  /// @param agent as it came
  AtpResponse dispatched(AtpRequest request, AgentPackage agent, Stay stay)
      throws StoreException, InterruptedException {
    var wanted = Preferences.of(request.headers());
    if (!wanted.wantsAgent() || !mayWait(request)) {
      return AtpResponse.okay();
    }
    stay.awaitEnd(wanted.longestWait().orElse(Duration.ZERO));
    var ended = stay.ended();
    var home =
        ended.isPresent()
            ? Optional.of(ended(stay.key(), agent, ended.get()))
            : endedOtherwise(stay.key());
    return home.map(answer -> applied(answer, wanted)).orElseGet(AtpResponse::okay);
  }

  private AtpResponse ended(VisitKey key, AgentPackage agent, Stay.Ended ended)
      throws StoreException {
    var status = statements.status(key, ended.standing());
    return home(agent.withoutCode().withState(ended.state()), status);
  }

  private Optional<AtpResponse> endedOtherwise(VisitKey key) throws StoreException {
    var standing = store.standing(key).filter(kept -> kept.status().state().isFinal());
    return standing.isEmpty() ? Optional.empty() : home(key, standing.get());
  }

  /// Whether a request may wait for news or the end of a visit.
  static boolean mayWait(AtpRequest request) {
    return request.body().size() <= MAX_WAITING_BODY_BYTES;
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

  private Optional<AtpResponse> home(VisitKey key, Standing standing) throws StoreException {
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
