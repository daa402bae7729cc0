package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetractedAgent;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.dispatcher.core.Event;
import dev.sojourn.dispatcher.core.Tally;
import dev.sojourn.dispatcher.core.VisitTask;
import dev.sojourn.dispatcher.identity.StayCheck;
import dev.sojourn.dispatcher.plan.RouteCheck;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.SavedAgent;
import dev.sojourn.visit.VisitOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// The worker for visits at hosts: it sends agents, follows their visits, fetches them home, and
/// disposes of them. Each method blocks its (virtual) thread until its event is recorded.
final class HostWorker {
  private static final System.Logger LOG = System.getLogger(HostWorker.class.getName());

  /// How long a host may keep a COLLECT open until there is something to tell.
  private static final Duration LONG_POLL = Duration.ofSeconds(10);

  /// The pause after a COLLECT that was not answered, or answered with nothing.
  private static final Duration AGAIN = Duration.ofMillis(500);

  /// How often it is written down for how long an agent has waited.
  private static final Duration WAIT_KEPT_EVERY = Duration.ofSeconds(20);

  private final CrawlLoop loop;
  private final CrawlStore store;
  private final PassportFactory passports;
  private final HostClients hosts;
  private final StayCheck stays;
  private final RouteCheck routes;
  private final CrawlSettings settings;
  private final String publicKey;
  private final LiveCounts counts;
  private final Progress progress;
  private final InstantSource clock;
  private final AtomicBoolean hasToldOfStays = new AtomicBoolean();

  HostWorker(
      CrawlLoop loop,
      CrawlStore store,
      PassportFactory passports,
      HostClients hosts,
      StayCheck stays,
      RouteCheck routes,
      CrawlSettings settings,
      String publicKey,
      LiveCounts counts,
      Progress progress,
      InstantSource clock) {
    this.loop = loop;
    this.store = store;
    this.passports = passports;
    this.hosts = hosts;
    this.stays = stays;
    this.routes = routes;
    this.settings = settings;
    this.publicKey = publicKey;
    this.counts = counts;
    this.progress = progress;
    this.clock = clock;
  }

