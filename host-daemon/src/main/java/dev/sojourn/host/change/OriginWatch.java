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

/// The watch of a site whose pages come from a web server. Its thread asks for the sitemaps at an
/// interval, while agents wait there for a change. Each sitemap is recorded as a directory, and a
/// page in it with the date that it has there.
///
/// No sitemap lists every change. So from time to time an entry that stands for any page is
/// recorded. It wakes the agents, which then look at all pages that they know.
final class OriginWatch implements SiteWatch {
  /// The kind of its records.
  static final String KIND = "origin:";

  /// The directory and the name of the entry that stands for any page. The names of sitemaps begin
  /// with a slash.
  private static final String ANY = "any";

  /// A record of more entries is begun anew, and agents look for themselves once. Sitemaps list
  /// half as many pages at most.
  static final long MAX_ENTRIES = 500_000;

  /// The time of one round, so that a web server that is slow leaves some to those of other sites.
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(2);

  /// How often it is looked whether agents wait.
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /// Rounds take their time, and are begun a little late.
  private static final Duration LATENESS = Duration.ofMinutes(1);

  private final String origin;
  private final Supplier<Optional<RecordedPages.Origin>> site;
  private final ChangeLog log;
  private final RoundTerms terms;
  private final SiteRecord record;
  private final RateLimitedLog faults;

  private final System.Logger logger;

  /// For this site alone: what is wrong with its sitemaps is said once.
  private final RateLimitedLog said;

  private final Semaphore asked = new Semaphore(0);
  private final CountDownLatch listed = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean isRecording;

  /// Whether the last round said of each page in the sitemaps whether it changed.
  private volatile boolean isTelling;

  private volatile Optional<Long> lastRound = Optional.empty();

  // The fields from here on belong to the thread alone.
  private Optional<SitemapServer> watched = Optional.empty();
  private Optional<Sitemaps> sitemaps = Optional.empty();
  private List<String> troubles = List.of();

  /// The terms on which a web server is asked.
  ///
  /// @param awaited whether an agent waits for a change of the site
  /// @param sitemapEvery from the end of a round to the next one
  /// @param recheckEvery how often agents look at all pages
  /// @param maxEntries of the record; usually [#MAX_ENTRIES]
  /// @param listing how long a visit waits for the first round. Pages that it has not read by then
  ///   are recorded as changed
  /// @param turn held while one file is asked for and read; all sites share it, so that memory does
  ///   not grow with their number
  /// @param clock the time
  record RoundTerms(
      Awaited awaited,
      Supplier<Duration> sitemapEvery,
      Supplier<Duration> recheckEvery,
      long maxEntries,
      Duration listing,
      Semaphore turn,
      InstantSource clock) {
    /// The question whether an agent waits.
    @FunctionalInterface
    interface Awaited {
      boolean isSo() throws IOException;
    }
  }

  /// @param site as the configuration of the moment names it
  /// @param listener hears of each recorded change
  /// @param faults of all sites
  /// @param logger what is wrong with the sitemaps goes there
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

  /// Whether an entry of the record stands for any page.
  static boolean isAnyPage(String directory) {
    return directory.equals(ANY);
  }

  @Override
  public void start() {
    thread.start();
  }

  /// The interval says when to ask.
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

  /// The server is asked only while an agent waits for a change, so others learn nothing from the
  /// last round.
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
      // The daemon closes.
    } finally {
      listed.countDown();
    }
  }

  private long nanosLeft() {
    long every = terms.sitemapEvery().get().toNanos();
    return lastRound.map(at -> at + every - System.nanoTime()).orElse(0L);
  }

  /// The first round is for an agent that may stay, and reads its first page afterwards.
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
    // Pages that went, and those that a feed does not show any more, stay in the record.
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
    // A record that begins knows no page, so no sitemap is the one that it knows.
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
    // The listeners ask at once.
    isTelling = outcome.isTelling();
    lastRound = Optional.of(System.nanoTime());
    record.end(changed[0]);
    listed.countDown();
    return outcome;
  }

  /// The sitemaps that robots.txt names, which may be large as well.
  private Optional<List<String>> named(RecordedPages.Origin pages) throws InterruptedException {
    terms.turn().acquire();
    try {
      return pages.robots().get().map(RobotsTxt::sitemaps);
    } finally {
      terms.turn().release();
    }
  }

  /// The pages of a sitemap that the site names no more.
  private int forgetUnlisted(SitemapOutcome outcome, long generation) throws IOException {
    int changed = 0;
    for (var sitemap : log.directories(origin, "")) {
      if (!outcome.listed().contains(sitemap) && !isAnyPage(sitemap)) {
        changed += log.record(origin, sitemap, Map.of(), generation);
      }
    }
    return changed;
  }

  /// Records that any page may have changed, when it is time.
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
