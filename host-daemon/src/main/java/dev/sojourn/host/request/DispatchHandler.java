package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.PackageVerdict;
import dev.sojourn.atp.agent.PackageVerifier;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportJson;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.lifecycle.GrantedVisit;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.Terms;
import dev.sojourn.host.store.AdmitResult;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.identity.signature.Envelope;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;

/// Handles DISPATCH: reads the package ([PackageReader]), verifies it ([PackageVerifier]), checks
/// the rules ([Terms]) and stores the agent ([Store#arrivals]). Only then does it begin the visit
/// and confirm the arrival. Each step requires the success of the step before.
public final class DispatchHandler {
  private static final System.Logger LOG = System.getLogger(DispatchHandler.class.getName());

  private final PackageReader reader;
  private final PackageVerifier verifier;
  private final CurrentRules rules;
  private final Store store;
  private final Visits visits;
  private final InstantSource clock;
  private final IntakeRefusals refusals;
  private final RefusedSigners strangers;

  /// Creates the handler.
  ///
  /// @param reader reads packages
  /// @param verifier verifies packages
  /// @param rules the current rules
  /// @param store stores the agents
  /// @param visits begins their visits
  /// @param strangers remembers signers refused for lack of trust
  /// @param clock the time
  public DispatchHandler(
      PackageReader reader,
      PackageVerifier verifier,
      CurrentRules rules,
      Store store,
      Visits visits,
      RefusedSigners strangers,
      InstantSource clock) {
    this.reader = reader;
    this.verifier = verifier;
    this.rules = rules;
    this.store = store;
    this.visits = visits;
    this.clock = clock;
    this.refusals = new IntakeRefusals(rules, store, visits::isDrained, clock);
    this.strangers = strangers;
  }

  /// @param visit marked as proven once the passport is verified
  AtpResponse answer(AtpRequest request, RequestVisit visit)
      throws StoreException, InterruptedException {
    return switch (reader.read(request.body())) {
      case PackageReading.Garbled garbled -> refusals.of(garbled.problem(), visit.from());
      case PackageReading.Read read -> verify(read.agentPackage(), visit);
    };
  }

  private AtpResponse verify(AgentPackage agent, RequestVisit visit)
      throws StoreException, InterruptedException {
    var before = rules.now();
    return switch (verifier.verify(agent)) {
      case PackageVerdict.Refused refused -> refused(agent, refused, before, visit);
      case PackageVerdict.Verified verified -> {
        visit.prove(named(verified.signer().name(), verified.passport()));
        yield switch (before.terms(verified.passport())) {
          case Terms.Refused refused -> refusals.of(refused.problem(), visit.from());
          case Terms.Granted terms -> keep(agent, verified, terms, before, visit.from());
        };
      }
    };
  }

  private AtpResponse refused(
      AgentPackage agent,
      PackageVerdict.Refused refused,
      CurrentRules.Rules before,
      RequestVisit visit) {
    if (refused.fault() == PackageFault.SIGNER_UNTRUSTED) {
      return untrusted(agent.passport(), refused.problem(), visit.from());
    }
    if (refused.fault().isBehindSignatures()) {
      passport(agent).ifPresent(passport -> visit.prove(named(before.signer(passport), passport)));
    }
    return refusals.of(refused.problem(), visit.from());
  }

  private static AuditVisit named(String signer, Passport passport) {
    return new AuditVisit(signer, passport.ownerKeyId(), passport.agentId());
  }

  private static Optional<Passport> passport(AgentPackage agent) {
    try {
      return Optional.of(PassportJson.read(agent.passport().payload()));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  private AtpResponse untrusted(Envelope passport, Problem problem, String from) {
    strangers.note(passport, from);
    var keyId = passport.signatures().getFirst().keyId();
    return rules
        .ban(keyId)
        .map(ban -> refusals.ofBanned(problem, keyId, ban, from))
        .orElseGet(() -> refusals.of(problem, from));
  }

  private AtpResponse keep(
      AgentPackage agent,
      PackageVerdict.Verified verified,
      Terms.Granted terms,
      CurrentRules.Rules before,
      String from)
      throws StoreException, InterruptedException {
    var passport = verified.passport();
    var signer = verified.signer().name();
    var arrival = new Arrival(agent, passport, signer, clock.instant());
    var admission = store.arrivals().admit(arrival, visits.intakeLimits(signer)).await();
    if (admission == AdmitResult.KEPT) {
      begin(arrival, terms, from);
    }
    if (!Objects.equals(rules.now(), before)) {
      // A change of the rules since the check may have removed the signer's trust.
      var _ = visits.judgeAgain(arrival.key());
    }
    return switch (admission) {
      case KEPT, REPEATED -> AtpResponse.okay();
      case REUSED,
          UNCERTAIN,
          CODE_MISSING,
          AGENT_HERE,
          CROWDED,
          DAY_SPENT,
          SIGNER_STORAGE_SPENT,
          STORAGE_SPENT ->
          refusals.of(admission, arrival, from);
    };
  }

  private void begin(Arrival arrival, Terms.Granted terms, String from) {
    var passport = arrival.passport();
    LOG.log(
        System.Logger.Level.DEBUG,
        "Agent {0} of {1} is taken in for {2}",
        passport.agentId(),
        passport.ownerKeyId(),
        passport.scope());
    visits.begin(new GrantedVisit(arrival, terms, from));
  }
}
