package dev.sojourn.host.daemon;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;

/// Takes agents in: reads the package, verifies it, asks the policy, keeps it on disk, and only
/// then says that it is here. Each step is taken only if the one before it allowed it.
final class DispatchHandler {
  private static final System.Logger LOG = System.getLogger(DispatchHandler.class.getName());
  private static final Duration RETRY_WHEN_CROWDED = Duration.ofSeconds(5);
  private static final Duration RETRY_WHEN_STORED = Duration.ofMinutes(1);

  private final PackageReader reader;
  private final PackageVerifier verifier;
  private final CurrentRules rules;
  private final HostNames names;
  private final Store store;
  private final Visits visits;
  private final HomeDesk home;
  private final InstantSource clock;
  private final RateLimitedLog refusals;

  DispatchHandler(
      PackageReader reader,
      PackageVerifier verifier,
      CurrentRules rules,
      HostNames names,
      Store store,
      Visits visits,
      HomeDesk home,
      InstantSource clock) {
    this.reader = reader;
    this.verifier = verifier;
    this.rules = rules;
    this.names = names;
    this.store = store;
    this.visits = visits;
    this.home = home;
    this.clock = clock;
    this.refusals = new RateLimitedLog(LOG);
  }

  /// Answers a DISPATCH.
  AtpResponse dispatch(AtpRequest request) throws StoreException, InterruptedException {
    return switch (reader.read(request.body())) {
      case PackageReading.Garbled garbled -> refused(garbled.problem());
      case PackageReading.Read read -> verify(request, read.agentPackage());
    };
  }

  private AtpResponse verify(AtpRequest request, AgentPackage agent)
      throws StoreException, InterruptedException {
    var before = rules.now();
    return switch (verifier.verify(agent)) {
      case PackageVerdict.Refused refused -> refused(refused.problem());
      case PackageVerdict.Verified verified ->
          switch (Terms.of(
              verified.passport(),
              before.sites(),
              before.config().limits(),
              names.routes(before.config().policy()))) {
            case Terms.Refused refused -> refused(refused.problem());
            case Terms.Granted _ -> keep(request, agent, verified, before);
          };
    };
  }

  private AtpResponse keep(
      AtpRequest request,
      AgentPackage agent,
      PackageVerdict.Verified verified,
      CurrentRules.Rules before)
      throws StoreException, InterruptedException {
    var passport = verified.passport();
    var signer = verified.signer().name();
    var arrival = new Arrival(agent, passport, signer, clock.instant());
    var taken = visits.admit(arrival);
    if (!Objects.equals(rules.now(), before)) {
      // Trust was taken from its signer, perhaps, after it was asked for and before this was known.
      visits.judgeAgain(arrival.key());
    }
    // Beside the visit, which has begun; and whatever came of it: what was refused or repeated must
    // not leave a signature behind that somebody else can use.
    boolean isWantedHome = home.isWantedHome(request, passport, verified.signer());
    return switch (taken.admission()) {
      case KEPT -> {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Agent {0} of {1} is taken in for {2}",
            passport.agentId(),
            passport.ownerKeyId(),
            passport.scope());
        yield isWantedHome && taken.stay().isPresent()
            ? home.dispatched(request, agent, taken.stay().get())
            : AtpResponse.okay();
      }
      // Without the agent, whatever was wished for: its owner has it back by RETRACT.
      case REPEATED -> AtpResponse.okay();
      case REUSED ->
          refused(
              new Problem(
                  PackageFault.DISPATCH_REUSED.code(),
                  PackageFault.DISPATCH_REUSED.status(),
                  "The dispatch id or the nonce of the passport came before with another"
                      + " passport."));
      // The usual way of an agent whose owner hopes that its code is here, and no refusal to
      // report.
      case CODE_MISSING -> codeMissing(passport);
      case AGENT_HERE -> agentHere(passport);
      case CROWDED ->
          AtpResponse.unavailable(
              "crowded", "As many visits wait here as may wait.", RETRY_WHEN_CROWDED);
      case DAY_SPENT -> daySpent(signer);
      case SIGNER_STORAGE_SPENT -> signerStorageSpent(signer);
      case STORAGE_SPENT -> storageSpent(signer);
    };
  }

  private AtpResponse agentHere(Passport passport) {
    return refused(
        new Problem(
            "agent-here",
            AtpStatus.FORBIDDEN,
            "A visit of agent %s is under way here; end it first, with RETRACT or DISPOSE."
                .formatted(passport.agentId())));
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

  private AtpResponse daySpent(String signer) throws StoreException {
    var limit =
        rules
            .limitsOf(signer)
            .spentBy(store.usage(signer, clock.instant()))
            .orElse("limit of today");
    var wait = SignerUsage.untilTomorrow(clock.instant());
    refusals.line(
        System.Logger.Level.INFO,
        "An agent of {0} is not taken in: its {1} is spent for today",
        signer,
        limit);
    return AtpResponse.unavailable(
        "limit-spent",
        "What this host grants your agents a day is spent (%s); the next day begins at midnight UTC."
            .formatted(limit),
        wait);
  }

  private AtpResponse signerStorageSpent(String signer) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent of {0} is not taken in: its agents take trust.stored-bytes on disk",
        signer);
    return AtpResponse.unavailable(
        "storage-spent",
        "Your agents take as much of this host's disk as they may; call back those that are over"
            + " ('sojourn agent retract --out'), and collect what others have found.",
        RETRY_WHEN_STORED);
  }

  private AtpResponse storageSpent(String signer) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent of {0} is not taken in: all agents take limits.stored-bytes on disk",
        signer);
    return AtpResponse.unavailable(
        "storage-spent",
        "The agents here take as much of this host's disk as they may.",
        RETRY_WHEN_STORED);
  }

  private AtpResponse refused(Problem problem) {
    refusals.line(
        System.Logger.Level.INFO,
        "An agent is not taken in: {0}, {1}",
        problem.code(),
        problem.detail());
    return AtpResponse.refusal(problem);
  }
}
