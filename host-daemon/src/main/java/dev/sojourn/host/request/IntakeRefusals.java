package dev.sojourn.host.request;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.rules.Ban;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.store.AdmitResult;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/// The answers to agents that are not admitted, and their log lines.
final class IntakeRefusals {
  private static final System.Logger LOG = System.getLogger(DispatchHandler.class.getName());
  private static final Duration RETRY_WHEN_CROWDED = Duration.ofSeconds(5);
  private static final Duration RETRY_WHEN_STORED = Duration.ofMinutes(1);
  private static final Duration RETRY_WHEN_AWAY = Duration.ofSeconds(30);
  private static final Duration RETRY_WHEN_DRAINED = Duration.ofMinutes(1);

  private final CurrentRules rules;
  private final Store store;
  private final BooleanSupplier isDrained;
  private final InstantSource clock;
  private final RateLimitedLog refusals;

  IntakeRefusals(CurrentRules rules, Store store, BooleanSupplier isDrained, InstantSource clock) {
    this.isDrained = isDrained;
    this.rules = rules;
    this.store = store;
    this.clock = clock;
    this.refusals = new RateLimitedLog(LOG);
  }

  /// The answer to an agent that the store refused.
  AtpResponse of(AdmitResult admission, Arrival arrival, String from) throws StoreException {
    var passport = arrival.passport();
    var signer = arrival.signer();
    return switch (admission) {
      case KEPT, REPEATED ->
          throw new IllegalArgumentException(
              "admission: " + admission + " (expected: one that refuses)");
      case REUSED ->
          of(
              new Problem(
                  PackageFault.DISPATCH_REUSED.code(),
                  PackageFault.DISPATCH_REUSED.status(),
                  "The dispatch id or the nonce of the passport came before with another"
                      + " passport."),
              from);
      case UNCERTAIN -> uncertain(from);
      // Normal for an owner who hopes that the host has the code; not logged as a refusal.
      case CODE_MISSING -> codeMissing(passport);
      case AGENT_HERE -> agentHere(passport, from);
      case CROWDED ->
          isDrained.getAsBoolean()
              ? AtpResponse.unavailable(
                  "draining", "This host takes no further agents for now.", RETRY_WHEN_DRAINED)
              : AtpResponse.unavailable(
                  "crowded", "As many visits wait here as may wait.", RETRY_WHEN_CROWDED);
      case DAY_SPENT -> daySpent(signer, from);
      case SIGNER_STORAGE_SPENT -> signerStorageSpent(signer, from);
      case STORAGE_SPENT -> storageSpent(signer, from);
    };
  }

  private AtpResponse uncertain(String from) {
    return of(
        new Problem(
            "dispatch-uncertain",
            AtpStatus.FORBIDDEN,
            "The clock of this host was ahead, and it may have forgotten that this passport came"
                + " before; sign one that expires later."),
        from);
  }

  private AtpResponse agentHere(Passport passport, String from) {
    return of(
        new Problem(
            "agent-here",
            AtpStatus.FORBIDDEN,
            "A visit of agent %s is under way here; end it first, with RETRACT or DISPOSE."
                .formatted(passport.agentId())),
        from);
  }

  private static AtpResponse codeMissing(Passport passport) {
    return AtpResponse.refusal(
            new Problem(
                "code-missing",
                AtpStatus.NOT_FOUND,
                "The code %s is not here; send the package with it."
                    .formatted(passport.codeDigest().hex())))
        .withHeader(AtpHeaders.CODE_DIGEST, passport.codeDigest().hex());
  }

  private AtpResponse daySpent(String signer, String from) throws StoreException {
    var limit =
        rules
            .limitsOf(signer)
            .spentBy(store.usage(signer, clock.instant()))
            .orElse("limit of today");
    var wait = SignerUsage.untilTomorrow(clock.instant());
    refusals.line(
        System.Logger.Level.INFO,
        "An agent of {0} from {2} is not taken in: its {1} is spent for today",
        signer,
        limit,
        from);
    return AtpResponse.unavailable(
        "limit-spent",
        "What this host grants your agents a day is spent (%s); the next day begins at midnight UTC."
            .formatted(limit),
        wait);
  }

  private AtpResponse signerStorageSpent(String signer, String from) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent of {0} from {1} is not taken in: its agents take trust.stored-bytes on disk",
        signer,
        from);
    return AtpResponse.unavailable(
        "storage-spent",
        "Your agents take as much of this host's disk as they may; call back those that are over"
            + " ('sojourn agent retract --out'), and collect what others have found.",
        RETRY_WHEN_STORED);
  }

  private AtpResponse storageSpent(String signer, String from) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent of {0} from {1} is not taken in: all agents take limits.stored-bytes on disk",
        signer,
        from);
    return AtpResponse.unavailable(
        "storage-spent",
        "The agents here take as much of this host's disk as they may.",
        RETRY_WHEN_STORED);
  }

  /// The answer to an agent with the key of a banned signer. For the sender, the key counts as
  /// unknown; the operator's log names its signer.
  AtpResponse ofBanned(Problem problem, String keyId, Ban ban, String from) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent from {2} is not taken in: {0}, the key {1}",
        problem.code(),
        ban.about(keyId),
        from);
    return AtpResponse.refusal(problem);
  }

  /// The answer to an agent with another problem.
  AtpResponse of(Problem problem, String from) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent from {2} is not taken in: {0}, {1}",
        problem.code(),
        problem.detail(),
        from);
    return problem.status() == AtpStatus.SERVICE_UNAVAILABLE
        ? AtpResponse.unavailable(problem.code(), problem.detail(), RETRY_WHEN_AWAY)
        : AtpResponse.refusal(problem);
  }
}
