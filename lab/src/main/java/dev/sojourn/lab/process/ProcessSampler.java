package dev.sojourn.lab.process;

import dev.sojourn.lab.result.ProcessResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Watches processes and all their descendants during a crawl. It sums their processor time and
/// memory five times per second.
public final class ProcessSampler implements AutoCloseable {
  private static final int PERIOD_MILLIS = 200;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("sampler").factory());
  private final Map<String, Watch> watches = new LinkedHashMap<>();

  /// The figures of a role.
  private static final class Watch {
    private final ProcessTree tree;
    private final long beforeMillis;
    private final long earlierMillis;
    private long peakBytes;

    Watch(ProcessTree tree, long beforeMillis, long earlierMillis, long peakBytes) {
      this.tree = tree;
      this.beforeMillis = beforeMillis;
      this.earlierMillis = earlierMillis;
      this.peakBytes = peakBytes;
    }

    long usedMillis() {
      return earlierMillis + tree.millis() - beforeMillis;
    }

    void sample(List<ProcessStat> all) {
      tree.sample(all);
      peakBytes = Math.max(peakBytes, tree.residentBytes());
    }
  }

  private ProcessSampler() {}

  /// {@return a sampler that runs until it is closed}
  public static ProcessSampler start() {
    var sampler = new ProcessSampler();
    var _ =
        sampler.thread.scheduleAtFixedRate(
            sampler::sample, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return sampler;
  }

  /// Watches a process from now on. Its earlier use does not count.
  ///
  /// @param role its name in the results
  /// @param pid its process id
  public synchronized void watch(String role, long pid) {
    var tree = new ProcessTree(pid);
    tree.sample(ProcessStat.all());
    watches.put(role, new Watch(tree, tree.millis(), 0, tree.residentBytes()));
  }

  /// Watches a process that has just started. All its use counts, in addition to that of an earlier
  /// process with the same role.
  ///
  /// @param role its name in the results
  /// @param pid its process id
  public synchronized void watchFromBegin(String role, long pid) {
    sample();
    var tree = new ProcessTree(pid);
    watches.compute(
        role,
        (_, former) ->
            former == null
                ? new Watch(tree, 0, 0, 0)
                : new Watch(tree, 0, former.usedMillis(), former.peakBytes));
  }

  /// {@return the use of each process so far}
  public synchronized List<ProcessResult> results() {
    sample();
    var results = new ArrayList<ProcessResult>();
    watches.forEach(
        (role, watch) ->
            results.add(new ProcessResult(role, watch.usedMillis() / 1e3, watch.peakBytes)));
    return results;
  }

  /// {@return present resident memory in bytes of some processes and their descendants}
  ///
  /// @param roles prefix of their roles, for example `host`
  public synchronized long residentBytes(String roles) {
    sample();
    return watches.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(roles))
        .mapToLong(entry -> entry.getValue().tree.residentBytes())
        .sum();
  }

  private synchronized void sample() {
    var all = ProcessStat.all();
    watches.values().forEach(watch -> watch.sample(all));
  }

  /// Ends the sampling.
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
