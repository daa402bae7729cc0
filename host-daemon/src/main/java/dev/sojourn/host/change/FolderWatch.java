package dev.sojourn.host.change;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.visit.content.FolderIndex;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Watches the folder of one site. Its thread lists a directory again after each event of the file
/// system there. At intervals, it also sweeps the whole folder for unreported changes.
///
/// An event only names a directory to check. Therefore the order of events does not matter, and
/// several may be merged. If events were lost, the thread sweeps the whole folder at once.
final class FolderWatch implements SiteWatch {
  /// The kind of its records has an empty name.
  static final String KIND = "";

  private static final System.Logger LOG = System.getLogger(FolderWatch.class.getName());

  /// Several files are often written in succession; they become one change.
  private static final Duration SETTLING = Duration.ofMillis(200);

  /// The delay after a failed check.
  private static final Duration RETRY = Duration.ofSeconds(10);

  private final String origin;
  private final Supplier<Optional<FolderIndex>> index;
  private final ChangeLog log;
  private final Supplier<Duration> sweepEvery;
  private final SiteRecord record;
  private final RateLimitedLog faults;
  private final CountDownLatch listed = new CountDownLatch(1);
  private final Thread thread;
  private final Map<WatchKey, String> watched = new HashMap<>();
  private final NavigableMap<String, Path> places = new TreeMap<>();
  private boolean isDeaf;

  /// @param index the files of the currently configured folder
  /// @param listener receives each recorded change
  FolderWatch(
      String origin,
      Supplier<Optional<FolderIndex>> index,
      ChangeLog log,
      Supplier<Duration> sweepEvery,
      ChangeListener listener,
      RateLimitedLog faults) {
    this.origin = origin;
    this.index = index;
    this.log = log;
    this.sweepEvery = sweepEvery;
    this.record = new SiteRecord(origin, KIND, log, listener);
    this.faults = faults;
    this.thread = Thread.ofPlatform().daemon().name("watch-" + origin).unstarted(this::run);
  }

  @Override
  public void start() {
    thread.start();
  }

  /// Does nothing: events and the sweep trigger the checks.
  @Override
  public void look() {}

  /// Does nothing: this watch always records.
  @Override
  public void record() {}

