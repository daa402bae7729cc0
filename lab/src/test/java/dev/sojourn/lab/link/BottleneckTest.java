package dev.sojourn.lab.link;

import static dev.sojourn.lab.link.SimulatedSenders.MILLI;
import static dev.sojourn.lab.link.SimulatedSenders.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The model of a link, in simulated time: its figures beside what they must be by arithmetic.
final class BottleneckTest {
  private static final List<Outage> NONE = List.of();

  @ParameterizedTest
  @CsvSource({"1, 0", "20, 0", "20, 5", "50, 25", "200, 10"})
  void oneConnectionReachesTheRate(int megabits, int delayMillis) {
    for (long late : new long[] {0, 3 * MILLI}) {
      var senders = senders(settings(megabits, delayMillis), late);
      senders.add();
      senders.run(5 * SECOND);

      long bytes = SimulatedSenders.sum(senders.deliveredIn(20 * SECOND));

      assertThat(bytes * 8 / 20e6 / megabits).isCloseTo(1, within(0.015));
    }
  }

  /// A transfer of a second, which the end of slow start would halve if it came too early or late.
  @ParameterizedTest
  @CsvSource({"20, 30", "50, 25", "8, 100"})
  void slowStartEndsWhereTheLinkIsFull(int megabits, int delayMillis) {
    for (long late : new long[] {0, 2 * MILLI}) {
      var senders = senders(settings(megabits, delayMillis), late);
      senders.add();
      senders.run(16L * delayMillis * MILLI);

      long bytes = SimulatedSenders.sum(senders.deliveredIn(SECOND));

      assertThat(bytes * 8 / 1e6 / megabits).isCloseTo(1, within(0.03));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 64, 500})
  void connectionsShareTheRateFairly(int connections) {
    var senders = senders(settings(20, 10), 2 * MILLI);
    for (int i = 0; i < connections; i++) {
      senders.add();
    }
    senders.run(2 * SECOND);

    var shares = senders.deliveredIn(8 * SECOND);

    assertThat(SimulatedSenders.fairness(shares)).isGreaterThanOrEqualTo(0.95);
    // Counted from the begin, as in a short time more may be delivered: the bytes that waited
    // behind a lost packet.
    double all = SimulatedSenders.sum(senders.delivered()) * 8 / 10e6 / 20;
    assertThat(all).isBetween(0.9, 1.0);
  }

