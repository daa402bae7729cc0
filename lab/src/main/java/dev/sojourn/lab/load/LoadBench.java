package dev.sojourn.lab.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Puts load on a server, and measures it.
///
/// @param target the server
/// @param pid the process of the server
/// @param longest time for each case; requests that were not sent by then are omitted
record LoadBench(LoadTarget target, long pid, Duration longest) {
  private static final Duration LOOK = Duration.ofMillis(250);

  /// The largest processor time of an idle server between two checks.
  private static final Duration IDLE = Duration.ofMillis(25);

  /// Sends the requests, spread over the connections of the case.
  ///
  /// @param name the name of the row in the result
  LoadRow measure(String name, LoadCase load, List<byte[]> requests)
      throws IOException, InterruptedException, ExecutionException {
    var latencies = new Latencies(requests.size());
    var links = new ArrayList<LoadConnection>();
    for (int i = 0; i < load.connections(); i++) {
      links.add(new LoadConnection(target.connect()));
    }
    var before = ProcessUse.now(pid);
    long begun = System.nanoTime();
    var scores = run(links, load.depth(), requests, latencies, begun + longest.toNanos());
    double seconds = (System.nanoTime() - begun) / 1e9;
    var after = ProcessUse.now(pid);
    for (var link : links) {
      link.close();
    }
    return row(name, scores, latencies, seconds, before, after);
  }

  /// Waits until the server has done the work of earlier requests: it answers first, and makes the
  /// agent's visit later. Work that is not done within the time is measured too.
  void settle() throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    var before = ProcessUse.now(pid).host();
    while (System.nanoTime() < until) {
      Thread.sleep(LOOK);
      var now = ProcessUse.now(pid).host();
      var used = before.flatMap(from -> now.map(to -> to.minus(from)));
      if (used.isEmpty() || used.get().compareTo(IDLE) < 0) {
        return;
      }
      before = now;
    }
  }

  private static List<LoadConnection.Score> run(
      List<LoadConnection> links, int depth, List<byte[]> requests, Latencies latencies, long until)
      throws InterruptedException, ExecutionException {
    var running = new ArrayList<Future<LoadConnection.Score>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < links.size(); i++) {
        var link = links.get(i);
        int from = (int) ((long) requests.size() * i / links.size());
        int to = (int) ((long) requests.size() * (i + 1) / links.size());
        var part = requests.subList(from, to);
        running.add(threads.submit(() -> link.run(part, depth, latencies, until)));
      }
    }
    var scores = new ArrayList<LoadConnection.Score>();
    for (var one : running) {
      scores.add(one.get());
    }
    return scores;
  }

  private LoadRow row(
      String name,
      List<LoadConnection.Score> scores,
      Latencies latencies,
      double seconds,
      ProcessUse before,
      ProcessUse after) {
    long okay = scores.stream().mapToLong(LoadConnection.Score::okay).sum();
    long other = scores.stream().mapToLong(LoadConnection.Score::other).sum();
    long bytes = scores.stream().mapToLong(LoadConnection.Score::bytes).sum();
    long answers = Math.max(1, okay + other);
    return new LoadRow(
        name,
        okay / seconds,
        millis(latencies.within(0.5)),
        millis(latencies.within(0.99)),
        millis(latencies.within(0.999)),
        okay,
        other,
        scores.stream()
            .map(LoadConnection.Score::lastOther)
            .filter(why -> !why.isEmpty())
            .findFirst()
            .orElse(""),
        bytes / answers,
        micros(before.host(), after.host(), answers),
        micros(before.workers(), after.workers(), answers),
        after.load().minus(before.load()).toNanos() / 1_000 / answers,
        ProcessUse.residentMiB(pid));
  }

  static double millis(Duration time) {
    return time.toNanos() / 1e6;
  }

  private static Optional<Long> micros(
      Optional<Duration> before, Optional<Duration> after, long answers) {
    return before.flatMap(
        from -> after.map(to -> Math.max(0, to.minus(from).toNanos() / 1_000 / answers)));
  }
}
