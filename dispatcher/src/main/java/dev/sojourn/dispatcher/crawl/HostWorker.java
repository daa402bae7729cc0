package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.dispatcher.combine.LastVisit;
import dev.sojourn.dispatcher.core.Event;
import dev.sojourn.dispatcher.core.Tally;
import dev.sojourn.dispatcher.core.VisitTask;
import dev.sojourn.dispatcher.crawl.report.LiveCounts;
import dev.sojourn.dispatcher.follow.HostRefusals;
import dev.sojourn.dispatcher.follow.ReleaseWait;
import dev.sojourn.dispatcher.identity.StayCheck;
import dev.sojourn.dispatcher.plan.RouteCheck;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.visit.VisitOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The worker for visits at hosts: it sends agents, follows their visits, fetches them home, and
/// disposes of them. Each method blocks its (virtual) thread until its event is recorded.
final class HostWorker {
  private static final System.Logger LOG = System.getLogger(HostWorker.class.getName());

  /// How long a host may keep a COLLECT open until there is something to tell.
  private static final Duration LONG_POLL = Duration.ofSeconds(10);

  /// As long as a host may keep it open where an agent stays. Each costs about a kilobyte, and
  /// brings changes at once.
  private static final Duration STAY_POLL = Duration.ofMinutes(5);

  /// How long a host at which an agent stays may be silent, as while it is repaired.
  private static final Duration STAY_PATIENCE = Duration.ofHours(1);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /// The pause after a COLLECT that was not answered, or answered with nothing.
  private static final Duration AGAIN = Duration.ofMillis(500);

  /// How often it is written down for how long an agent has waited.
  private static final Duration WAIT_KEPT_EVERY = Duration.ofSeconds(20);

  private final CrawlLoop loop;
  private final CrawlStore store;
  private final PassportFactory passports;
  private final HostClients hosts;
  private final StayCheck statements;
  private final Stays stays;
  private final RouteCheck routes;
  private final CrawlSettings settings;
  private final String publicKey;
  private final LiveCounts counts;
  private final Progress progress;
  private final InstantSource clock;
  private final HostReturns returns;