  void dispatch(SiteContext site, VisitTask task, String host, int attempt)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    var rules = site.rules().forDispatch();
    var objection = routes.objection(task, host, rules, site.destinations());
    if (objection.isPresent()) {
      boolean mayBeAtHost = store.sentPackage(agentId).isPresent();
      loop.record(site, new Event.Withdrawn(agentId, objection.get(), mayBeAtHost));
      return;
    }
    var address = address(host);
    AgentPackage agent;
    try {
      var allowed = task.withStarts(routes.allowedStarts(task, rules));
      agent = passports.make(allowed, site.scope(allowed, rules.robots()), address);
    } catch (IllegalArgumentException e) {
      var reason = "No passport can be made for " + host + ": " + e.getMessage() + ".";
      loop.record(site, new Event.Refused(task.agentId(), reason));
      return;
    }
    var outcome =
        hosts
            .patient(address, site.destinations())
            .onJourney(site.journey(task.agentId()))
            .dispatch(agent, true);
    count(task.agentId(), outcome.wireBytes().total());
    loop.record(site, dispatched(agentId, host, attempt, outcome));
  }

  private Event dispatched(String agentId, String host, int attempt, DispatchOutcome outcome) {
    return switch (outcome) {
      case DispatchOutcome.Accepted accepted -> {
        // As the commands of `agent` take it, for a user who wants to speak to it on its way.
        LOG.log(System.Logger.Level.INFO, "Sent {0}/#{1}", accepted.host(), agentId);
        yield new Event.Accepted(agentId);
      }
      case DispatchOutcome.Refused(var problem, _) ->
          problem.status() == AtpStatus.SERVICE_UNAVAILABLE
              ? new Event.Unreachable(agentId, attempt, refusal(host, problem))
              : new Event.Refused(agentId, refusal(host, problem));
      case DispatchOutcome.Barred(var reason, _) -> new Event.Refused(agentId, reason);
      case DispatchOutcome.Unreachable(var reason, _, _) ->
          new Event.Unreachable(agentId, attempt, host + " cannot be reached: " + sentence(reason));
    };
  }

  /// Gathers parcels until the visit is over, or the host was silent for longer than the patience
  /// of the crawl.
  void follow(SiteContext site, VisitTask task, String host)
      throws IOException, InterruptedException {
    var agentId = task.agentId();
    var client =
        hosts.impatient(address(host), site.destinations()).onJourney(site.journey(agentId));
    var heard = clock.instant();
    var bounds = bounds(site, task);
    var kept = new Gathered(Tally.NONE, bounds.waited());
    var release = Optional.<ReleaseWait>empty();
    var parked = Optional.<Instant>empty();
    while (true) {
      var answer = client.collect(agentId, store.lastParcel(agentId), LONG_POLL);
      count(agentId, answer.wireBytes().total());
      if (answer instanceof Answer.Given<Delivery>(var delivery, _)) {
        heard = clock.instant();
        bounds.next();
        var more = gather(site, task, host, delivery, bounds, kept, heard);
        if (more.isEmpty()) {
          return;
        }
        kept = more.get();
        if (delivery.isParked()) {
          var since = parked.orElse(heard);
          parked = Optional.of(since);
          var refused = takeBack(agentId, host, delivery.status(), client);
          if (refused.isEmpty()) {
            refused = keptTooLong(host, Duration.between(since, clock.instant()));
          }
          if (refused.isPresent()) {
            loop.record(site, new Event.Lost(agentId, refused.get(), kept.tally()));
            return;
          }
        }
        if (!bounds.hasNews()) {
          Thread.sleep(AGAIN);
        }
      } else if (isWithheld(answer)) {
        heard = clock.instant();
        if (release.isEmpty()) {
          release = Optional.of(releaseWait(task, host, heard));
        }
        if (release.get().isOver(heard)) {
          loop.record(site, new Event.Lost(agentId, release.get().fault(host), kept.tally()));
          return;
        }
        Thread.sleep(release.get().nextPause());
      } else {
        var loss = loss(host, answer, Duration.between(heard, clock.instant()));
        if (loss.isPresent()) {
          loop.record(site, new Event.Lost(agentId, loss.get(), kept.tally()));
          return;
        }
        Thread.sleep(AGAIN);
      }
    }
  }

  /// A crawl does not wait for an agent that would stay: it has all that this found, takes it back,
  /// and then hears that its visit is over. Gives why the host keeps it, if it does.
  private Optional<String> takeBack(
      String agentId, String host, VisitStatus status, HostClient client)
      throws IOException, InterruptedException {
    if (hasToldOfStays.compareAndSet(false, true)) {
      progress.note(
          "Agent %s would stay at %s %s. A crawl waits for no agent that stays: it is taken back, and others too."
              .formatted(agentId, host, status.reason()));
    }
    var answer = client.retract(agentId);
    count(agentId, answer.wireBytes().total());
    return switch (answer) {
      case Answer.Given<RetractedAgent>(var home, _) ->
          keepHome(agentId, host, 0, home.agent()) instanceof Event.FetchFailed failed
              ? Optional.of(failed.reason())
              : Optional.empty();
      case Answer.Refused<RetractedAgent>(var problem, _) ->
          problem.status() == AtpStatus.SERVICE_UNAVAILABLE
              ? Optional.empty()
              : Optional.of(refusal(host, problem));
      case Answer.Unreachable<RetractedAgent> _ -> Optional.empty();
    };
  }

  private Optional<String> keptTooLong(String host, Duration time) {
    return time.compareTo(settings.retries().patience()) < 0
        ? Optional.empty()
        : Optional.of(
            host + ": it keeps an agent that would stay there, and does not give it back.");
  }

  /// The host answers and has the findings; its operator decides when they leave.
  private static boolean isWithheld(Answer<Delivery> answer) {
    return answer instanceof Answer.Refused<Delivery>(var problem, _)
        && problem.status() == AtpStatus.SERVICE_UNAVAILABLE
        && problem.code().equals("withheld");
  }

  private ReleaseWait releaseWait(VisitTask task, String host, Instant begun) {
    progress.note(
        "The operator of %s looks at what agent %s found before it leaves; this crawl waits for it."
                .formatted(host, task.agentId())
            + " It can be interrupted and resumed meanwhile.");
    return new ReleaseWait(begun, maxWait(task));
  }

  private Duration maxWait(VisitTask task) {
    return settings.hosts().maxWait(Duration.ofSeconds(task.allowance().seconds()));
  }

  /// The part of a visit that is written down.
  ///
  /// @param tally as its host told it last
  /// @param waited for how long it is written down that the agent waited
  private record Gathered(Tally tally, Duration waited) {}

  /// Keeps a delivery; empty if nothing is to be gathered any more, which is recorded then.
  private Optional<Gathered> gather(
      SiteContext site,
      VisitTask task,
      String host,
      Delivery delivery,
      HostBounds bounds,
      Gathered before,
      Instant heard)
      throws IOException {
    var agentId = task.agentId();
    var tally = bounds.plausible(delivery.status());
    var damage = keep(site, agentId, delivery, bounds);
    if (damage.isEmpty()) {
      damage = bounds.delivery(delivery, heard);
    }
    if (!damage.isEmpty()) {
      loop.record(site, new Event.Lost(agentId, host + ": " + damage, tally));
      return Optional.empty();
    }
    var waited = keepWait(site, agentId, before.waited(), bounds.waited());
    counts.tally(agentId, tally);
    progress.look(site);
    if (delivery.isLast()) {
      over(site, task, host, delivery.status(), tally);
      return Optional.empty();
    }
    return Optional.of(new Gathered(tally, waited));
  }

  /// Why the visit counts as lost after a COLLECT that gave nothing; empty while there is patience.
  private Optional<String> loss(String host, Answer<Delivery> answer, Duration silence) {
    boolean isPatient = silence.compareTo(settings.retries().patience()) < 0;
    return switch (answer) {
      case Answer.Given<Delivery> _ -> Optional.empty();
      case Answer.Refused<Delivery>(var problem, _) ->
          isPatient && problem.status() == AtpStatus.SERVICE_UNAVAILABLE
              ? Optional.empty()
              : Optional.of(refusal(host, problem));
      case Answer.Unreachable<Delivery>(var reason, _) -> {
        if (!isPatient) {
          yield Optional.of(lost(host, reason));
        }
        LOG.log(System.Logger.Level.DEBUG, "{0} does not answer: {1}", host, reason);
        yield Optional.empty();
      }
    };
  }

  private void over(SiteContext site, VisitTask task, String host, VisitStatus status, Tally tally)
      throws IOException {
    var agentId = task.agentId();
    var fault = stays.fault(agentId, status.statement());
    loop.record(
        site,
        fault.isEmpty()
            ? ended(site, task, host, status, tally)
            : new Event.Lost(agentId, host + ": " + fault, tally));
  }

  private HostBounds bounds(SiteContext site, VisitTask task) throws IOException {
    return new HostBounds(
        task.allowance(),
        settings.retries().patience(),
        maxWait(task),
        site.waited(task.agentId()),
        passports.expires(task.agentId()));
  }

  /// Writes down for how long an agent has waited, now and then; returns the time that is written
  /// down.
  private Duration keepWait(SiteContext site, String agentId, Duration kept, Duration waited)
      throws IOException {
    if (waited.minus(kept).compareTo(WAIT_KEPT_EVERY) < 0) {
      return kept;
    }
    loop.record(site, new Event.Waited(agentId, waited.toSeconds()));
    return waited;
  }

  private String lost(String host, String reason) {
    return host
        + " was not heard of for "
        + settings.retries().patience().toSeconds()
        + " s: "
        + sentence(reason);
  }

  /// Keeps the parcels; returns their fault if there is one.
  private String keep(SiteContext site, String agentId, Delivery delivery, HostBounds bounds)
      throws IOException {
    long next = store.lastParcel(agentId) + 1;
    for (var parcel : delivery.parcels()) {
      if (!parcel.agentId().equals(agentId) || parcel.number() > next) {
        return "it delivered parcel %d of %s where parcel %d was due."
            .formatted(parcel.number(), parcel.agentId(), next);
      }
      if (parcel.number() == next) {
        var size = bounds.parcel(parcel);
        if (!size.isEmpty()) {
          return size;
        }
        var content = new ParcelContent(parcel, site.isOfCrawl());
        var fault =
            parcel.read(ParcelLimits.DEFAULT, content).orElseGet(() -> bounds.lines(content));
        if (!fault.isEmpty()) {
          return fault;
        }
        loop.parcel(site, content);
        next++;
      }
    }
    return "";
  }

  private Event.Ended ended(
      SiteContext site, VisitTask task, String host, VisitStatus status, Tally tally)
      throws IOException {
    // Only an agent that parked is taken back before its visit is over.
    boolean isTakenBack =
        status.state() == VisitState.KILLED && store.saved(task.agentId()).isPresent();
    if (isTakenBack) {
      return new Event.Ended(task.agentId(), new VisitOutcome.Finished(List.of()), tally);
    }
    var outcome = VisitOutcome.of(status);
    var reason =
        ownLimit(site, task, outcome, tally)
            .orElseGet(
                () ->
                    host
                        + " ended the visit ("
                        + status.state().word()
                        + "): "
                        + sentence(outcome.reason()));
    return new Event.Ended(task.agentId(), outcome.withReason(reason), tally);
  }

  /// A host stops a visit that has spent the limits of its passport, which are those of the command
  /// line. The user that typed them need not hear them from the host.
  private static Optional<String> ownLimit(
      SiteContext site, VisitTask task, VisitOutcome outcome, Tally tally) {
    return outcome instanceof VisitOutcome.Stopped
        ? task.allowance()
            .minus(tally)
            .spent()
            .flatMap(site.state().terms().allowance()::words)
            .map(limit -> "stopped by " + limit + ".")
        : Optional.empty();
  }

  void fetchHome(SiteContext site, String agentId, String host, int attempt)
      throws IOException, InterruptedException {
    if (store.saved(agentId).isPresent()) {
      loop.record(site, new Event.FetchedHome(agentId));
      return;
    }
    var answer =
        hosts
            .patient(address(host), site.destinations())
            .onJourney(site.journey(agentId))
            .retract(agentId);
    count(agentId, answer.wireBytes().total());
    loop.record(
        site,
        switch (answer) {
          case Answer.Given<RetractedAgent>(var home, _) ->
              keepHome(agentId, host, attempt, home.agent());
          case Answer.Refused<RetractedAgent>(var problem, _) ->
              new Event.FetchFailed(
                  agentId,
                  attempt,
                  problem.status() != AtpStatus.SERVICE_UNAVAILABLE,
                  refusal(host, problem));
          case Answer.Unreachable<RetractedAgent>(var reason, _) ->
              new Event.FetchFailed(
                  agentId, attempt, false, host + " cannot be reached: " + sentence(reason));
        });
  }

  private Event keepHome(String agentId, String host, int attempt, AgentPackage agent)
      throws IOException {
    if (agent.state().isEmpty()) {
      return new Event.FetchFailed(
          agentId, attempt, true, host + " gave an agent back without its state.");
    }
    var fault = stays.fault(agentId, agent);
    if (!fault.isEmpty()) {
      return new Event.FetchFailed(agentId, attempt, true, host + ": " + fault);
    }
    store.save(agentId, new SavedAgent(agent.state().get(), Tally.NONE, Duration.ZERO));
    return new Event.FetchedHome(agentId);
  }

  /// Tells the host to forget an agent. A host that cannot be told forgets it by itself some day.
  ///
  /// @param isStateKept whether the agent's state is fetched first; where there is none to be had,
  ///   its territory begins anew when it goes on
  void dispose(SiteContext site, String agentId, String host, boolean isStateKept)
      throws IOException, InterruptedException {
    var client =
        hosts.impatient(address(host), site.destinations()).onJourney(site.journey(agentId));
    if (isStateKept && store.saved(agentId).isEmpty()) {
      var home = client.retract(agentId);
      count(agentId, home.wireBytes().total());
      if (home instanceof Answer.Given<RetractedAgent>(var given, _)
          && given.agent().state().isPresent()
          && stays.fault(agentId, given.agent()).isEmpty()) {
        store.save(agentId, new SavedAgent(given.agent().state().get(), Tally.NONE, Duration.ZERO));
      }
    }
    var answer = client.dispose(agentId);
    count(agentId, answer.wireBytes().total());
    if (answer instanceof Answer.Unreachable<Boolean>(var reason, _)) {
      LOG.log(System.Logger.Level.DEBUG, "{0} still has agent {1}: {2}", host, agentId, reason);
    }
    loop.record(site, new Event.Disposed(agentId));
  }

  private void count(String agentId, long bytes) throws IOException {
    counts.addWire(agentId, bytes);
    store.addWireBytes(agentId, bytes);
  }

  private static AtpAddress address(String host) {
    return AtpAddress.parse(host)
        .orElseThrow(() -> new IllegalStateException(host + " was planned and is no address"));
  }

  /// One sentence, which ends with the step that keeps the host from refusing next time.
  private String refusal(String host, Problem problem) {
    var step =
        switch (problem.code()) {
          case "signer-untrusted", "signature-key-unknown" ->
              "; to be let in, give " + publicKey + " to its operator, who adds it under [[trust]]";
          case "audience-wrong", "host-wrong" ->
              "; its operator has to add " + host + " to names under [policy]";
          case "passport-expired", "passport-not-yet-valid", "signature-expired" ->
              "; one of the two clocks is wrong: set it right";
          case "site-not-served", "not-routed-here", "crowded", "disk-full", "agent-unknown" -> "";
          default -> "; its operator can say more";
        };
    return host + " refuses: " + Messages.withoutStop(problem.detail()) + step + ".";
  }

  private static String sentence(String text) {
    return text.isEmpty() || text.endsWith(".") ? text : text + ".";
  }
}
