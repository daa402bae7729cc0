package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.MadeEnding;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.audit.StayCheck;
import dev.sojourn.visit.VisitOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/// Collects the parcels of visits at hosts. A collection ends when the visit is over or its host
/// was silent for longer than the crawl's patience. If the crawl follows its sites, the collection
/// continues while the agent stays.
///
/// A COLLECT acknowledges the stored parcels, and the host deletes those. So no parcel is
/// acknowledged before it is on disk.
///
/// May be used by any thread; one thread collects each visit.
final class ParcelCollector {
  private static final System.Logger LOG = System.getLogger(ParcelCollector.class.getName());

  /// How long a host may delay its answer to a COLLECT until there is something to report.
  private static final Duration LONG_POLL = Duration.ofSeconds(10);

  /// How long the host of a staying agent may delay its answer to a COLLECT. Each COLLECT costs
  /// about a kilobyte, and brings changes at once.
  private static final Duration STAY_POLL = Duration.ofMinutes(5);

  /// How long the host of a staying agent may be silent, for example during repair.
  private static final Duration STAY_PATIENCE = Duration.ofHours(1);

  /// The pauses after an unanswered COLLECT: for a staying agent, and for others.
  private static final Duration PAUSE_OF_STAY = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(500);

  /// How often the waiting time of an agent is stored.
  private static final Duration WAIT_KEPT_EVERY = Duration.ofSeconds(20);

  private final CrawlShell shell;
  private final StayCheck statements;
  private final StayReports stayReports;
  private final AgentRetrieval retrieval;
  private final HostTerms terms;
  private final VisitListener listener;
  private final InstantSource clock;

  /// Ensures that only one thread collects each visit.
  private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

  ParcelCollector(
      CrawlShell shell,
      StayCheck statements,
      StayReports stayReports,
      AgentRetrieval retrieval,
      HostTerms terms,
      VisitListener listener,
      InstantSource clock) {
    this.shell = shell;
    this.statements = statements;
    this.stayReports = stayReports;
    this.retrieval = retrieval;
    this.terms = terms;
    this.listener = listener;
    this.clock = clock;
  }

  /// Collects a visit. Blocks until the end or loss of the visit is recorded.
  ///
  /// @param client of the host, without automatic retries
  /// @param expires when the passport of the visit expires
  void gather(SiteView site, VisitTask task, String host, HostClient client, Instant expires)
      throws IOException, InterruptedException {
    var bounds =
        new HostBounds(
            task.allowance(),
            terms.patience(),
            maxWait(site, task),
            site.waited(task.agentId()),
            expires);
    // A parked agent may be about to come home and then stay after all. Its earlier collection
    // still runs.
    var turn = turns.computeIfAbsent(task.agentId(), _ -> new Semaphore(1));
    turn.acquire();
    try {
      var visit = new Visit(site, task, host, client, bounds);
      while (!visit.isOver) {
        visit.collect();
      }
    } finally {
      turn.release();
    }
  }

  /// The limit for waiting. If a host runs few visits at a time, the parts of one territory wait
  /// for each other. The host is not to blame for that.
  private Duration maxWait(SiteView site, VisitTask task) {
    var own = task.territory();
    long parts =
        site.state().territories().stream()
            .filter(t -> own.isPart() && t.territory().partOf() == own.partOf())
            .count();
    return terms
        .maxWait()
        .apply(Duration.ofSeconds(task.allowance().seconds()))
        .multipliedBy(Math.max(1, parts));
  }

  /// Whether the host withholds findings: it has them, and its operator decides when they leave.
  private static boolean isWithheld(Answer<Delivery> answer) {
    return answer instanceof Answer.Refused<Delivery>(var problem, _)
        && problem.status() == AtpStatus.SERVICE_UNAVAILABLE
        && problem.code().equals("withheld");
  }

  private String refusal(String host, Problem problem) {
    return HostRefusals.sentence(host, problem, terms.publicKey());
  }

  private static String sentence(String text) {
    return HostRefusals.sentence(text);
  }

  /// A visit whose parcels are being collected.
  private final class Visit {
    private final SiteView site;
    private final VisitTask task;
    private final String agentId;
    private final String host;
    private final HostClient client;
    private final HostBounds bounds;
    private final CollectPace pace = new CollectPace();

    /// Whether the collection has ended.
    private boolean isOver;

    /// The last tally that the host reported.
    private Tally tally = Tally.NONE;

    /// The last stored waiting time of the agent.
    private Duration waited;

    /// The time of the host's last answer.
    private Instant heard = clock.instant();

    private Optional<ReleaseWait> release = Optional.empty();

    /// The time since which the agent is parked although it may not stay.
    private Optional<Instant> parked = Optional.empty();

