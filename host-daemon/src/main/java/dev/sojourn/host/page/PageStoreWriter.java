package dev.sojourn.host.page;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.page.PageStoreTask.Forget;
import dev.sojourn.host.page.PageStoreTask.Put;
import dev.sojourn.host.page.PageStoreTask.Remake;
import dev.sojourn.host.page.PageStoreTask.Remove;
import dev.sojourn.host.page.PageStoreTask.Serve;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/// The thread that writes the page store, alone. It makes damaged files again, and rests while the
/// disk is full. The methods for other threads never wait for the disk.
final class PageStoreWriter {
  private static final System.Logger LOG = System.getLogger(PageStore.class.getName());
  private static final Duration TIDY_EVERY = Duration.ofMinutes(1);
  private static final Duration CLOSE_TIME = Duration.ofSeconds(10);

  /// Uses that wait to be written. A use beyond them is forgotten.
  private static final int MOST_USES = 1 << 16;

  private final Path directory;
  private final PageStoreBound bound;
  private final ServedSitePages sites;
  private final InstantSource clock;
  private final PageStoreQueue queue;
  private final PageStoreChanges changes;
  private final RateLimitedLog log = new RateLimitedLog(LOG);
  private final LongAdder evicted = new LongAdder();
  private final LongAdder damaged = new LongAdder();
  private final LongAdder unwritten = new LongAdder();
  private final Set<Long> uses = ConcurrentHashMap.newKeySet();
  private final Set<Long> removed = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Optional<PageStoreFile>> file =
      new AtomicReference<>(Optional.empty());
  private final Thread thread;
  private volatile boolean isResting;
  private boolean isReported;
  private boolean isFullReported;
  private long tidiedAt = System.nanoTime();

  PageStoreWriter(
      Path directory, PageStoreBound bound, ServedSitePages sites, InstantSource clock) {
    this.directory = directory;
    this.bound = bound;
    this.sites = sites;
    this.clock = clock;
    this.queue = new PageStoreQueue(bound);
    this.changes = new PageStoreChanges(bound, sites);
    this.thread = Thread.ofPlatform().name("page-store").daemon().unstarted(this::run);
  }

  /// Opens the files, and starts the thread. If the files cannot be made, the thread tries again.
  void start() {
    try {
      file.set(Optional.of(PageStoreFile.open(directory, bound)));
    } catch (IOException e) {
      rest(Messages.clause(e));
    }
    thread.start();
  }

  /// The file for queries; empty while there is none.
  Optional<PageStoreFile> file() {
    return file.get();
  }

  long minute() {
    return TimeUnit.MILLISECONDS.toMinutes(clock.millis());
  }

  PageStoreCounts counts(long hits, long misses) {
    return new PageStoreCounts(
        PageStoreFile.bytes(directory),
        bound.bytes(),
        hits,
        misses,
        evicted.sum(),
        damaged.sum(),
        unwritten.sum());
  }

  /// Adds a view, unless it is too large, the queue is full or the writer rests.
  void put(Put put) {
    if (put.view().length > bound.viewBytes() || isResting || !queue.add(put)) {
      unwritten.increment();
    }
  }

  /// Adds another task.
  ///
  /// @return false after [#close]
  boolean add(PageStoreTask task) {
    return queue.add(task);
  }

  /// Notes that a view was used.
  void use(long id) {
    if (uses.size() < MOST_USES) {
      uses.add(id);
    }
  }

  /// Reports a view that does not match its checksum.
  void damage(PageStoreFile in, long id) {
    if (removed.add(id)) {
      report("A view");
      var _ = queue.add(new Remove(in, id));
    }
  }

  private void report(String what) {
    damaged.increment();
    log.line(
        System.Logger.Level.WARNING,
        "{0} of the page store {1} is damaged, and is made again",
        what,
        directory.resolve(PageStoreFile.NAMES.getFirst()));
  }

  /// Reports a failed query. A full disk and a lock do not mean damage.
  void failed(PageStoreFile in, SQLException e) {
    if (isPassing(e)) {
      return;
    }
    var now = file.get();
    if (now.filter(in::equals).isPresent() && file.compareAndSet(now, Optional.empty())) {
      var _ = queue.add(new Remake(in));
    }
  }

  private static boolean isPassing(SQLException e) {
    return SqliteSession.isFull(e) || SqliteSession.isBusy(e);
  }

  private void run() {
    try {
      var tasks = queue.take(TIDY_EVERY);
      while (!tasks.isEmpty() || !queue.isClosed()) {
        attempt(tasks);
        tidy();
        tasks = queue.take(TIDY_EVERY);
      }
      flush();
    } catch (InterruptedException | SQLException _) {
      // The end of the process; the last uses are forgotten.
    } finally {
      file.getAndSet(Optional.empty()).ifPresent(this::close);
    }
  }

  private void attempt(List<PageStoreTask> tasks) {
    try {
      if (!tasks.isEmpty()) {
        carryOut(tasks.getFirst(), tasks);
      }
    } catch (SQLException e) {
      recover(tasks, e);
    } catch (RuntimeException e) {
      log.fault("The page store", e);
    } finally {
      tasks.forEach(PageStoreWriter::complete);
    }
  }

