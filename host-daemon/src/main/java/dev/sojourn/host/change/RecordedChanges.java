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

/// The changes of pages at the sites of this host, as their watches record them. A site is watched
/// from the first agent on that may stay there; WARC files from the start on, since their pages
/// come from the files that are watched. Safe for use by many threads.
public final class RecordedChanges implements SiteChanges, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(RecordedChanges.class.getName());

  /// A site that is not listed by then is larger or slower than a visit is to wait for.
  private static final Duration LISTING = Duration.ofSeconds(10);

  /// Visits that are over by their time end a little later.
  private static final Duration VISIT_GRACE = Duration.ofHours(1);

  private final ChangeLog log;
  private final CurrentRules rules;
  private final RateLimitedLog faults = new RateLimitedLog(LOG);
  private final StayStore stays;
  private final InstantSource clock;
  private final Semaphore sitemapTurn = new Semaphore(1, true);
  private final Map<String, Watched> watches = new HashMap<>();

  /// By the origin of the site.
  private final Map<String, Passed> passedAt = new ConcurrentHashMap<>();

  /// The last change at some time. A visit that began later has seen it.
  private record Passed(Instant at, ChangeMark mark) {}

  /// Until then no agent is to be woken.
  private volatile Optional<ChangeListener> listener = Optional.empty();

  /// A site that is watched.
  ///
  /// @param kind of its record
  private record Watched(String kind, SiteWatch watch) {}

  /// Watches nothing yet.
  ///
  /// @param log records the changes; closed with this
  /// @param rules of the moment
  /// @param stays knows for which sites and changes agents wait
  /// @param clock the time
  public RecordedChanges(ChangeLog log, CurrentRules rules, StayStore stays, InstantSource clock) {
    this.log = log;
    this.rules = rules;
    this.stays = stays;
    this.clock = clock;
  }

  /// Watches the sites at which agents are parked, and forgets the changes that nobody asks about
  /// any more. No visit may have begun.
  ///
  /// @param noted hears of changes
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

  /// A disk that lost its last writes, or an older copy of the record, lacks numbers that agents
  /// have seen. The numbers are not used again: a change under one of them would wake none of those
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

  /// Forgets the pages that went before each visit began that runs now, and before all that parked
  /// agents wait for. It reads many rows, and so is not done after each change.
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

  /// Looks at once whether pages changed, as after the configuration was read again. Sites that
  /// come from elsewhere now are watched there.
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

  /// The kind of a site's record; empty if its changes are not recorded.
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

  /// The watch of a site, which records changes from now on; empty if they are not recorded.
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

  /// Informs a listener that comes after the watch began.
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

  /// The last change of a site that is recorded as it is served now.
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
          // A configuration that was read since the site was listed may leave the page out.
          boolean isReported =
              !of.get().isRefused(origin, dir, name)
                  && (kind == Kind.GONE || of.get().isGiven(origin, dir, name));
          if (isReported && url.isPresent() && filter.admits(url.get())) {
            var text = url.get().toString();
            chars[0] += text.length();
            pages.put(text, new PageChange(text, kind));
          }
          hasRoom.set(
              pages.size() < VisitServices.MAX_CHANGED_PAGES
                  && chars[0] < VisitServices.MAX_CHANGED_URL_CHARS);
          return hasRoom.get();
        });
    return new PageChanges.Reported(List.copyOf(pages.values()), hasRoom.get() && isAll.get());
  }

  /// Whether the recorded changes of a site are all, as far as is known.
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
      return true; // It may have, and the agent has to look for itself.
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