    Visit(SiteView site, VisitTask task, String host, HostClient client, HostBounds bounds) {
      this.site = site;
      this.task = task;
      this.agentId = task.agentId();
      this.host = host;
      this.client = client;
      this.bounds = bounds;
      this.waited = bounds.waited();
    }

    /// Asks the host once, stores its answer, and pauses before the next request.
    void collect() throws IOException, InterruptedException {
      boolean isStaying = stayReports.isStaying(site, agentId);
      var asked = clock.instant();
      var answer = client.collect(agentId, shell.lastParcel(agentId), longestWait(isStaying));
      shell.count(agentId, answer.wireBytes().total());
      if (answer instanceof Answer.Given<Delivery>(var delivery, _)) {
        heard = clock.instant();
        take(delivery);
        if (!isOver) {
          Thread.sleep(pace.pause(bounds.hasNews(), Duration.between(asked, heard)));
        }
      } else if (isWithheld(answer)) {
        heard = clock.instant();
        awaitRelease();
      } else {
        awaitHost(answer, isStaying);
      }
    }

    /// The limit for a delayed answer. If the crawl no longer follows its sites, a staying agent is
    /// taken back at once.
    private Duration longestWait(boolean isStaying) {
      if (isStaying) {
        return stayReports.areWanted() ? STAY_POLL : Duration.ZERO;
      }
      return LONG_POLL;
    }

    private void take(Delivery delivery) throws IOException, InterruptedException {
      bounds.next();
      keep(delivery);
      if (isOver) {
        return;
      }
      // During the request, an agent that was to come home may have been left to stay.
      if (bounds.hasNews() && stayReports.isStaying(site, agentId)) {
        stayReports.brings(site, agentId, host, tally);
      }
      if (delivery.isParked()) {
        rest(delivery.status());
      }
    }

    private void rest(VisitStatus status) throws IOException, InterruptedException {
      if (stayReports.areWanted()) {
        stayReports.rests(site, agentId, host, tally);
        return;
      }
      var since = parked.orElse(heard);
      parked = Optional.of(since);
      var refused = givenBack(status, since);
      if (refused.isPresent()) {
        lose(refused.get());
      }
    }

    /// Takes back an agent that would stay; returns why its host keeps it, if it does so for too
    /// long.
    private Optional<String> givenBack(VisitStatus status, Instant since)
        throws IOException, InterruptedException {
      var refused = retrieval.takeBack(agentId, host, status, client);
      boolean isPatient = Duration.between(since, clock.instant()).compareTo(terms.patience()) < 0;
      return refused.isPresent() || isPatient
          ? refused
          : Optional.of(
              host + ": it keeps an agent that would stay there, and does not give it back.");
    }

    private void awaitRelease() throws IOException, InterruptedException {
      if (release.isEmpty()) {
        release = Optional.of(releaseWait());
      }
      if (release.get().isOver(heard)) {
        lose(release.get().fault(host));
        return;
      }
      Thread.sleep(release.get().nextPause());
    }

    private ReleaseWait releaseWait() {
      listener.note(
          "The operator of %s looks at what agent %s found before it leaves; this crawl waits for it."
                  .formatted(host, agentId)
              + " It can be interrupted and resumed meanwhile.");
      return new ReleaseWait(heard, maxWait(site, task));
    }

    private void awaitHost(Answer<Delivery> answer, boolean isStaying)
        throws IOException, InterruptedException {
      var silence = Duration.between(heard, clock.instant());
      var loss = loss(answer, silence, patience(isStaying));
      if (loss.isPresent()) {
        lose(loss.get());
        return;
      }
      if (isStaying && answer instanceof Answer.Unreachable<Delivery>(var reason, _)) {
        stayReports.silent(site, agentId, host, host + " does not answer: " + sentence(reason));
      }
      Thread.sleep(isStaying ? PAUSE_OF_STAY : PAUSE);
    }

    private Duration patience(boolean isStaying) {
      var patience = terms.patience();
      return isStaying && patience.compareTo(STAY_PATIENCE) < 0 ? STAY_PATIENCE : patience;
    }

    /// The reason why the visit is lost after a COLLECT without delivery; empty while there is
    /// patience.
    private Optional<String> loss(Answer<Delivery> answer, Duration silence, Duration patience) {
      boolean isPatient = silence.compareTo(patience) < 0;
      return switch (answer) {
        case Answer.Given<Delivery> _ -> Optional.empty();
        case Answer.Refused<Delivery>(var problem, _) ->
            isPatient && problem.status() == AtpStatus.SERVICE_UNAVAILABLE
                ? Optional.empty()
                : Optional.of(refusal(host, problem));
        case Answer.Unreachable<Delivery>(var reason, _) -> {
          if (!isPatient) {
            yield Optional.of(
                host + " was not heard of for " + patience.toSeconds() + " s: " + sentence(reason));
          }
          LOG.log(System.Logger.Level.DEBUG, "{0} does not answer: {1}", host, reason);
          yield Optional.empty();
        }
      };
    }

