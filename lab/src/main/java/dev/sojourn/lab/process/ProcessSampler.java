package dev.sojourn.lab.process;

import dev.sojourn.lab.result.ProcessResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Watches processes and all their descendants during a crawl. It sums their processor time and
/// memory five times per second.
public final class ProcessSampler implements AutoCloseable {
  private static final int PERIOD_MILLIS = 200;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("sampler").factory());
  private final Map<String, Watch> watches = new LinkedHashMap<>();

  /// The figures of one tree of processes.
  private static final class Watch {
    private final long pid;
    private final Duration before;
    private final Duration earlier;
    private Duration most;
    private long peakBytes;

    Watch(long pid, Duration before) {
      this(pid, before, Duration.ZERO, 0);
    }

    private Watch(long pid, Duration before, Duration earlier, long peakBytes) {
      this.pid = pid;
      this.before = before;
      this.earlier = earlier;
      this.most = before;
      this.peakBytes = peakBytes;
    }

    Duration used() {
      return earlier.plus(most).minus(before);
    }

    /// Continues with a later process of the same role.
    Watch then(long next) {
      return new Watch(next, Duration.ZERO, used(), peakBytes);
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
    var children = children();
    watches.put(role, new Watch(pid, Tree.of(pid, children).time()));
  }

  /// Watches a process that has just started. All its use counts, in addition to that of an earlier
  /// process with the same role.
  ///
  /// @param role its name in the results
  /// @param pid its process id
  public synchronized void watchFromBegin(String role, long pid) {
    sample();
    watches.compute(
        role, (_, former) -> former == null ? new Watch(pid, Duration.ZERO) : former.then(pid));
  }

  /// {@return the use of each process so far}
  public synchronized List<ProcessResult> results() {
    sample();
    var results = new ArrayList<ProcessResult>();
    watches.forEach(
        (role, watch) ->
            results.add(new ProcessResult(role, watch.used().toNanos() / 1e9, watch.peakBytes)));
    return results;
  }

  /// {@return present resident memory in bytes of some processes and their descendants}
  ///
  /// @param roles prefix of their roles, for example `host`
  public synchronized long residentBytes(String roles) {
    var children = children();
    return watches.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(roles))
        .mapToLong(entry -> Tree.of(entry.getValue().pid, children).residentBytes())
        .sum();
  }

  /// Takes a sample. The sum falls when a process leaves the tree, so the largest sum counts.
  private synchronized void sample() {
    var children = children();
    for (var watch : watches.values()) {
      var tree = Tree.of(watch.pid, children);
      watch.most = tree.time().compareTo(watch.most) > 0 ? tree.time() : watch.most;
      watch.peakBytes = Math.max(watch.peakBytes, tree.residentBytes());
    }
  }

  private static Map<Long, List<ProcessStat>> children() {
    return ProcessStat.all().stream().collect(Collectors.groupingBy(ProcessStat::parent));
  }

  /// The sums of a process and its descendants.
  private record Tree(Duration time, long residentBytes) {
    static Tree of(long pid, Map<Long, List<ProcessStat>> children) {
      var root = ProcessStat.of(pid);
      var time = root.map(ProcessStat::both).orElse(Duration.ZERO);
      long resident = root.map(ProcessStat::residentBytes).orElse(0L);
      for (var child : children.getOrDefault(pid, List.of())) {
        var tree = of(child.pid(), children);
        time = time.plus(tree.time());
        resident += tree.residentBytes();
      }
      return new Tree(time, resident);
    }
  }

  /// Ends the sampling.
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
