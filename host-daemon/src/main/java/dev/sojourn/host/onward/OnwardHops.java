package dev.sojourn.host.onward;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Carries out the hops of agents to their next hosts, one step of one hop at a time. [HopSchedule]
/// chooses the times. Safe for use by many threads.
///
/// ```
///  leaving ──choose a stop──> statement on disk ──send──┬─ on disk there ──> moved
///     ^                                                 ├─ no room now, no answer ──> again, the same bytes
///     │                                                 └─ refused, gone ──> passed over
///     └──────────────── the next stop, or none ──> finished <───┘
/// ```
public final class OnwardHops {
  private static final System.Logger LOG = System.getLogger(OnwardHops.class.getName());

  /// The pause if too many agents are already being sent to a host.
  private static final Duration WHEN_BUSY = Duration.ofSeconds(1);

  /// The maximum length of a refusing host's stored sentence, in characters.
  private static final int MAX_SAID_CHARS = 300;

  /// The maximum length of all these sentences together, in characters.
  private static final int MAX_REFUSALS_CHARS = 800;

  private final Store store;
  private final OnwardStore hops;
  private final CurrentRules rules;
  private final SigningKey key;
  private final HopSender sender;
  private final Owner owner;
  private final InstantSource clock;

  /// The owner of the visits.
  public interface Owner {
    /// {@return the reason why an agent may not leave; empty if it may}
    ///
    /// @param visit the visit of the agent
    Optional<String> objection(KeptVisit visit);

    /// Ends a visit on disk.
    ///
    /// @param visit the visit
    /// @param reason the reason, one sentence
    /// @throws StoreException if the disk fails
    void end(KeptVisit visit, String reason) throws StoreException;

    /// Is called when an agent has arrived at its next host, or will not leave.
    ///
    /// @param key the key of the visit
    /// @throws StoreException if the disk fails
    void settled(VisitKey key) throws StoreException;
  }

  OnwardHops(
      Store store,
      OnwardStore hops,
      CurrentRules rules,
      SigningKey key,
      HopSender sender,
      Owner owner,
      InstantSource clock) {
    this.store = store;
    this.hops = hops;
    this.rules = rules;
    this.key = key;
    this.sender = sender;
    this.owner = owner;
    this.clock = clock;
  }

  /// {@return the schedule of the hops of a host}
  ///
  /// @param store the store of the visits
  /// @param rules the current rules
  /// @param key the key of the host
  /// @param trail records each agent that leaves
  /// @param owner the owner of the visits
  /// @param clock the time
  /// @param faults logs faults of this host
  public static HopSchedule schedule(
      Store store,
      CurrentRules rules,
      SigningKey key,
      AuditTrail trail,
      Owner owner,
      InstantSource clock,
      RateLimitedLog faults) {
    var hops = new OnwardStore(store);
    var sender =
        new HopSender(key, trail, clock, () -> rules.now().config().onward().authorities());
    var steps = new OnwardHops(store, hops, rules, key, sender, owner, clock);
    return new HopSchedule(hops, steps, sender, clock, faults);
  }

  /// Takes all steps that are possible now.
  void advance(VisitKey name) throws IOException, InterruptedException {
    boolean isMore = true;
    while (isMore) {
      var hop = hops.find(name);
      var visit = store.find(name).filter(kept -> kept.status().state() == VisitState.LEAVING);
      isMore = hop.isPresent() && visit.isPresent() && isPassedOver(hop.get(), visit.get());
    }
  }

  /// Takes one step. Returns whether the stop was passed over, so that the next one can be chosen
  /// at once.
  private boolean isPassedOver(PendingHop hop, KeptVisit visit)
      throws IOException, InterruptedException {
    var chosen = hop.statement().flatMap(OnwardHops::target);
    if (hop.isUnsure() && chosen.isEmpty()) {
      throw new IllegalStateException("the host that may have an agent is not in the store");
    }
    var objection = owner.objection(visit);
    if (objection.isPresent()) {
      endFor(objection.get(), hop, visit);
      return false;
    }
    var now = clock.instant();
    if (!now.isBefore(visit.passport().expires())) {
      end(
          hop,
          visit,
          "Its passport expired before another host took it." + whereItMayBe(hop, visit));
      return false;
    }
    if (chosen.isPresent()) {
      return isPassedOver(hop, visit, chosen.get(), now);
    }
    var route = OnwardRoute.next(visit.passport(), hop.legs(), hop.passed(), this::isAllowed);
    var next = with(hop, route.passed(), now);
    if (route.to().isEmpty()) {
      end(next, visit, "Its journey ended here: " + words(visit.passport(), next.passed()) + ".");
      return false;
    }
    var statement = sign(next, visit, route.to(), now);
    if (statement.isEmpty()) {
      end(next, visit, "This host has no statement about its stay, without which none takes it.");
      return false;
    }
    var ready = new PendingHop(hop.key(), hop.legs(), next.passed(), statement, true, now);
    // The choice is on disk before the agent leaves.
    return hops.choose(ready).await() && send(ready, visit, route.to().get(), false);
  }

