package dev.sojourn.host.change;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.fetch.sitemap.SitemapOutcome;
import dev.sojourn.host.site.RecordedPages;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.upstream.SitemapServer;
import dev.sojourn.visit.upstream.Sitemaps;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Watches a site whose pages come from a web server. Its thread requests the sitemaps at
/// intervals, while agents wait for a change of the site. It records each sitemap as a directory,
/// and each page in it with its date from the sitemap.
///
/// Sitemaps do not list every change. Therefore the watch also records, at longer intervals, an
/// entry that represents any page. This entry wakes the agents, which then check all pages that
/// they know.
final class OriginWatch implements SiteWatch {
  /// The kind of its records.
  static final String KIND = "origin:";

  /// Directory and name of the entry that represents any page. The names of sitemaps begin with a
  /// slash, so they differ from it.
  private static final String ANY = "any";

  /// A record with more entries is restarted, and agents check pages themselves once. Sitemaps list
  /// at most half as many pages.
  static final long MAX_ENTRIES = 500_000;

  /// Limits one round, so that a slow web server leaves time for other sites.
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(2);

  /// How often the thread checks whether agents wait.
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /// Rounds take time, and begin slightly late.
  private static final Duration LATENESS = Duration.ofMinutes(1);

  private final String origin;
  private final Supplier<Optional<RecordedPages.Origin>> site;
  private final ChangeLog log;
  private final RoundTerms terms;
  private final SiteRecord record;
  private final RateLimitedLog faults;

  private final System.Logger logger;

  /// Only for this site: each problem with its sitemaps is logged once.
  private final RateLimitedLog said;

  private final Semaphore asked = new Semaphore(0);
  private final CountDownLatch listed = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean isRecording;

  /// Whether the last round learned for each listed page whether it changed.
  private volatile boolean isTelling;

  private volatile Optional<Long> lastRound = Optional.empty();

  // Only the thread uses the following fields.
  private Optional<SitemapServer> watched = Optional.empty();
  private Optional<Sitemaps> sitemaps = Optional.empty();
  private List<String> troubles = List.of();

  /// The terms for requests to a web server.
  ///
  /// @param awaited whether an agent waits for a change of the site
  /// @param sitemapEvery pause between two rounds
  /// @param recheckEvery how often agents check all pages
  /// @param maxEntries limit of entries in the record; usually [#MAX_ENTRIES]
  /// @param listing how long a visit waits for the first round. Pages that this round has not read
  ///   by then are recorded as changed
  /// @param turn held while one file is requested and read; shared by all sites to limit memory
  /// @param clock the time
  record RoundTerms(
      Awaited awaited,
      Supplier<Duration> sitemapEvery,
      Supplier<Duration> recheckEvery,
      long maxEntries,
      Duration listing,
      Semaphore turn,
      InstantSource clock) {
    /// Reports whether an agent waits.
    @FunctionalInterface
    interface Awaited {
      boolean isSo() throws IOException;
    }
  }

  /// @param site the site in the current configuration
  /// @param listener receives each recorded change
  /// @param faults logs faults of all sites
  /// @param logger receives the problems with the sitemaps
  OriginWatch(
      String origin,
      Supplier<Optional<RecordedPages.Origin>> site,
      ChangeLog log,
      RoundTerms terms,
      ChangeListener listener,
      RateLimitedLog faults,
      System.Logger logger) {
    this.origin = origin;
    this.site = site;
    this.log = log;
    this.terms = terms;
    this.record = new SiteRecord(origin, KIND, log, listener);
    this.faults = faults;
    this.logger = logger;
    this.said = new RateLimitedLog(logger);
    this.thread = Thread.ofPlatform().daemon().name("watch-" + origin).unstarted(this::run);
  }

  /// Whether a directory of the record represents any page.
  static boolean isAnyPage(String directory) {
    return directory.equals(ANY);
  }

  @Override
  public void start() {
    thread.start();
  }

  /// Does nothing: the interval triggers the requests.
  @Override
  public void look() {}

  @Override
  public void record() {
    isRecording = true;
    asked.release();
  }

