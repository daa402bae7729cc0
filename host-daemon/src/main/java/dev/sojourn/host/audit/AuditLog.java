package dev.sojourn.host.audit;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// The audit log on disk, for one process at a time. Thread-safe.
///
/// One thread writes. It takes all waiting lines, and flushes the disk once for all of them if a
/// caller waits. If a line cannot be written, its waiting caller gets an exception. Lines without a
/// waiting caller stay in memory for the next attempt, up to a limit.
public final class AuditLog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final int MAX_BATCH = 256;
  private static final int MAX_KEPT = 1_000;

  private final AuditConfig config;
  private final InstantSource clock;
  private final AuditWriter writer;
  private final LinkedBlockingQueue<Job> waiting = new LinkedBlockingQueue<>(10_000);
  private final ArrayDeque<Job> kept = new ArrayDeque<>();
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;
  private boolean isFailing;

  /// @param entry empty for a job that only wakes the thread
  /// @param done completes when the line is on disk; empty if no caller waits
  private record Job(
      Instant at, Optional<AuditEntry> entry, Optional<CompletableFuture<Void>> done) {}

  private AuditLog(AuditConfig config, InstantSource clock, AuditWriter writer) {
    this.config = config;
    this.clock = clock;
    this.writer = writer;
    this.thread = Thread.ofPlatform().name("audit").daemon(true).unstarted(this::loop);
  }

  /// Opens the log of a directory; creates both if missing. Cuts off a last line torn by a crash,
  /// and records that.
  ///
  /// @param directory if created here, only its owner can read it
  /// @param config the limits
  /// @param key the host's key, which signs checkpoints
  /// @param moreRoom frees space on a full disk, and returns whether it did
  /// @param clock the time
  /// @return the log
  /// @throws IOException if it cannot be read or written, or its last line is damaged
  public static AuditLog open(
      Path directory,
      AuditConfig config,
      SigningKey key,
      BooleanSupplier moreRoom,
      InstantSource clock)
      throws IOException {
    if (!Files.isDirectory(directory)) {
      OwnerOnly.createDirectories(directory);
    }
    var writer = AuditWriter.open(directory, config, key, moreRoom, clock.instant());
    var log = new AuditLog(config, clock, writer);
    log.thread.start();
    return log;
  }

  /// {@return the directory of a host's audit log}
  ///
  /// @param data the data directory of the host
  public static Path directory(Path data) {
    return data.resolve("audit");
  }

  /// {@return the limits}
  AuditConfig config() {
    return config;
  }

  /// Adds a line, without waiting. Later lines reach the disk after this line.
  void add(AuditEntry entry) {
    var job = new Job(clock.instant(), Optional.of(entry), Optional.empty());
    if (closed || !waiting.offer(job)) {
      lost.incrementAndGet();
    }
  }

  /// Adds a line, and waits until it is on disk. An interrupt takes effect after the wait.
  ///
  /// @throws IOException if the line could not be written
  void addNow(AuditEntry entry) throws IOException {
    var done = new CompletableFuture<Void>();
    if (!waiting.offer(new Job(clock.instant(), Optional.of(entry), Optional.of(done)))) {
      throw new IOException("the audit log cannot be written fast enough");
    }
    if (closed) {
      failWaiting();
    }
    try {
      var _ = done.join();
    } catch (CompletionException e) {
      throw new IOException("the audit log cannot be written", e.getCause());
    }
  }

  private void loop() {
    var batch = new ArrayList<Job>();
    while (!closed || !waiting.isEmpty()) {
      try {
        batch.clear();
        batch.add(waiting.take());
        waiting.drainTo(batch, MAX_BATCH - batch.size());
        batch.removeIf(job -> job.entry().isEmpty());
        write(batch);
      } catch (InterruptedException _) {
        // Interrupting this thread during a write would close its file.
      }
    }
  }

  private void write(List<Job> batch) {
    long missing = lost.get();
    var entries = unwritten(missing);
    entries.addAll(dated(batch));
    boolean isAwaited = batch.stream().anyMatch(job -> job.done().isPresent());
    try {
      if (!entries.isEmpty()) {
        writer.add(entries, isAwaited, clock.instant());
      }
      kept.clear();
      lost.addAndGet(-missing);
      isFailing = false;
      batch.forEach(job -> job.done().ifPresent(done -> done.complete(null)));
    } catch (IOException | RuntimeException | Error e) {
      sayOnce(e);
      batch.forEach(job -> keep(job, e));
    }
  }

  /// The lines of earlier attempts, after a line with the number of lost events.
  private List<AuditWriter.Dated> unwritten(long missing) {
    var entries = new ArrayList<AuditWriter.Dated>();
    if (missing > 0) {
      var entry = new AuditEntry(AuditEvent.LOST, line -> line.put("events", missing));
      entries.add(new AuditWriter.Dated(clock.instant(), entry));
    }
    entries.addAll(dated(kept));
    return entries;
  }

  private static List<AuditWriter.Dated> dated(Collection<Job> jobs) {
    return jobs.stream()
        .flatMap(job -> job.entry().map(entry -> new AuditWriter.Dated(job.at(), entry)).stream())
        .toList();
  }

  private void keep(Job job, Throwable fault) {
    if (job.done().isPresent()) {
      job.done().get().completeExceptionally(fault);
    } else if (kept.size() < MAX_KEPT) {
      kept.add(job);
    } else {
      lost.incrementAndGet();
    }
  }

  private void sayOnce(Throwable fault) {
    var level = isFailing ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING;
    isFailing = true;
    LOG.log(
        level,
        "The audit log cannot be written, so nothing leaves this host until it can: {0}",
        fault instanceof IOException file ? Messages.clause(file) : fault.toString());
  }

  private void failWaiting() {
    for (var job = waiting.poll(); job != null; job = waiting.poll()) {
      job.done().ifPresent(done -> done.completeExceptionally(new IOException("it is closed")));
    }
  }

  /// Writes the waiting lines, signs the log and closes it.
  @Override
  public void close() throws IOException {
    closed = true;
    var _ = waiting.offer(new Job(clock.instant(), Optional.empty(), Optional.empty()));
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    failWaiting();
    try {
      writer.close(unwritten(lost.get()), clock.instant());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
