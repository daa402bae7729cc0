package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.Preferences;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.signature.RequestVerdict;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.lifecycle.ActiveVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.trust.TrustedSigner;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/// The answer to a DISPATCH that is held back until the agent can come home with it.
///
/// The request waits on its virtual thread, as with COLLECT, at most [Preferences#MAX_WAIT]. It
/// holds its place among those of its connection until it is answered, also when its peer has gone.
public final class HeldDispatch {
  private static final System.Logger LOG = System.getLogger(HeldDispatch.class.getName());
  private static final String UNHEEDED =
      "Agent {0} does not come home with the answer to its DISPATCH: {1}, {2}";

  /// A request that waits holds its body, which counts among those of all connections, and its
  /// place among those that were unpacked. So only small requests wait; the others are answered at
  /// once.
  private static final int MAX_WAITING_BODY_BYTES = 64 << 10;

  private final Store store;
  private final AgentReturn agents;
  private final RequestVerifier verifier;
  private final RateLimitedLog unheeded;

  /// Creates it.
  ///
  /// @param store has the visits
  /// @param agents brings them home
  /// @param verifier of the wish
  public HeldDispatch(Store store, AgentReturn agents, RequestVerifier verifier) {
    this.store = store;
    this.agents = agents;
    this.verifier = verifier;
    this.unheeded = new RateLimitedLog(LOG);
  }

  /// Whether the answer to a DISPATCH is to bring its agent home. The agent's owner says so, with a
  /// signature that is good once; this uses it up.
  ///
  /// The package is no such wish. A party that gets hold of it before its host does can send it. It
  /// would get the agent back with all that it kept of the pages.
  ///
  /// @param owner the signer of the passport
  boolean isWantedHome(AtpRequest request, Passport passport, TrustedSigner owner) {
    if (!Preferences.of(request.headers()).wantsAgent() || !mayWait(request)) {
      return false;
    }
    if (!request.agentId().equals(Optional.of(passport.agentId()))) {
      return unheeded(passport, "agent-id", "It is not signed for this agent.");
    }
    try {
      return switch (verifier.onlyOf(owner).verify(request)) {
        case RequestVerdict.Verified _ -> true;
        case RequestVerdict.Refused refused -> {
          var problem = refused.problem();
          yield unheeded(passport, problem.code(), problem.detail());
        }
      };
    } catch (UncheckedIOException e) {
      // The agent is on disk; only the nonce of the wish is not.
      return unheeded(passport, "disk-failed", String.valueOf(e.getMessage()));
    }
  }

  private boolean unheeded(Passport passport, String code, String why) {
    unheeded.line(System.Logger.Level.INFO, UNHEEDED, passport.agentId(), code, why);
    return false;
  }

  /// Answers a DISPATCH whose agent is new on disk and wanted home: with the agent, if its visit is
  /// over in time.
  ///
  /// @param agent as it came
  AtpResponse answer(AtpRequest request, AgentPackage agent, ActiveVisit visit)
      throws StoreException, InterruptedException {
    var wanted = Preferences.of(request.headers());
    // Its end on disk is all that there is to wait for; the visit may leave meanwhile.
    var end = visit.awaitOwnEnd(wanted.longestWait().orElse(Duration.ZERO));
    var home =
        end.isPresent()
            ? Optional.of(agents.answer(visit.key(), agent, end.get()))
            : endedOtherwise(visit.key());
    return home.map(answer -> AgentReturn.applied(answer, wanted)).orElseGet(AtpResponse::okay);
  }

  private Optional<AtpResponse> endedOtherwise(VisitKey key) throws StoreException {
    var over = store.status(key).filter(kept -> kept.status().state().isFinal());
    return over.isEmpty() ? Optional.empty() : agents.answer(key, over.get());
  }

  /// Whether a request may wait for news or the end of a visit. A compressed body is held as it
  /// came, too.
  static boolean mayWait(AtpRequest request) {
    return Math.max(request.body().size(), request.content().size()) <= MAX_WAITING_BODY_BYTES;
  }
}
