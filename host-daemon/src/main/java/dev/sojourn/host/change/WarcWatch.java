package dev.sojourn.host.change;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.site.RecordedPages;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.visit.warc.FileStamp;
import dev.sojourn.visit.warc.WarcPages;
import dev.sojourn.visit.warc.WarcSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Watches the WARC files of one site. Its thread repeatedly checks their names, sizes and times,
/// and loads new, changed and deleted files. It polls because archives are often on disks of other
/// machines, which report no events.
///
/// A file is loaded, with its complete records, once two checks found it unchanged. The damage of a
/// file is reported only after a minute without change: until then, a program may still be writing.
/// Changes of pages are recorded once an agent may stay.
final class WarcWatch implements SiteWatch {
  /// The kind of its records.
  static final String KIND = "warc:";

  private static final System.Logger LOG = System.getLogger(WarcWatch.class.getName());

  /// The intervals of a watch.
  ///
  /// @param look pause between two checks, unless a check took long
  /// @param settling a file unchanged for this long is loaded
  /// @param rest damage of a file unchanged for this long is reported
  record Pace(Duration look, Duration settling, Duration rest) {
    static final Pace USUAL =
        new Pace(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMinutes(1));
  }

  /// The delay after a refusal of files, as for too many records, if the files stay unchanged.
  private static final Duration RETRY = Duration.ofMinutes(1);

  /// The factor from the duration of a check that reads files to the pause after it. Thus a file
  /// under constant writing is not read constantly.
  private static final int PAUSES_OF_READING = 9;

  /// The same factor for checks of names and stamps only.
  private static final int PAUSES_OF_LOOKING = 99;

  private static final int MOST_DAMAGES_AT_ONCE = 20;

  private final String origin;
  private final Supplier<Optional<RecordedPages.Warc>> site;
  private final ChangeLog log;
  private final Pace pace;
  private final SiteRecord record;
  private final RateLimitedLog faults;
  private final ReadableWarcFiles usable;
  private final Semaphore asked = new Semaphore(0);
  private final CountDownLatch listed = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean isRecording;

  // Only the thread uses the following fields.
  private Optional<WarcSource> watched = Optional.empty();
  private StableFiles settled;
  private ReportedDamage noted = new ReportedDamage(List.of());
  private Optional<WarcPages> recorded = Optional.empty();

  private Optional<Done> done = Optional.empty();

  /// Files that need no further check while they stay unchanged.
  ///
  /// @param until when they are retried; empty if all were loaded
  private record Done(Map<Path, FileStamp> files, Optional<Long> until) {}

  /// @param site its files in the current configuration
  /// @param listener receives each recorded change
  WarcWatch(
      String origin,
      Supplier<Optional<RecordedPages.Warc>> site,
      ChangeLog log,
      Pace pace,
      ChangeListener listener,
      RateLimitedLog faults) {
    this.origin = origin;
    this.site = site;
    this.pace = pace;
    this.settled = new StableFiles(pace.settling());
    this.log = log;
    this.record = new SiteRecord(origin, KIND, log, listener);
    this.faults = faults;
    this.usable = new ReadableWarcFiles(origin, faults);
    this.thread = Thread.ofPlatform().daemon().name("watch-" + origin).unstarted(this::run);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void look() {
    asked.release();
  }

  @Override
  public void record() {
    isRecording = true;
    look();
  }

  @Override
  public boolean awaitListed(Duration longest) throws InterruptedException {
    return listed.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        long began = System.nanoTime();
        int pauses = lookOnce(began) ? PAUSES_OF_READING : PAUSES_OF_LOOKING;
        var pause = Duration.ofNanos(System.nanoTime() - began).multipliedBy(pauses);
        var longer = pause.compareTo(pace.look()) > 0 ? pause : pace.look();
        if (asked.tryAcquire(longer.toNanos(), TimeUnit.NANOSECONDS)) {
          asked.drainPermits();
        }
      }
    } catch (InterruptedException _) {
      // The daemon is closing.
    } finally {
      listed.countDown();
    }
  }

  /// Returns whether it read files or recorded changes.
  private boolean lookOnce(long now) {
    try {
      var pages = site.get();
      if (pages.isPresent()) {
        var source = pages.get().source();
        if (watched.filter(source::equals).isEmpty()) {
          begin(source);
        }
        boolean isRead = refresh(pages.get(), now);
        reportDamages(source);
        return recordChanges(source) || isRead;
      }
    } catch (RuntimeException e) {
      record.failed();
      faults.fault("The watch of the WARC files of " + origin, e);
    }
    return false;
  }

  /// The opening of the source already read the files and reported their damage.
  private void begin(WarcSource source) {
    watched = Optional.of(source);
    settled = new StableFiles(pace.settling());
    noted = new ReportedDamage(source.damages());
    done = Optional.empty();
  }

  private boolean refresh(RecordedPages.Warc pages, long now) {
    try {
      var files = usable.look(pages, now);
      settled.look(files, now);
      boolean isDone =
          done.filter(last -> last.files().equals(files))
              .filter(last -> last.until().filter(until -> now - until >= 0).isEmpty())
              .isPresent();
      if (isDone) {
        return false;
      }
      done =
          settled.isQuiet()
              ? Optional.of(new Done(files, Optional.of(now + RETRY.toNanos())))
              : Optional.empty();
      boolean isAll = pages.source().refresh(files.keySet(), settled::isSettled);
      done = isAll ? Optional.of(new Done(files, Optional.empty())) : Optional.empty();
    } catch (IOException e) {
      failed("The WARC files of {0} are used as they were read before, and tried again: {1}", e);
    }
    return true;
  }

  private void failed(String line, IOException e) {
    if (!Thread.currentThread().isInterrupted()) {
      faults.line(System.Logger.Level.WARNING, line, origin, String.valueOf(e.getMessage()));
    }
  }

  private void reportDamages(WarcSource source) {
    var fresh = noted.fresh(source.damages(), file -> settled.isUnchangedFor(file, pace.rest()));
    fresh.stream()
        .limit(MOST_DAMAGES_AT_ONCE)
        .forEach(damage -> LOG.log(System.Logger.Level.WARNING, damage.text()));
    if (fresh.size() > MOST_DAMAGES_AT_ONCE) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The WARC files of {0} have {1} more damaged places",
          origin,
          fresh.size() - MOST_DAMAGES_AT_ONCE);
    }
  }

  /// Records the changed pages, if an agent may need them.
  ///
  /// @return whether there was something to record
  private boolean recordChanges(WarcSource source) {
    if (!isRecording || source.isAway()) {
      return false; // Unavailable files do not show whether their pages changed.
    }
    var pages = source.pages();
    if (recorded.filter(pages::equals).isPresent() && !record.isUnreported()) {
      return false;
    }
    try {
      long generation = record.begin();
      record.end(log.record(origin, "", pages.stamps(), generation, true));
      recorded = Optional.of(pages);
      listed.countDown();
    } catch (IOException e) {
      record.failed();
      failed("The changes of {0} cannot be recorded, which is tried again: {1}", e);
    }
    return true;
  }

  @Override
  public void close() {
    SiteWatch.end(thread);
  }
}