  @Override
  public boolean awaitListed(Duration longest) throws InterruptedException {
    return listed.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// The server is requested only while an agent waits for a change, so the last round may be too
  /// old.
  @Override
  public boolean reportsAll() {
    var longest = terms.sitemapEvery().get().multipliedBy(2).plus(LATENESS);
    return isTelling
        && lastRound.filter(at -> System.nanoTime() - at < longest.toNanos()).isPresent();
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        long left = isRecording ? nanosLeft() : Long.MAX_VALUE;
        if (left <= 0 && isAwaited()) {
          round();
        }
        long pause = left > 0 ? left : terms.sitemapEvery().get().toNanos();
        if (asked.tryAcquire(Math.min(pause, LONGEST_PAUSE.toNanos()), TimeUnit.NANOSECONDS)) {
          asked.drainPermits();
        }
      }
    } catch (InterruptedException _) {
      // The daemon is closing.
    } finally {
      listed.countDown();
    }
  }

  private long nanosLeft() {
    long every = terms.sitemapEvery().get().toNanos();
    return lastRound.map(at -> at + every - System.nanoTime()).orElse(0L);
  }

  /// The first round serves an agent that may stay, before it reads its first page.
  private boolean isAwaited() {
    try {
      return lastRound.isEmpty() || terms.awaited().isSo();
    } catch (IOException e) {
      failed(e);
      return false;
    }
  }

  private void round() throws InterruptedException {
    try {
      var pages = site.get();
      if (pages.isPresent()) {
        round(pages.get());
      }
    } catch (IOException e) {
      failed(e);
    } catch (RuntimeException e) {
      isTelling = false;
      record.failed();
      faults.fault("The watch of the sitemaps of " + origin, e);
    } finally {
      lastRound = Optional.of(System.nanoTime());
    }
  }

  private void failed(IOException e) {
    isTelling = false;
    record.failed();
    faults.line(
        System.Logger.Level.WARNING,
        "The changes of {0} cannot be recorded, which is tried again: {1}",
        origin,
        String.valueOf(e.getMessage()));
  }

  private void round(RecordedPages.Origin pages) throws IOException, InterruptedException {
    // Deleted pages, and pages that a feed no longer lists, stay in the record.
    if (log.size(origin) > terms.maxEntries()) {
      log.forget(origin);
    }
    SitemapOutcome outcome;
    long generation;
    do {
      generation = record.begin();
      outcome = look(pages, generation);
    } while (generation == 0 && outcome.isTimeUp());
    say(outcome);
  }

  private SitemapOutcome look(RecordedPages.Origin pages, long generation)
      throws IOException, InterruptedException {
    // A new record has no pages, so no cached sitemap applies.
    if (generation == 0 || watched.filter(pages.source()::equals).isEmpty()) {
      watched = Optional.of(pages.source());
      sitemaps = Optional.of(new Sitemaps(pages.source(), terms.turn(), System::nanoTime));
    }
    var changed = new int[1];
    var outcome =
        sitemaps
            .orElseThrow()
            .read(
                named(pages),
                generation == 0 ? terms.listing() : LONGEST_ROUND,
                (sitemap, list) ->
                    changed[0] +=
                        log.record(origin, sitemap, list.stamps(), generation, list.isComplete()));
    if (outcome.isCertain()) {
      changed[0] += forgetUnlisted(outcome, generation);
    }
    changed[0] += recheck(generation);
    // The listeners check at once whether the record is complete.
    isTelling = outcome.isTelling();
    lastRound = Optional.of(System.nanoTime());
    record.end(changed[0]);
    listed.countDown();
    return outcome;
  }

  /// The sitemaps named in robots.txt, which may be large too.
  private Optional<List<String>> named(RecordedPages.Origin pages) throws InterruptedException {
    terms.turn().acquire();
    try {
      return pages.robots().get().map(RobotsTxt::sitemaps);
    } finally {
      terms.turn().release();
    }
  }

  /// Records as deleted the pages of sitemaps that the site no longer names.
  private int forgetUnlisted(SitemapOutcome outcome, long generation) throws IOException {
    int changed = 0;
    for (var sitemap : log.directories(origin, "")) {
      if (!outcome.listed().contains(sitemap) && !isAnyPage(sitemap)) {
        changed += log.record(origin, sitemap, Map.of(), generation);
      }
    }
    return changed;
  }

  /// Records that any page may have changed, if this is due.
  private int recheck(long generation) throws IOException {
    long now = terms.clock().millis();
    long every = terms.recheckEvery().get().toMillis();
    var last = log.stamp(origin, ANY, ANY);
    boolean isDue = last.filter(at -> at <= now && now - at < every).isEmpty();
    return isDue ? log.record(origin, ANY, Map.of(ANY, now), generation) : 0;
  }

  private void say(SitemapOutcome outcome) {
    var now = outcome.listed().isEmpty() ? List.of("there is no sitemap") : outcome.troubles();
    if (!now.equals(troubles) && !now.isEmpty()) {
      said.line(
          outcome.troubles().isEmpty() ? System.Logger.Level.INFO : System.Logger.Level.WARNING,
          "The sitemaps of {0} do not tell all changes, so agents there look for themselves: {1}",
          origin,
          String.join("; ", now));
    } else if (now.isEmpty() && !troubles.isEmpty()) {
      logger.log(System.Logger.Level.INFO, "The sitemaps of {0} were read", origin);
    }
    troubles = now;
  }

  @Override
  public void close() {
    SiteWatch.end(thread);
  }
}
