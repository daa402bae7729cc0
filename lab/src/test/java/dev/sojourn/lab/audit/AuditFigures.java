package dev.sojourn.lab.audit;

import dev.sojourn.base.Bytes;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVerifier;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/// The cost of the audit log, for docs/performance.md. Answers that wait for their line, one by one
/// and many at a time, stand beside the disk alone. The check of the whole log follows. The
/// directory is a new one below the first argument, on the disk that is to be measured.
final class AuditFigures {
  private static final int ALONE = 2_000;
  private static final int TOGETHER = 40_000;
  private static final Bytes BODY = Bytes.wrap(new byte[4 << 10]);
  private static final Optional<String> CODE = Optional.of("c0".repeat(32));

  private AuditFigures() {}

  /// Runs; prints one table.
  public static void main(String[] args) throws Exception {
    var folder = Files.createTempDirectory(Path.of(args[0]), "audit");
    try {
      System.out.println("| what | each second | p50 µs | p99 µs | processor µs |");
      System.out.println("| --- | --- | --- | --- | --- |");
      row("the disk alone: 300 octets written and flushed", disk(folder.resolve("plain")));
      var log = folder.resolve("audit");
      try (var trail = open(log)) {
        var _ = answers(trail, 1, ALONE, "warm");
        row("answers that wait for their line, one at a time", answers(trail, 1, ALONE, "one"));
        for (int threads : List.of(16, 64)) {
          var name = threads + " at a time";
          row("the same, " + name, answers(trail, threads, TOGETHER, name));
        }
      }
      check(log);
    } finally {
      delete(folder);
    }
  }

  /// A run: the times of its steps, and processor time of the whole process.
  private record Run(long[] nanos, long wallNanos, long cpuNanos) {}

  private static void row(String name, Run run) {
    var sorted = run.nanos().clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    System.out.printf(
        Locale.ROOT,
        "| %s | %,.0f | %,d | %,d | %.1f |%n",
        name,
        count * 1e9 / run.wallNanos(),
        sorted[count / 2] / 1_000,
        sorted[count * 99 / 100] / 1_000,
        run.cpuNanos() / 1e3 / count);
  }

  private static AuditTrail open(Path log) throws IOException {
    Files.createDirectory(log);
    var key = SigningKey.generate(new SecureRandom());
    var clock = InstantSource.system();
    return new AuditTrail(AuditLog.open(log, AuditConfig.DEFAULT, key, () -> false, clock), clock);
  }

  private static Run disk(Path file) throws IOException {
    var nanos = new long[ALONE];
    long cpu = cpu();
    long begun = System.nanoTime();
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int i = 0; i < nanos.length; i++) {
        long at = System.nanoTime();
        channel.write(ByteBuffer.allocate(300));
        channel.force(false);
        nanos[i] = System.nanoTime() - at;
      }
    }
    return new Run(nanos, System.nanoTime() - begun, cpu() - cpu);
  }

  private static Run answers(AuditTrail trail, int threads, int count, String name)
      throws Exception {
    var nanos = new long[count];
    long cpu = cpu();
    long begun = System.nanoTime();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks = new ArrayList<Callable<Void>>();
      for (int thread = 0; thread < threads; thread++) {
        int from = thread;
        var visit = new AuditVisit("crawler.example", "k".repeat(43), name + thread);
        tasks.add(
            () -> {
              for (int i = from; i < count; i += threads) {
                long at = System.nanoTime();
                // Another body each time: a repeated body is only counted.
                trail.left(visit, CODE, "COLLECT", body(i), Optional.of(i + "-" + i));
                nanos[i] = System.nanoTime() - at;
              }
              return null;
            });
      }
      for (var done : executor.invokeAll(tasks)) {
        var _ = done.get();
      }
    }
    return new Run(nanos, System.nanoTime() - begun, cpu() - cpu);
  }

  private static Bytes body(int number) {
    var octets = BODY.toArray();
    ByteBuffer.wrap(octets).putInt(number);
    return Bytes.wrap(octets);
  }

  private static void check(Path log) throws IOException {
    long begun = System.nanoTime();
    var verdict = AuditVerifier.verify(log, Optional.empty(), Optional.empty(), Optional.empty());
    double seconds = (System.nanoTime() - begun) / 1e9;
    long bytes = 0;
    try (var files = Files.newDirectoryStream(log)) {
      for (var file : files) {
        bytes += Files.size(file);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%nThe log has %,d octets; to check it took %.1f s: %s%n",
        bytes,
        seconds,
        verdict);
  }

  private static long cpu() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime();
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
