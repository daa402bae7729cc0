package dev.sojourn.lab.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// Senders that always have bytes, and one direction of a link, in simulated time.
final class SimulatedSenders {
  static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LinkSettings settings;
  private final DirectionCounts counts = new DirectionCounts();
  private final Bottleneck link;
  private final List<Flow> flows = new ArrayList<>();
  private final List<Long> delivered = new ArrayList<>();
  private final Random lateness = new Random(5);
  private final long mostLateNanos;
  private long now;

  /// Prepares a link.
  ///
  /// @param mostLateNanos the longest time by which its owner wakes up late
  SimulatedSenders(LinkSettings settings, int seed, long mostLateNanos) {
    this.settings = settings;
    this.mostLateNanos = mostLateNanos;
    this.link = new Bottleneck(settings, new Random(seed), counts);
  }

  /// Adds a sender, which begins as soon as its connection stands.
  void add() {
    int number = flows.size();
    delivered.add(0L);
    flows.add(link.flow(LinkMemory.WINDOW_BYTES, () -> send(number)));
    link.offer(flows.get(number), 0, () -> {}, now);
  }

  private void send(int number) {
    var flow = flows.get(number);
    int size = settings.chunkBytes();
    while (flow.hasRoom()) {
      link.offer(flow, size, () -> delivered.set(number, delivered.get(number) + size), now);
    }
  }

  /// Lets time go by.
  void run(long nanos) {
    long end = now + nanos;
    while (link.next() <= end) {
      long late = mostLateNanos == 0 ? 0 : lateness.nextLong(mostLateNanos);
      now = Math.max(now, link.next() + late);
      link.advance(now);
    }
    now = Math.max(now, end);
  }

  Bottleneck link() {
    return link;
  }

  DirectionCounts counts() {
    return counts;
  }

  long now() {
    return now;
  }

  List<Long> delivered() {
    return List.copyOf(delivered);
  }

  /// {@return the bytes of each sender that arrived in some time}
  List<Long> deliveredIn(long nanos) {
    var before = delivered();
    run(nanos);
    return IntStream.range(0, before.size())
        .mapToObj(i -> delivered.get(i) - before.get(i))
        .toList();
  }

  static long sum(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).sum();
  }

  /// {@return Jain's index of fairness: 1 if all are equal, 1/n if one has all}
  static double fairness(List<Long> values) {
    double sum = sum(values);
    double squares = values.stream().mapToDouble(value -> (double) value * value).sum();
    return sum * sum / (values.size() * squares);
  }
}