  /// Takes one step for a stop that was tried before. The operator may have forbidden its host
  /// since.
  private boolean isPassedOver(PendingHop hop, KeptVisit visit, StopNumber number, Instant now)
      throws IOException, InterruptedException {
    var to = stop(visit.passport(), number).host();
    if (!isAllowed(to) && hop.isUnsure()) {
      end(hop, visit, "It may be at %s, to which no agent leaves any more.".formatted(to));
      return false;
    }
    if (!isAllowed(to)) {
      return passOver(hop, number, OnwardRoute.NOT_ALLOWED, visit.status().reason());
    }
    if (!hop.isUnsure()) {
      // After a crash it is unknown whether this attempt was made.
      var _ = hops.again(hop.key(), true, now).await();
    }
    return send(hop, visit, number, hop.isUnsure());
  }

  /// Passes the stop over, so that the next step chooses another stop.
  private boolean passOver(PendingHop hop, StopNumber number, String why, String refusals)
      throws StoreException {
    var passed = new ArrayList<>(hop.passed());
    passed.add(new Passed(number, why));
    return hops.passOver(with(hop, passed, hop.since()), refusals).await();
  }

  private static PendingHop with(PendingHop hop, List<Passed> passed, Instant since) {
    return new PendingHop(hop.key(), hop.legs(), passed, Optional.empty(), false, since);
  }

  /// Delays the hop of an agent after a fault of this host, so that other agents need not wait.
  /// Leaves the rest of the hop unchanged.
  void putOff(VisitKey name, Duration pause) throws StoreException {
    var _ = hops.putOff(name, clock.instant().plus(pause)).await();
  }

  private boolean isAllowed(AtpAddress host) {
    return rules.now().config().onward().to().contains(host);
  }

  private Duration patience() {
    return rules.now().config().onward().patience();
  }

  private static Optional<StopNumber> target(Envelope statement) {
    try {
      return OnwardStatement.read(statement.payload()).to();
    } catch (JsonException e) {
      throw new IllegalStateException("a statement in the store is malformed", e);
    }
  }

  private boolean send(PendingHop hop, KeptVisit visit, StopNumber number, boolean wasUnsure)
      throws IOException, InterruptedException {
    var to = stop(visit.passport(), number).host();
    var agent = agent(hop, visit);
    if (agent.isEmpty()) {
      end(hop, visit, "Its code or state is not in the store any more.");
      return false;
    }
    var name = hop.key();
    var audited = new AuditVisit(rules.signerName(visit.passport()), name.owner(), name.agentId());
    var code = visit.passport().codeDigest().hex();
    var outcome = sender.send(agent.get(), to, audited, code);
    if (outcome.isEmpty()) {
      var _ = hops.again(name, wasUnsure, clock.instant().plus(WHEN_BUSY)).await();
      return false;
    }
    var tried = Duration.between(hop.since(), clock.instant());
    var ruling = HopRuling.of(outcome.get(), wasUnsure, tried, patience());
    LOG.log(System.Logger.Level.DEBUG, "Agent {0} goes on to {1}: {2}", name.agentId(), to, ruling);
    switch (ruling) {
      case HopRuling.Moved _ -> {
        if (hops.moved(name, to, clock.instant()).await()) {
          owner.settled(name);
        }
      }
      case HopRuling.Again(boolean isUnsure, var pause) -> {
        var _ = hops.again(name, isUnsure, clock.instant().plus(pause)).await();
      }
      case HopRuling.Ended(var why, var said) ->
          end(
              hop,
              visit,
              "It may be at %s, which takes it no more: %s. %s"
                  .formatted(to, why, noted(to, said)));
      case HopRuling.PassedOver(var why, var said) -> {
        return passOver(hop, number, why, refusals(to, said, visit));
      }
    }
    return false;
  }

