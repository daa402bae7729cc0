package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.CrawlLoop;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.follow.FollowSchedule;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.FollowEvent.Kind;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.host.StayReports;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// One round of a crawl that follows its sites. It waits while agents stay at their hosts, and
/// updates the files. When the next round is due, it ends the stays. Confined to the thread that
/// calls [#await].
final class FollowRound {
  private static final Duration LOOKS_EVERY = Duration.ofMillis(500);

  /// The shortest pause between two writes. Each write replaces the whole files, so slow writes are
  /// followed by longer pauses.
  private static final Duration LEAST_PAUSE = Duration.ofMinutes(1);

  private static final int MOST_SHARE = 20;

  private final CrawlLoop loop;
  private final CrawlShell shell;
  private final List<SiteContext> sites;
  private final StayReports stayReports;
  private final Progress progress;
  private final InstantSource clock;
  private final AtomicBoolean isStopped;
  private FollowSchedule schedule;
  private boolean isDue;
  private boolean isSettled;
  private long written;
  private Instant writeDue = Instant.MIN;

  FollowRound(
      Crawl.FollowOrder order,
      CrawlLoop loop,
      CrawlShell shell,
      List<SiteContext> sites,
      StayReports stayReports,
      Progress progress,
      InstantSource clock) {
    this.schedule = order.schedule();
    this.isStopped = order.isStopped();
    this.loop = loop;
    this.shell = shell;
    this.sites = sites;
    this.stayReports = stayReports;
    this.progress = progress;
    this.clock = clock;
  }

  /// Brings index and files up to date.
  @FunctionalInterface
  interface Settling {
    void settle() throws IOException;
  }

  /// Waits until the next round is due, and then ends the stays.
  ///
  /// @throws InterruptedException if the crawl must end
  void await(Settling files) throws InterruptedException, IOException {
    while (!isDue) {
      loop.awaitChange(LOOKS_EVERY);
      if (isStopped.get()) {
        throw new InterruptedException();
      }
      if (loop.isConcluded()) {
        settle(files);
        stayReports.firstEnd().ifPresent(ended -> schedule = schedule.stayEnded(ended));
        isDue = !clock.instant().isBefore(due());
      }
    }
    for (var site : sites) {
      for (var territory : site.state().territories()) {
        if (isStay(territory)) {
          shell.record(site, new Event.StayOver(territory.visits().getLast().agentId()));
        }
      }
    }
    loop.await();
  }

  private void settle(Settling files) throws IOException {
    var now = clock.instant();
    long changes = stayReports.changes();
    if (isSettled && (changes == written || now.isBefore(writeDue))) {
      return;
    }
    files.settle();
    written = changes;
    var took = Duration.between(now, clock.instant()).multipliedBy(MOST_SHARE);
    writeDue = now.plus(took.compareTo(LEAST_PAUSE) < 0 ? LEAST_PAUSE : took);
    if (!isSettled) {
      isSettled = true;
      var next = due().truncatedTo(ChronoUnit.SECONDS);
      progress.followed(
          FollowEvent.of(
              Kind.ROUND_OVER, clock.instant(), "The next round begins at %s.".formatted(next)));
    }
  }

  private Instant due() {
    boolean hasStays = territories().stream().anyMatch(FollowRound::isStay);
    boolean hasOthers =
        territories().stream().anyMatch(t -> !isStay(t) && t.visit().isPresent())
            || sites.stream().anyMatch(site -> !site.state().isPlanned());
    return schedule.due(hasOthers, hasStays);
  }

  private List<TerritoryState> territories() {
    return sites.stream().flatMap(site -> site.state().territories().stream()).toList();
  }

  private static boolean isStay(TerritoryState territory) {
    return territory.stage() instanceof Stage.Staying;
  }

  /// Reports which agents are left at their hosts.
  void reportStays() {
    if (isDue) {
      return;
    }
    for (var territory : territories()) {
      var visit = territory.visit();
      if (isStay(territory) && visit.orElseThrow().place() instanceof Place.Host(var host)) {
        var agentId = visit.orElseThrow().agentId();
        progress.note(
            "Agent %s stays at %s and goes on watching; 'visit retract' or 'visit dispose' takes it away: %s/#%s"
                .formatted(agentId, host, host, agentId));
      }
    }
  }

  /// {@return the schedule of the next round, if it is due}
  Optional<FollowSchedule> nextRound() {
    return isDue ? Optional.of(schedule.nextRound(clock.instant())) : Optional.empty();
  }
}
