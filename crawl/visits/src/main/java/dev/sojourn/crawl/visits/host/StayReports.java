package dev.sojourn.crawl.visits.host;

import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.StayNews;
import dev.sojourn.crawl.visits.StayNews.Kind;
import dev.sojourn.crawl.visits.VisitListener;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Records the staying agents of a crawl that follows its sites, and reports their news. May be
/// used by any thread.
public final class StayReports {
  private final boolean areWanted;
  private final CrawlShell shell;
  private final VisitListener listener;
  private final InstantSource machine;
  private final Map<String, Taken> taken = new ConcurrentHashMap<>();
  private final AtomicReference<Optional<Instant>> firstEnd =
      new AtomicReference<>(Optional.empty());
  private final AtomicLong changes = new AtomicLong();

  /// Begins without staying agents.
  ///
  /// @param areWanted whether agents may stay; otherwise they are taken back
  /// @param shell records that agents stay
  /// @param listener receives their news
  /// @param machine the machine's clock
  public StayReports(
      boolean areWanted, CrawlShell shell, VisitListener listener, InstantSource machine) {
    this.areWanted = areWanted;
    this.shell = shell;
    this.listener = listener;
    this.machine = machine;
  }

  /// The pages of a visit that arrived and were not yet reported.
  private record Taken(long read, long gone) {
    Taken plus(Taken other) {
      return new Taken(read + other.read, gone + other.gone);
    }
  }

  /// {@return whether agents may stay}
  public boolean areWanted() {
    return areWanted;
  }

  /// Whether an agent has seen all pages and stays.
  boolean isStaying(SiteView site, String agentId) {
    return site.state()
        .current(agentId)
        .filter(t -> t.stage() instanceof Stage.Staying)
        .isPresent();
  }

  /// Counts the pages of a stored parcel.
  void took(SiteView site, ParcelContent content) {
    var agentId = content.parcel().agentId();
    taken.merge(agentId, new Taken(content.read(), content.gone()), Taken::plus);
    if (isStaying(site, agentId)) {
      changes.incrementAndGet();
    }
  }

  /// {@return how many parcels of staying agents were stored in this run}
  public long changes() {
    return changes.get();
  }

  /// Reports that an agent has seen all pages and rests at its host. Does nothing if the agent
  /// stays already.
  void rests(SiteView site, String agentId, String host, Tally tally) throws IOException {
    var stage = site.state().current(agentId).map(TerritoryState::stage);
    // Otherwise it stays already, or is about to be fetched home.
    if (stage.filter(Stage.Visiting.class::isInstance).isPresent()) {
      taken.remove(agentId);
      shell.record(site, new Event.Parked(agentId, tally));
      announce(Kind.STAYING, site, agentId, host, new Taken(0, 0), "");
    }
  }

  /// Reports that a staying agent delivered news, even if it does not rest yet.
  void brings(SiteView site, String agentId, String host, Tally tally) throws IOException {
    var news = Optional.ofNullable(taken.remove(agentId));
    if (news.isPresent() && isStaying(site, agentId)) {
      shell.record(site, new Event.Parked(agentId, tally));
      announce(Kind.CHANGED, site, agentId, host, news.get(), "");
    }
  }

  /// Reports that a host does not answer.
  void silent(SiteView site, String agentId, String host, String reason) {
    announce(Kind.SILENT, site, agentId, host, new Taken(0, 0), reason);
  }

  /// Reports that a stay ended early.
  void over(SiteView site, String agentId, String host, String reason) {
    if (!areWanted) {
      return;
    }
    var now = machine.instant();
    firstEnd.updateAndGet(before -> before.isPresent() ? before : Optional.of(now));
    announce(Kind.STAY_OVER, site, agentId, host, new Taken(0, 0), reason);
  }

  /// {@return when the first stay of this run ended early; empty if none did}
  public Optional<Instant> firstEnd() {
    return firstEnd.get();
  }

  private void announce(
      Kind kind, SiteView site, String agentId, String host, Taken news, String reason) {
    listener.stays(
        site,
        new StayNews(machine.instant(), kind, agentId, host, news.read(), news.gone(), reason));
  }
}