  /// The agent to send, with this host's statements about its stay and its departure.
  private Optional<AgentPackage> agent(PendingHop hop, KeptVisit visit) throws StoreException {
    var agent = store.agent(hop.key());
    var code = store.code(visit.passport().codeDigest());
    var stay = stay(hop.key());
    if (agent.isEmpty() || code.isEmpty() || stay.isEmpty()) {
      return Optional.empty();
    }
    var log = new ArrayList<>(agent.get().hops());
    log.add(stay.get());
    hop.statement().ifPresent(log::add);
    var whole = agent.get().withHops(log);
    return Optional.of(
        new AgentPackage(
            whole.passport(), Optional.of(Bytes.wrap(code.get())), whole.state(), log));
  }

  private Optional<Envelope> stay(VisitKey name) throws StoreException {
    return store.statement(name).flatMap(new PackageReader(PackageLimits.DEFAULT)::readEnvelope);
  }

  /// Signs a statement about the departure. Empty if this host has no statement about the stay.
  private Optional<Envelope> sign(
      PendingHop hop, KeptVisit visit, Optional<StopNumber> to, Instant now) throws StoreException {
    var stay = stay(hop.key());
    if (stay.isEmpty()) {
      return Optional.empty();
    }
    try {
      var before = HopStatement.read(stay.get().payload());
      return Optional.of(
          new OnwardStatement(
                  before.agentId(),
                  before.hop() + 1,
                  Optional.of(stay.get().digest()),
                  key.id(),
                  visit.passport().nonce(),
                  before.stateOut(),
                  hop.passed(),
                  to,
                  now)
              .shortened()
              .sign(key));
    } catch (JsonException e) {
      throw new IllegalStateException("a statement in the store is malformed", e);
    }
  }

  /// Ends a visit after an objection. The end still names the host that may have the agent.
  private void endFor(String objection, PendingHop hop, KeptVisit visit) throws StoreException {
    if (hop.isUnsure()) {
      end(hop, visit, VisitState.KILLED, objection + whereItMayBe(hop, visit));
    } else {
      owner.end(visit, objection);
    }
  }

  private static String whereItMayBe(PendingHop hop, KeptVisit visit) {
    return hop.isUnsure()
        ? hop.statement()
            .flatMap(OnwardHops::target)
            .map(number -> " It may be at %s.".formatted(stop(visit.passport(), number).host()))
            .orElse("")
        : "";
  }

  private void end(PendingHop hop, KeptVisit visit, String reason) throws StoreException {
    end(hop, visit, VisitState.FINISHED, reason);
  }

  /// Ends a visit. The hop log then says that the agent does not leave. If a host may have the
  /// agent, the log keeps naming that host.
  private void end(PendingHop hop, KeptVisit visit, VisitState state, String reason)
      throws StoreException {
    var last =
        hop.isUnsure()
            ? hop
            : new PendingHop(
                hop.key(),
                hop.legs(),
                hop.passed(),
                sign(hop, visit, Optional.empty(), clock.instant()),
                false,
                hop.since());
    // Before this, the reason was the sentences of the hosts that refused.
    var whole = joined(reason, visit.status().reason());
    if (hops.stays(last, state, whole, clock.instant()).await()) {
      owner.settled(hop.key());
    }
  }

  /// The sentences of the hosts that refused, the last one first.
  private static String refusals(AtpAddress host, Optional<String> said, KeptVisit visit) {
    var before = visit.status().reason();
    var all = said.map(sentence -> joined(noted(host, sentence), before)).orElse(before);
    return ForeignText.of(all).line(MAX_REFUSALS_CHARS);
  }

  /// The sentence of a host that refused. Its words are cut and come last, so that they displace no
  /// words of this host. Quotes mark them as the other host's words.
  private static String noted(AtpAddress host, String said) {
    return "%s said: \"%s\""
        .formatted(host, ForeignText.of(said).line(MAX_SAID_CHARS).replace('"', '\''));
  }

  private static String joined(String one, String other) {
    return other.isEmpty() ? one : one + " " + other;
  }

  private static String words(Passport passport, List<Passed> passed) {
    var all =
        passed.stream()
            .limit(5)
            .map(one -> stop(passport, one.number()).host() + " (" + one.why() + ")")
            .toList();
    return all.isEmpty() ? "no leg of its itinerary is left" : String.join(", ", all);
  }

  private static PassportStop stop(Passport passport, StopNumber number) {
    return number
        .of(passport)
        .orElseThrow(() -> new IllegalStateException("a hop in the store leads nowhere"));
  }
}