  @Test
  void aConnectionThatComesLateGetsItsShareAtOnce() {
    var senders = senders(settings(20, 5), 0);
    senders.add();
    senders.run(5 * SECOND);
    senders.add();
    senders.run(SECOND);

    assertThat(SimulatedSenders.fairness(senders.deliveredIn(SECOND))).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void aPauseSavesNothingUp() {
    var settings = settings(8, 0);
    var link = new Bottleneck(settings, new Random(1), new DirectionCounts());
    var flow = link.flow(LinkMemory.WINDOW_BYTES, () -> {});
    var arrivals = new ArrayList<Long>();
    // Bytes come after a pause in which the link did not run.
    long begun = 10 * SECOND;
    for (int i = 0; i < 10; i++) {
      link.offer(flow, 1_000, () -> arrivals.add(link.advancedNanos()), begun);
    }
    while (link.next() < Long.MAX_VALUE) {
      link.advance(link.next());
    }

    // 8 Mbit/s are a byte each microsecond.
    assertThat(arrivals.getFirst()).isEqualTo(begun + MILLI);
    assertThat(arrivals.getLast()).isEqualTo(begun + 10 * MILLI);
  }

  @Test
  void aFullQueueTakesAsLongAsItIsSet() {
    var queue = Duration.ofMillis(80);
    var settings = new LinkSettings(Duration.ofMillis(10), 20_000_000, 0, Optional.of(queue), NONE);
    var senders = senders(settings, 0);
    for (int i = 0; i < 4; i++) {
      senders.add();
    }
    var longest = new long[1];
    var probe = senders.link().flow(LinkMemory.WINDOW_BYTES, () -> {});
    for (int i = 0; i < 4_000; i++) {
      senders.run(MILLI);
      longest[0] = Math.max(longest[0], senders.link().queuedBytes());
    }
    long sent = senders.now();
    var there = new long[1];
    senders.link().offer(probe, 100, () -> there[0] = senders.link().advancedNanos(), sent);
    senders.run(SECOND);

    assertThat(longest[0]).isBetween(settings.queueBytes() * 9 / 10, settings.queueBytes());
    assertThat(senders.counts().droppedPackets()).isPositive();
    // Turns are taken by bytes, so a short message does not wait for the whole queue.
    assertThat(there[0] - sent).isLessThan(Duration.ofMillis(20).toNanos());
  }

  /// Mathis, Semke, Mahdavi and Ott (1997): the rate of TCP is a packet a round trip, by the root
  /// of two thirds of the loss.
  @ParameterizedTest
  @CsvSource({"0.001, 20", "0.005, 20", "0.01, 10", "0.01, 40"})
  void lossLimitsTheRateAsItDoesForTcp(double loss, int delayMillis) {
    var delay = Duration.ofMillis(delayMillis);
    var senders = senders(new LinkSettings(delay, 1_000_000_000, loss, Optional.empty(), NONE), 0);
    senders.add();
    senders.run(20 * SECOND);

    double perSecond = SimulatedSenders.sum(senders.deliveredIn(400 * SECOND)) / 400.0;

    double roundTrips = 1e3 / (2 * delayMillis);
    double expected = SendWindow.PACKET_BYTES * roundTrips * Math.sqrt(1.5 / loss);
    assertThat(perSecond / expected).isBetween(0.75, 1.25);
  }

  @Test
  void packetsAreLostAtTheShareThatIsSet() {
    var settings =
        new LinkSettings(Duration.ofMillis(1), 100_000_000, 0.02, Optional.empty(), NONE);
    var senders = senders(settings, 0);
    senders.add();
    senders.run(60 * SECOND);

    double packets = SimulatedSenders.sum(senders.delivered()) / (double) SendWindow.PACKET_BYTES;
    // Lost packets were sent again: a share of all that were sent.
    double lost = senders.counts().lostPackets();
    assertThat(lost / (packets + lost)).isCloseTo(0.02, within(0.002));
  }

  @Test
  void everythingArrivesOnceAndInOrderWhateverIsLost() {
    var random = new Random(11);
    for (int round = 0; round < 50; round++) {
      var settings =
          new LinkSettings(
              Duration.ofMillis(random.nextInt(20)),
              random.nextLong(1_000_000, 100_000_000),
              random.nextDouble() / 4,
              Optional.of(Duration.ofMillis(1)),
              List.of(new Outage(Duration.ofMillis(100), Duration.ofMillis(300))));
      var link = new Bottleneck(settings, random, new DirectionCounts());
      link.begin(0);
      var got = new ArrayList<List<Integer>>();
      int flows = random.nextInt(1, 8);
      for (int i = 0; i < flows; i++) {
        var own = new ArrayList<Integer>();
        got.add(own);
        var flow = link.flow(LinkMemory.WINDOW_BYTES, () -> {});
        for (int chunk = 0; chunk < 60; chunk++) {
          int number = chunk;
          int size = random.nextInt(settings.chunkBytes() + 1);
          link.offer(flow, size, () -> own.add(number), chunk * MILLI);
        }
      }
      while (link.next() < Long.MAX_VALUE) {
        link.advance(link.next());
      }

      for (var own : got) {
        assertThat(own).hasSize(60).isSorted();
      }
    }
  }

  @Test
  void aLostMessageThatNothingFollowsWaitsForATimeout() {
    var delay = Duration.ofMillis(10);
    var settings = new LinkSettings(delay, 0, 0.5, Optional.empty(), NONE);
    var times = new ArrayList<Long>();
    var random = new Random(4);
    for (int i = 0; i < 200; i++) {
      var link = new Bottleneck(settings, random, new DirectionCounts());
      var flow = link.flow(LinkMemory.WINDOW_BYTES, () -> {});
      link.offer(flow, 100, () -> times.add(link.advancedNanos() / MILLI), 0);
      while (link.next() < Long.MAX_VALUE) {
        link.advance(link.next());
      }
    }

    // The sender knows no round trip yet, so it waits a second, then two more, then four more.
    assertThat(times).contains(10L, 1_010L, 3_010L).allMatch(time -> (time - 10) % 1_000 == 0);
    assertThat(times.stream().filter(time -> time == 10).count()).isBetween(70L, 130L);
  }

  @Test
  void manyPacketsBehindALostOneBringItBackWithinARoundTrip() {
    var losing =
        new Bottleneck(
            new LinkSettings(Duration.ofMillis(50), 0, 0.5, Optional.empty(), NONE),
            new FirstOfAll(),
            new DirectionCounts());
    var own = losing.flow(LinkMemory.WINDOW_BYTES, () -> {});
    var arrivals = new ArrayList<Long>();
    for (int i = 0; i < 6; i++) {
      losing.offer(own, 1_460, () -> arrivals.add(losing.advancedNanos() / MILLI), 0);
    }
    while (losing.next() < Long.MAX_VALUE) {
      losing.advance(losing.next());
    }

    assertThat(arrivals).containsExactly(150L, 150L, 150L, 150L, 150L, 150L);
  }

  /// Loses only the first packet.
  private static final class FirstOfAll extends Random {
    private static final long serialVersionUID = 1;
    private boolean isDone;

    @Override
    public double nextDouble() {
      double drawn = isDone ? 1 : 0;
      isDone = true;
      return drawn;
    }
  }

  private static LinkSettings settings(int megabits, int delayMillis) {
    return new LinkSettings(Duration.ofMillis(delayMillis), megabits * 1_000_000L, NONE);
  }

  private static SimulatedSenders senders(LinkSettings settings, long mostLateNanos) {
    return new SimulatedSenders(settings, 3, mostLateNanos);
  }
}