  HostWorker(
      CrawlLoop loop,
      CrawlStore store,
      PassportFactory passports,
      HostClients hosts,
      StayCheck statements,
      Stays stays,
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
    this.statements = statements;
    this.stays = stays;
    this.routes = routes;
    this.settings = settings;
    this.publicKey = publicKey;
    this.counts = counts;
    this.progress = progress;
    this.clock = clock;
    this.returns = new HostReturns(loop, store, statements, publicKey, progress, this::count);
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
  /// of the crawl. Where the crawl follows its sites, that goes on while the agent stays.
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
      boolean isStaying = stays.isStaying(site, agentId);
      var answer = client.collect(agentId, store.lastParcel(agentId), longestWait(isStaying));
      count(agentId, answer.wireBytes().total());
      if (answer instanceof Answer.Given<Delivery>(var delivery, _)) {
        heard = clock.instant();
        bounds.next();
        var more = gather(site, task, host, delivery, bounds, kept, heard);
        if (more.isEmpty()) {
          return;
        }
        kept = more.get();
        if (isStaying && bounds.hasNews()) {
          stays.brings(site, agentId, host, kept.tally());
        }
        if (delivery.isParked() && stays.areWanted()) {
          stays.rests(site, agentId, host, kept.tally());
        } else if (delivery.isParked()) {
          var since = parked.orElse(heard);
          parked = Optional.of(since);
          var refused = givenBack(agentId, host, delivery.status(), client, since);
          if (refused.isPresent()) {
            lose(site, agentId, host, refused.get(), kept.tally());
            return;
          }
        }
        if (!bounds.hasNews() && !isStaying) {
          Thread.sleep(AGAIN);
        }
      } else if (isWithheld(answer)) {
        heard = clock.instant();
        release = release.or(() -> Optional.of(releaseWait(task, host, clock.instant())));
        if (release.get().isOver(heard)) {
          lose(site, agentId, host, release.get().fault(host), kept.tally());
          return;
        }
        Thread.sleep(release.get().nextPause());
      } else {
        var silence = Duration.between(heard, clock.instant());
        var loss = loss(host, answer, silence, patience(isStaying));
        if (loss.isPresent()) {
          lose(site, agentId, host, loss.get(), kept.tally());
          return;
        }
        Thread.sleep(isStaying ? pauseOfStay(site, agentId, host, answer) : AGAIN);
      }
    }
  }

  /// An agent that stays where the crawl does not follow any more is to be taken back at once.
  private Duration longestWait(boolean isStaying) {
    if (isStaying) {
      return stays.areWanted() ? STAY_POLL : Duration.ZERO;
    }
    return LONG_POLL;
  }

  /// Takes an agent back that would stay; gives why its host keeps it, if it does for too long.
  private Optional<String> givenBack(
      String agentId, String host, VisitStatus status, HostClient client, Instant since)
      throws IOException, InterruptedException {
    var refused = returns.takeBack(agentId, host, status, client);
    return refused.isPresent()
        ? refused
        : keptTooLong(host, Duration.between(since, clock.instant()));
  }

  private Duration patience(boolean isStaying) {
    var patience = settings.retries().patience();
    return isStaying && patience.compareTo(STAY_PATIENCE) < 0 ? STAY_PATIENCE : patience;
  }

  /// Tells that a host is silent where an agent stays.
  private Duration pauseOfStay(
      SiteContext site, String agentId, String host, Answer<Delivery> answer) {
    if (answer instanceof Answer.Unreachable<Delivery>(var reason, _)) {
      stays.silent(site, agentId, host, host + " does not answer: " + sentence(reason));
    }
    return LONGEST_PAUSE;
  }

  /// Gives a visit up.
  private void lose(SiteContext site, String agentId, String host, String reason, Tally tally)
      throws IOException {
    end(site, agentId, host, new Event.Lost(agentId, reason, tally), reason);
  }

  private void end(SiteContext site, String agentId, String host, Event event, String reason)
      throws IOException {
    boolean isStaying = stays.isStaying(site, agentId);
    loop.record(site, event);
    if (isStaying) {
      stays.over(site, agentId, host, reason);
    }
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
      lose(site, agentId, host, host + ": " + damage, tally);
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
  private Optional<String> loss(
      String host, Answer<Delivery> answer, Duration silence, Duration patience) {
    boolean isPatient = silence.compareTo(patience) < 0;
    return switch (answer) {
      case Answer.Given<Delivery> _ -> Optional.empty();
      case Answer.Refused<Delivery>(var problem, _) ->
          isPatient && problem.status() == AtpStatus.SERVICE_UNAVAILABLE
              ? Optional.empty()
              : Optional.of(refusal(host, problem));
      case Answer.Unreachable<Delivery>(var reason, _) -> {
        if (!isPatient) {
          yield Optional.of(lost(host, reason, patience));
        }
        LOG.log(System.Logger.Level.DEBUG, "{0} does not answer: {1}", host, reason);
        yield Optional.empty();
      }
    };
  }

  private void over(SiteContext site, VisitTask task, String host, VisitStatus status, Tally tally)
      throws IOException {
    var agentId = task.agentId();
    var fault = statements.fault(agentId, status.statement());
    if (!fault.isEmpty()) {
      lose(site, agentId, host, host + ": " + fault, tally);
      return;
    }
    var ended = ended(site, task, host, status, tally);
    var why = ended.reason().isEmpty() ? "The agent ended its stay." : ended.reason();
    end(site, agentId, host, ended, why);
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

  private static String lost(String host, String reason, Duration patience) {
    return host + " was not heard of for " + patience.toSeconds() + " s: " + sentence(reason);
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
        stays.took(site, content);
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
    var client = hosts.patient(address(host), site.destinations()).onJourney(site.journey(agentId));
    returns.fetchHome(site, agentId, host, attempt, client);
  }

  /// Fetches an agent whose host could not be reached when it was to be disposed of; gives why not.
  Optional<String> bringHome(SiteContext site, LastVisit visit, String host)
      throws IOException, InterruptedException {
    var client =
        hosts.patient(address(host), site.destinations()).onJourney(site.journey(visit.agentId()));
    return returns.bringHome(visit.agentId(), host, client);
  }

  void dispose(SiteContext site, String agentId, String host, boolean isStateKept)
      throws IOException, InterruptedException {
    var client =
        hosts.impatient(address(host), site.destinations()).onJourney(site.journey(agentId));
    returns.dispose(site, agentId, host, isStateKept, client);
  }

  private void count(String agentId, long bytes) throws IOException {
    counts.addWire(agentId, bytes);
    store.addWireBytes(agentId, bytes);
  }

  private static AtpAddress address(String host) {
    return AtpAddress.parse(host)
        .orElseThrow(() -> new IllegalStateException(host + " was planned and is no address"));
  }

  private String refusal(String host, Problem problem) {
    return HostRefusals.sentence(host, problem, publicKey);
  }

  private static String sentence(String text) {
    return HostRefusals.sentence(text);
  }
}
