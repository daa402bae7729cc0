package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.dispatcher.crawl.report.FollowEvent;
import dev.sojourn.dispatcher.crawl.report.FollowEvent.Kind;
import dev.sojourn.dispatcher.crawl.report.LiveCounts;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// The agents of a crawl that stay at hosts, where the crawl follows its sites: it writes down that
/// they stay, and tells what they bring. May be used by any thread.
final class StayReports {
  private final boolean areWanted;
  private final CrawlLoop loop;
  private final Progress progress;
  private final LiveCounts counts;
  private final InstantSource machine;
  private final Map<String, Taken> taken = new ConcurrentHashMap<>();
  private final Map<String, Long> toldBytes = new ConcurrentHashMap<>();
  private final AtomicReference<Optional<Instant>> firstEnd =
      new AtomicReference<>(Optional.empty());
  private final AtomicLong changes = new AtomicLong();

  /// @param areWanted whether agents may stay; otherwise they are taken back
  StayReports(
      boolean areWanted,
      CrawlLoop loop,
      Progress progress,
      LiveCounts counts,
      InstantSource machine) {
    this.areWanted = areWanted;
    this.loop = loop;
    this.progress = progress;
    this.counts = counts;
    this.machine = machine;
  }

  /// The pages of a visit that came and were not told yet.
  private record Taken(long read, long gone) {
    Taken plus(Taken other) {
      return new Taken(read + other.read, gone + other.gone);
    }
  }

  boolean areWanted() {
    return areWanted;
  }

  /// Whether an agent has seen all pages, and stays.
  boolean isStaying(SiteContext site, String agentId) {
    return territory(site, agentId).filter(t -> t.stage() instanceof Stage.Staying).isPresent();
  }

  /// Takes note of a parcel that is kept.
  void took(SiteContext site, ParcelContent content) {
    var agentId = content.parcel().agentId();
    taken.merge(agentId, new Taken(content.read(), content.gone()), Taken::plus);
    if (isStaying(site, agentId)) {
      changes.incrementAndGet();
    }
  }

  /// {@return how many parcels of agents that stay were kept in this run}
  long changes() {
    return changes.get();
  }

  /// Takes note that an agent has seen all pages and rests at its host, or that it rests again.
  void rests(SiteContext site, String agentId, String host, Tally tally) throws IOException {
    var stage = territory(site, agentId).map(TerritoryState::stage);
    // Otherwise it stays already, or is about to be fetched home.
    if (stage.filter(Stage.Visiting.class::isInstance).isPresent()) {
      taken.remove(agentId);
      loop.record(site, new Event.Parked(agentId, tally));
      tell(Kind.STAYING, site, agentId, host, new Taken(0, 0), "");
    }
  }

  /// Takes note that an agent which stays has told something, and may not rest yet.
  void brings(SiteContext site, String agentId, String host, Tally tally) throws IOException {
    var news = Optional.ofNullable(taken.remove(agentId));
    if (news.isPresent() && isStaying(site, agentId)) {
      loop.record(site, new Event.Parked(agentId, tally));
      tell(Kind.CHANGED, site, agentId, host, news.get(), "");
    }
  }

  /// Takes note that a host does not answer.
  void silent(SiteContext site, String agentId, String host, String reason) {
    tell(Kind.SILENT, site, agentId, host, new Taken(0, 0), reason);
  }

  /// Takes note that a stay ended early.
  void over(SiteContext site, String agentId, String host, String reason) {
    if (!areWanted) {
      return;
    }
    var now = machine.instant();
    firstEnd.updateAndGet(before -> before.isPresent() ? before : Optional.of(now));
    tell(Kind.STAY_OVER, site, agentId, host, new Taken(0, 0), reason);
  }

  /// {@return when the first stay of this run ended early}
  Optional<Instant> firstEnd() {
    return firstEnd.get();
  }

  private void tell(
      Kind kind, SiteContext site, String agentId, String host, Taken news, String reason) {
    long bytes = counts.wire(agentId);
    long before = Optional.ofNullable(toldBytes.put(agentId, bytes)).orElse(0L);
    int number = territory(site, agentId).map(t -> t.territory().number()).orElse(0);
    var path = site.plan().map(plan -> plan.territories().get(number).name()).orElse("");
    progress.followed(
        new FollowEvent(
            machine.instant().truncatedTo(ChronoUnit.MILLIS).toString(),
            kind,
            site.origin(),
            path,
            host,
            agentId,
            news.read(),
            news.gone(),
            bytes - before,
            reason));
  }

  private static Optional<TerritoryState> territory(SiteContext site, String agentId) {
    return site.state().territories().stream()
        .filter(t -> t.visit().filter(v -> v.agentId().equals(agentId)).isPresent())
        .findFirst();
  }
}