    /// Stores a delivery; afterwards the visit may be over.
    private void keep(Delivery delivery) throws IOException {
      tally = bounds.plausible(delivery.status());
      var damage = keepParcels(delivery.parcels());
      if (damage.isEmpty()) {
        damage = bounds.delivery(delivery, heard);
      }
      if (!damage.isEmpty()) {
        lose(host + ": " + damage);
        return;
      }
      keepWait();
      listener.reached(site, agentId, tally);
      if (delivery.isLast()) {
        end(delivery.status());
      }
    }

    /// Stores the parcels; returns their fault, or the empty string.
    private String keepParcels(List<Parcel> parcels) throws IOException {
      long next = shell.lastParcel(agentId) + 1;
      for (var parcel : parcels) {
        if (!parcel.agentId().equals(agentId) || parcel.number() > next) {
          return "it delivered parcel %d of %s where parcel %d was due."
              .formatted(parcel.number(), parcel.agentId(), next);
        }
        if (parcel.number() == next) {
          var fault = keep(parcel);
          if (!fault.isEmpty()) {
            return fault;
          }
          next++;
        }
      }
      return "";
    }

    private String keep(Parcel parcel) throws IOException {
      var size = bounds.parcel(parcel);
      if (!size.isEmpty()) {
        return size;
      }
      try (var content = shell.content(site, parcel)) {
        var damage = parcel.read(ParcelLimits.DEFAULT, content);
        var fault = damage.orElseGet(() -> bounds.lines(content.sums()));
        if (fault.isEmpty()) {
          shell.parcel(site, content);
          listener.asked(agentId, content.asked());
          stayReports.took(site, content);
        }
        return fault;
      }
    }

    /// Stores the waiting time of an agent from time to time.
    private void keepWait() throws IOException {
      if (bounds.waited().minus(waited).compareTo(WAIT_KEPT_EVERY) >= 0) {
        waited = bounds.waited();
        shell.record(site, new Event.Waited(agentId, waited.toSeconds()));
      }
    }

    private void end(VisitStatus status) throws IOException {
      var fault = statements.fault(agentId, status.statement());
      if (!fault.isEmpty()) {
        lose(host + ": " + fault);
        return;
      }
      var ended = ended(status);
      end(
          ended,
          ended.ending().reason().isEmpty()
              ? "The agent ended its stay."
              : ended.ending().reason());
    }

    private Event.Ended ended(VisitStatus status) throws IOException {
      // Only a parked agent is taken back before its visit is over.
      boolean isTakenBack = status.state() == VisitState.KILLED && shell.saved(agentId).isPresent();
      if (isTakenBack) {
        return new Event.Ended(agentId, new Ending.Finished(List.of()), tally);
      }
      var outcome = VisitOutcome.of(status);
      var ending =
          ownLimit(outcome)
              .orElseGet(
                  () ->
                      MadeEnding.of(
                          outcome.withReason(
                              host
                                  + " ended the visit ("
                                  + status.state().word()
                                  + "): "
                                  + sentence(outcome.reason()))));
      return new Event.Ended(agentId, ending, tally);
    }

    /// The end of a visit that spent the limits of its passport. These are the limits of the
    /// command line. So the sentence for the user names the option, without the host's words.
    private Optional<Ending.Made> ownLimit(VisitOutcome outcome) throws IOException {
      return outcome instanceof VisitOutcome.Stopped
          ? task.allowance()
              .minus(new Tally(asked(), tally.pageBytes(), 0, tally.findings()))
              .spent()
              .flatMap(site.state().terms().allowance()::stopped)
          : Optional.empty();
    }

    /// The pages that count towards the limit. They include missing pages, which no tally counts.
    private long asked() throws IOException {
      var requests = new AtomicLong();
      shell.lines(
          agentId,
          EnumSet.of(LineKind.PAGE),
          line -> requests.addAndGet(line instanceof ParcelLine.Page ? 1 : 0));
      return Math.max(tally.pages(), requests.get());
    }

    /// Gives up the visit.
    private void lose(String reason) throws IOException {
      end(new Event.Lost(agentId, reason, tally), reason);
    }

    private void end(Event event, String reason) throws IOException {
      isOver = true;
      boolean isStaying = stayReports.isStaying(site, agentId);
      shell.record(site, event);
      if (isStaying) {
        stayReports.over(site, agentId, host, reason);
      }
    }
  }
}
