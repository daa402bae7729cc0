package dev.sojourn.host.change;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageChanges.PageChange;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.site.RecordedPages;
import dev.sojourn.host.site.Site;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.host.stay.SiteChanges;
import dev.sojourn.host.stay.StayStore;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.visit.content.ContentSource.PageFilter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// The changes of pages at this host's sites, as recorded by one watch per site. A WARC site is
/// watched from the start, because the watch also updates its pages. Any other site is watched once
/// an agent may stay there. Thread-safe.
public final class RecordedChanges implements SiteChanges, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RecordedChanges.class.getName());

  /// How long a visit waits for the first listing of a site.
  private static final Duration LISTING = Duration.ofSeconds(10);

  /// Visits may end slightly after their time limit.
  private static final Duration VISIT_GRACE = Duration.ofHours(1);

  private final ChangeLog log;
  private final CurrentRules rules;
  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private final StayStore stays;
  private final InstantSource clock;
  private final Semaphore sitemapTurn = new Semaphore(1, true);
  private final Map<String, Watched> watches = new HashMap<>();

  /// Keys are origins of sites.
  private final Map<String, Passed> passedAt = new ConcurrentHashMap<>();

  /// The last change at a certain time. Any visit that began later has seen this change.
  private record Passed(Instant at, ChangeMark mark) {}

  /// Empty until agents may be woken.
  private volatile Optional<ChangeListener> listener = Optional.empty();

  /// A watched site.
  ///
  /// @param kind the kind of its record
  private record Watched(String kind, SiteWatch watch) {}

  /// Creates the recorder; it watches nothing yet.
  ///
  /// @param log records the changes; closed together with this object
  /// @param rules the current rules
  /// @param stays reports the sites and changes for which agents wait
  /// @param clock the time
  public RecordedChanges(ChangeLog log, CurrentRules rules, StayStore stays, InstantSource clock) {
    this.log = log;
    this.rules = rules;
    this.stays = stays;
    this.clock = clock;
  }

  /// Watches the sites with parked agents, and deletes changes that no agent needs any more. Call
  /// this before the first visit begins.
  ///
  /// @param noted receives the changes
  /// @throws IOException if a record cannot be read
  public void start(ChangeListener noted) throws IOException {
    listener = Optional.of(noted);
    var origins = stays.origins();
    for (var origin : log.origins()) {
      if (pages(origin).isPresent() || origins.contains(origin)) {
        skipSeen(origin);
        forgetGone(origin);
      } else {
        log.forget(origin);
      }
    }
    look();
    origins.forEach(this::recorded);
  }

  /// After a disk failure, or in a restored copy, the record may lack numbers that agents have
  /// seen. These numbers must not be used again, because such a change would wake none of those
  /// agents.
  private void skipSeen(String origin) throws IOException {
    var now = log.mark(origin);
    if (now.isPresent()) {
      long latest = stays.latestMark(now.get().record()).orElse(0L);
      if (latest > log.lastRecorded(origin).orElse(0L)) {
        log.keep(origin, latest);
      }
    }
  }

  private void forgetGone(String origin) throws IOException {
    var now = log.mark(origin);
    if (now.isPresent()) {
      forgetGone(origin, now.get());
    }
  }

  private void forgetGone(String origin, ChangeMark seen) throws IOException {
    long earliest = stays.earliestMark(seen.record()).orElse(seen.generation());
    log.forgetGone(origin, Math.min(earliest, seen.generation()));
  }

  /// Deletes the rows of pages deleted before all running visits began and before the marks of all
  /// parked agents. This reads many rows, so it does not run after each change.
  private void forgetGoneAgain(String origin) {
    try {
      var now = log.mark(origin);
      if (now.isEmpty()) {
        return;
      }
      var at = clock.instant();
      var passed = new Passed(at, now.get());
      var last = passedAt.putIfAbsent(origin, passed);
      if (last == null || !last.mark().record().equals(now.get().record())) {
        passedAt.put(origin, passed);
      } else if (last.at().plus(rules.limits().visitTime()).plus(VISIT_GRACE).isBefore(at)) {
        passedAt.put(origin, passed);
        forgetGone(origin, last.mark());
      }
    } catch (IOException e) {
      faults.line(
          System.Logger.Level.WARNING,
          "The pages of {0} that went cannot be forgotten, which is tried again: {1}",
          origin,
          String.valueOf(e.getMessage()));
    }
  }

  /// Checks now whether pages changed, as after a reload of the configuration. Replaces the watch
  /// of a site that now has another kind of source.
  public synchronized void look() {
    for (var before : List.copyOf(watches.entrySet())) {
      var origin = before.getKey();
      if (!kind(origin).equals(Optional.of(before.getValue().kind()))) {
        before.getValue().watch().close();
        watches.remove(origin);
        var _ = recorded(origin);
      }
    }
    for (var origin : rules.sites().origins()) {
      if (pages(origin).filter(RecordedPages.Warc.class::isInstance).isPresent()) {
        watch(origin).ifPresent(SiteWatch::look);
      }
    }
  }

  private Optional<RecordedPages> pages(String origin) {
    return rules.sites().find(origin).map(Site::pages);
  }

  /// The kind of a site's record; empty if the site has no record.
  private Optional<String> kind(String origin) {
    return pages(origin)
        .map(
            pages ->
                switch (pages) {
                  case RecordedPages.Folder _ -> FolderWatch.KIND;
                  case RecordedPages.Warc _ -> WarcWatch.KIND;
                  case RecordedPages.Origin _ -> OriginWatch.KIND;
                });
  }

  /// The watch of a site, which now records changes; empty if the site has no record.
  private Optional<SiteWatch> recorded(String origin) {
    var watch = watch(origin);
    watch.ifPresent(SiteWatch::record);
    return watch;
  }

  private synchronized Optional<SiteWatch> watch(String origin) {
    var known = Optional.ofNullable(watches.get(origin));
    if (known.isPresent()) {
      return known.map(Watched::watch);
    }
    var kind = kind(origin);
    var made = pages(origin).map(pages -> made(origin, pages));
    if (kind.isPresent() && made.isPresent()) {
      watches.put(origin, new Watched(kind.get(), made.get()));
      made.get().start();
    }
    return made;
  }

  private SiteWatch made(String origin, RecordedPages of) {
    var announcing = new Reporting();
    return switch (of) {
      case RecordedPages.Folder _ ->
          new FolderWatch(
              origin,
              () -> pages(origin, RecordedPages.Folder.class).map(RecordedPages.Folder::index),
              log,
              () -> rules.limits().stays().sweepEvery(),
              announcing,
              faults);
      case RecordedPages.Warc _ ->
          new WarcWatch(
              origin,
              () -> pages(origin, RecordedPages.Warc.class),
              log,
              WarcWatch.Pace.USUAL,
              announcing,
              faults);
      case RecordedPages.Origin _ ->
          new OriginWatch(
              origin,
              () -> pages(origin, RecordedPages.Origin.class),
              log,
              new OriginWatch.RoundTerms(
                  () -> stays.isChangeAwaited(origin),
                  () -> rules.limits().stays().sitemapEvery(),
                  () -> rules.limits().stays().recheckEvery(),
                  OriginWatch.MAX_ENTRIES,
                  LISTING,
                  sitemapTurn,
                  clock),
              announcing,
              faults,
              LOG);
    };
  }

  private <P extends RecordedPages> Optional<P> pages(String origin, Class<P> kind) {
    return pages(origin).filter(kind::isInstance).map(kind::cast);
  }

  /// Passes changes to the listener, which may be set after the watch began.
  private final class Reporting implements ChangeListener {
    @Override
    public void changed(String origin, ChangeMark change) {
      listener.ifPresent(noted -> noted.changed(origin, change));
      forgetGoneAgain(origin);
    }

    @Override
    public void mayHaveChanged(String origin) {
      listener.ifPresent(noted -> noted.mayHaveChanged(origin));
      forgetGoneAgain(origin);
    }
  }

  @Override
  public ChangeMark mark(String origin) throws IOException, InterruptedException {
    var watch = recorded(origin);
    var mark = known(origin);
    if (mark.isEmpty() && watch.isPresent() && watch.get().awaitListed(LISTING)) {
      mark = known(origin);
    }
    return mark.orElse(ChangeMark.NONE);
  }

  /// The last change of a site, if its record matches the site's current kind.
  private Optional<ChangeMark> known(String origin) throws IOException {
    var kind = kind(origin);
    return kind.isEmpty()
        ? Optional.empty()
        : log.mark(origin).filter(mark -> SiteRecord.isOf(kind.get(), mark));
  }

  @Override
  public PageChanges since(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException {
    var of = pages(origin);
    if (of.isEmpty()) {
      return new PageChanges.Unreported(
          "This host cannot tell which pages of " + origin + " changed.");
    }
    if (!isKnown(origin, mark)) {
      return new PageChanges.Unreported(
          "No earlier visit is known here whose pages could be compared.");
    }
    var pages = new TreeMap<String, PageChange>();
    var chars = new int[1];
    var hasRoom = new AtomicBoolean(true);
    var isAll = new AtomicBoolean(reportsAll(origin));
    log.since(
        origin,
        mark.generation(),
        (dir, name, recorded) -> {
          if (OriginWatch.isAnyPage(dir)) {
            isAll.set(false);
          }
          var kind = of.get().noted(recorded);
          var url = of.get().url(origin, dir, name);
          // A reloaded configuration may exclude the page after the site was listed.
          boolean isReported =
              !of.get().isRefused(origin, dir, name)
                  && (kind == Kind.GONE || of.get().isGiven(origin, dir, name));
          if (isReported && url.isPresent() && filter.admits(url.get())) {
            var text = url.get().toString();
            chars[0] += text.length();
            pages.put(text, new PageChange(text, kind));
          }
          hasRoom.set(hasRoom(pages.size(), chars[0]));
          return hasRoom.get();
        });
    return new PageChanges.Reported(List.copyOf(pages.values()), hasRoom.get() && isAll.get());
  }

  private static boolean hasRoom(int pages, int chars) {
    return pages < VisitServices.MAX_CHANGED_PAGES && chars < VisitServices.MAX_CHANGED_URL_CHARS;
  }

  /// Whether the recorded changes of a site are complete, as far as known.
  private synchronized boolean reportsAll(String origin) {
    return Optional.ofNullable(watches.get(origin))
        .filter(watched -> watched.watch().reportsAll())
        .isPresent();
  }

  @Override
  public boolean hasChangedSince(String origin, ChangeMark mark, PageFilter filter)
      throws IOException, InterruptedException {
    var of = pages(origin);
    if (of.isEmpty()) {
      return false;
    }
    if (!isKnown(origin, mark)) {
      return true; // It may have changed, so the agent has to check.
    }
    var found = new AtomicBoolean();
    log.since(
        origin,
        mark.generation(),
        (dir, name, _) -> {
          var url = of.get().url(origin, dir, name);
          boolean isSeen =
              url.isPresent() && !of.get().isRefused(origin, dir, name) && filter.admits(url.get());
          found.set(OriginWatch.isAnyPage(dir) || isSeen);
          return !found.get();
        });
    return found.get();
  }

  private boolean isKnown(String origin, ChangeMark mark) throws IOException {
    return known(origin).filter(now -> now.record().equals(mark.record())).isPresent();
  }

  /// Ends all watches.
  @Override
  public void close() {
    synchronized (this) {
      watches.values().forEach(watched -> watched.watch().close());
      watches.clear();
    }
    try {
      log.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "Not closed: {0}", e.getMessage());
    }
  }
}
