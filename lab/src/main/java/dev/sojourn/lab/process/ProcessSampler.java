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

/// Watches processes with all of their descendants while a crawl lasts: five times a second it sums
/// their processor time and memory.
public final class ProcessSampler implements AutoCloseable {
  private static final int PERIOD_MILLIS = 200;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("sampler").factory());
  private final Map<String, Watch> watches = new LinkedHashMap<>();

  /// The figures of one tree of processes.
  private static final class Watch {
    private final long pid;
    private final Duration before;
    private Duration most;
    private long peakBytes;

    Watch(long pid, Duration before) {
      this.pid = pid;
      this.before = before;
      this.most = before;
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

  /// Watches a process from now on; what it used before does not count.
  ///
  /// @param role its name in the results
  /// @param pid its number
  public synchronized void watch(String role, long pid) {
    var children = children();
    watches.put(role, new Watch(pid, Tree.of(pid, children).time()));
  }

  /// Watches a process that has just begun: all that it uses counts.
  ///
  /// @param role its name in the results
  /// @param pid its number
  public synchronized void watchFromBegin(String role, long pid) {
    watches.put(role, new Watch(pid, Duration.ZERO));
  }

  /// {@return what each process used, as of now}
  public synchronized List<ProcessResult> results() {
    sample();
    var results = new ArrayList<ProcessResult>();
    watches.forEach(
        (role, watch) ->
            results.add(
                new ProcessResult(
                    role, watch.most.minus(watch.before).toNanos() / 1e9, watch.peakBytes)));
    return results;
  }

  /// A process that a tree has lost takes its time along, so the largest sum counts.
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