  @Override
  public boolean awaitListed(Duration longest) throws InterruptedException {
    return listed.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void run() {
    try (var service = FileSystems.getDefault().newWatchService()) {
      watch(Optional.of(service));
    } catch (IOException e) {
      sayDeaf(String.valueOf(e.getMessage()));
      watch(Optional.empty());
    }
  }

  /// Checks the folder until the thread is interrupted.
  ///
  /// @param service reports events; without it, only the sweep finds changes
  private void watch(Optional<WatchService> service) {
    try {
      var sweepAt = System.nanoTime();
      while (!Thread.interrupted()) {
        boolean isDue = System.nanoTime() - sweepAt >= 0;
        Set<String> dirty = isDue ? Set.of() : dirty(service, sweepAt - System.nanoTime());
        boolean isWhole = isDue || dirty.contains(WHOLE);
        if (isWhole || !dirty.isEmpty()) {
          look(service, isWhole ? Optional.empty() : Optional.of(dirty));
        }
        if (isWhole) {
          listed.countDown();
        }
        long next = System.nanoTime() + pause().toNanos();
        // After a failure, the sweep comes sooner, and further failures do not delay it.
        if (isWhole || (record.isUnreported() && next - sweepAt < 0)) {
          sweepAt = next;
        }
      }
    } catch (InterruptedException | ClosedWatchServiceException _) {
      // The daemon is closing.
    } finally {
      listed.countDown();
    }
  }

  private Duration pause() {
    var usual = sweepEvery.get();
    return record.isUnreported() && RETRY.compareTo(usual) < 0 ? RETRY : usual;
  }

  /// Represents all directories, after events were lost. Directory names are never empty, so this
  /// name is unique.
  private static final String WHOLE = "//";

  /// The directories with events, once events pause; empty if a sweep is due.
  private Set<String> dirty(Optional<WatchService> watching, long nanos)
      throws InterruptedException {
    var dirty = new TreeSet<String>();
    if (watching.isEmpty()) {
      TimeUnit.NANOSECONDS.sleep(nanos);
      return dirty;
    }
    var service = watching.get();
    var key = service.poll(nanos, TimeUnit.NANOSECONDS);
    // Limits the wait for a folder with constant events.
    long until = System.nanoTime() + 5 * SETTLING.toNanos();
    while (key != null) {
      var dir = watched.get(key);
      boolean isLost =
          key.pollEvents().stream()
              .anyMatch(event -> event.kind().equals(StandardWatchEventKinds.OVERFLOW));
      dirty.add(isLost || dir == null ? WHOLE : dir);
      if (!key.reset() && dir != null) {
        watched.remove(key);
        places.remove(dir);
      }
      long wait = Math.min(SETTLING.toNanos(), until - System.nanoTime());
      key = wait > 0 ? service.poll(wait, TimeUnit.NANOSECONDS) : null;
    }
    return dirty;
  }

  /// Records and reports the changes in some directories, or in all.
  private void look(Optional<WatchService> service, Optional<Set<String>> dirty) {
    try {
      var folder = index.get();
      if (folder.isEmpty()) {
        return;
      }
      long generation = record.begin();
      int files = 0;
      if (dirty.isPresent()) {
        for (var dir : dirty.get()) {
          files += record(folder.get(), service, dir, generation);
        }
      } else {
        files = recordAll(folder.get(), service, generation);
      }
      LOG.log(System.Logger.Level.DEBUG, "{0} files of {1} changed", files, origin);
      record.end(files);
    } catch (IOException e) {
      record.failed();
      faults.line(
          System.Logger.Level.WARNING,
          "The folder of {0} cannot be looked through, which is tried again: {1}",
          origin,
          String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      record.failed();
      faults.fault("The watch of the folder of " + origin, e);
    }
  }

  private int recordAll(FolderIndex folder, Optional<WatchService> service, long generation)
      throws IOException {
    var gone = log.directories(origin, "");
    var there = new TreeSet<String>();
    int files = record(folder, service, "", generation, there);
    gone.removeAll(there);
    for (var dir : gone) {
      files += log.record(origin, dir, Map.of(), generation);
    }
    return files;
  }

  /// Records one directory. A new or deleted directory is recorded with all its subdirectories.
  private int record(
      FolderIndex folder, Optional<WatchService> service, String dir, long generation)
      throws IOException {
    var listing = folder.list(names(dir));
    if (listing.isEmpty()) {
      return recordGone(dir, generation);
    }
    int files = log.record(origin, dir, listing.get().files(), generation);
    var below = new TreeSet<String>();
    for (var name : listing.get().directories()) {
      var child = dir + name + "/";
      below.add(child);
      if (!places.containsKey(child)) {
        files += record(folder, service, child, generation, new TreeSet<>());
      }
    }
    for (var known : List.copyOf(places.subMap(dir, dir + Character.MAX_VALUE).keySet())) {
      boolean isChild =
          known.length() > dir.length() && known.indexOf('/', dir.length()) == known.length() - 1;
      if (isChild && !below.contains(known)) {
        files += recordGone(known, generation);
      }
    }
    return files;
  }

  private int recordGone(String dir, long generation) throws IOException {
    int files = 0;
    for (var known : log.directories(origin, dir)) {
      files += log.record(origin, known, Map.of(), generation);
    }
    places.subMap(dir, dir + Character.MAX_VALUE).clear();
    return files;
  }

  /// Records a directory with all its subdirectories.
  ///
  /// @param there collects the existing directories
  private int record(
      FolderIndex folder,
      Optional<WatchService> service,
      String first,
      long generation,
      Set<String> there)
      throws IOException {
    int files = 0;
    var open = new ArrayList<>(List.of(first));
    while (!open.isEmpty()) {
      var dir = open.removeLast();
      // Watches the directory before listing it, so that no change in between is missed.
      var place = folder.list(names(dir)).map(FolderIndex.Listing::place);
      if (place.isEmpty()) {
        continue;
      }
      watch(service, dir, place.get());
      var listing = folder.list(names(dir));
      if (listing.isEmpty()) {
        continue;
      }
      there.add(dir);
      files += log.record(origin, dir, listing.get().files(), generation);
      listing.get().directories().forEach(name -> open.add(dir + name + "/"));
    }
    return files;
  }

  private void watch(Optional<WatchService> service, String dir, Path place) {
    if (isDeaf || service.isEmpty() || place.equals(places.get(dir))) {
      places.putIfAbsent(dir, place);
      return;
    }
    try {
      var key =
          place.register(
              service.get(),
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_DELETE,
              StandardWatchEventKinds.ENTRY_MODIFY);
      watched.put(key, dir);
      places.put(dir, place);
    } catch (IOException e) {
      places.put(dir, place);
      sayDeaf(String.valueOf(e.getMessage()));
    }
  }

  private void sayDeaf(String why) {
    isDeaf = true;
    LOG.log(
        System.Logger.Level.WARNING,
        "Not all of the folder of {0} can be watched ({1}); changes there are found every {2} s"
            + " (limits.sweep-every). On Linux, fs.inotify.max_user_watches and"
            + " max_user_instances bound that.",
        origin,
        why,
        sweepEvery.get().toSeconds());
  }

  private static List<String> names(String dir) {
    return dir.isEmpty() ? List.of() : List.of(dir.split("/"));
  }

  @Override
  public void close() {
    SiteWatch.end(thread);
  }
}