  private static void complete(PageStoreTask task) {
    if (task instanceof Forget forget) {
      forget.done().complete(0);
    }
  }

  private void carryOut(PageStoreTask first, List<PageStoreTask> all) throws SQLException {
    switch (first) {
      case Put _ -> put(all);
      case Remove(var in, long id) -> remove(in, id);
      case Remake(var in) -> {
        report("The file");
        remake(Optional.of(in));
      }
      case Serve _ -> serve();
      case Forget forget -> forget(forget);
    }
  }

  private void put(List<PageStoreTask> tasks) throws SQLException {
    var now = file.get();
    if (now.isEmpty() || isResting) {
      unwritten.add(tasks.size());
      return;
    }
    var puts = tasks.stream().map(Put.class::cast).toList();
    if (changes.isCrowded(now.get(), puts)) {
      flush();
      evicted.add(changes.makeRoom(now.get(), puts, minute()));
      if (changes.isCrowded(now.get(), puts)) {
        unwritten.add(puts.size());
        restWhileFull();
        return;
      }
    }
    now.get().shrink();
    changes.put(now.get(), puts, minute());
    if (isReported) {
      isReported = false;
      LOG.log(System.Logger.Level.INFO, "Views of pages are kept again");
    }
  }

  private void remove(PageStoreFile in, long id) throws SQLException {
    if (file.get().filter(in::equals).isPresent()) {
      var _ = in.write(session -> PageTables.remove(session, id));
    }
    removed.remove(id);
  }

  private void serve() throws SQLException {
    var now = file.get();
    if (now.isPresent()) {
      changes.serve(now.get());
    }
  }

  private void forget(Forget forget) throws SQLException {
    var now = file.get();
    var origin = forget.origin();
    if (now.isEmpty()) {
      return;
    }
    if (origin.isEmpty()) {
      var views = now.get().query(session -> session.number("SELECT count(*) FROM page"));
      remake(now);
      forget.done().complete(Math.toIntExact(views));
      return;
    }
    var site = sites.find(origin.get());
    if (site.isPresent()) {
      forget.done().complete(changes.forget(now.get(), site.get().id(), forget.isClosed()));
    }
  }

  /// Views that must go are gone afterwards: if they cannot be deleted alone, all are.
  private void recover(List<PageStoreTask> tasks, SQLException e) {
    unwritten.add(tasks.stream().filter(Put.class::isInstance).count());
    boolean mustGo =
        tasks.stream().anyMatch(task -> task instanceof Forget || task instanceof Serve);
    if (SqliteSession.isFull(e)) {
      rest("the disk is full");
    } else if (!isPassing(e)) {
      report("The file");
    }
    if (mustGo || !isPassing(e)) {
      remake(file.get());
    }
  }

  /// Deletes the files, and makes new ones.
  ///
  /// @param old a file to close, which may be in use no more
  private void remake(Optional<PageStoreFile> old) {
    var now = file.getAndSet(Optional.empty());
    sites.lose();
    uses.clear();
    removed.clear();
    old.ifPresent(this::close);
    now.filter(other -> !old.equals(Optional.of(other))).ifPresent(this::close);
    try {
      var made = PageStoreFile.remade(directory, bound);
      file.set(Optional.of(made));
      changes.serve(made);
    } catch (IOException e) {
      rest(Messages.clause(e));
    } catch (SQLException e) {
      rest(String.valueOf(e.getMessage()));
    }
  }

  private void close(PageStoreFile old) {
    try {
      old.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "The page store did not close: {0}", e.getMessage());
    }
  }

  private void rest(String why) {
    isResting = true;
    tidiedAt = System.nanoTime();
    if (!isReported) {
      isReported = true;
      LOG.log(System.Logger.Level.WARNING, "Views of pages are not kept for now: {0}", why);
    }
  }

  private void restWhileFull() {
    isResting = true;
    tidiedAt = System.nanoTime();
    if (!isFullReported) {
      isFullReported = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "The page store is full of views that visits used within a day, and keeps no others;"
              + " raise limits.page-store");
    }
  }

  /// Writes the uses, and ends a rest.
  private void tidy() {
    if (System.nanoTime() - tidiedAt < TIDY_EVERY.toNanos()) {
      return;
    }
    tidiedAt = System.nanoTime();
    isResting = false;
    try {
      if (file.get().isEmpty()) {
        remake(Optional.empty());
      } else if (!sites.isStored()) {
        serve();
      }
      flush();
    } catch (SQLException e) {
      recover(List.of(), e);
    }
  }

  private void flush() throws SQLException {
    var now = file.get();
    var ids = List.copyOf(uses);
    ids.forEach(uses::remove);
    if (now.isPresent()) {
      changes.use(now.get(), ids, minute());
    }
  }

  /// Writes what waits, and closes the files.
  void close() {
    queue.close();
    boolean interrupted = Thread.interrupted();
    try {
      var _ = thread.join(CLOSE_TIME);
    } catch (InterruptedException _) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
