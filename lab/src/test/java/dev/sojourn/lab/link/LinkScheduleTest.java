package dev.sojourn.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The times at which bytes arrive at the far end of a link.
final class LinkScheduleTest {
  private static final long MILLI = 1_000_000;

  @Test
  void aFreeLinkPassesOnAtOnce() {
    var schedule = new LinkSchedule(LinkSettings.FREE);

    assertThat(schedule.arrival(5 * MILLI, 1_000_000)).isEqualTo(5 * MILLI);
  }

  @Test
  void theDelayIsAddedToEachByte() {
    var schedule = new LinkSchedule(new LinkSettings(Duration.ofMillis(20), 0, List.of()));

    assertThat(schedule.arrival(0, 1_000)).isEqualTo(20 * MILLI);
    assertThat(schedule.arrival(3 * MILLI, 1_000)).isEqualTo(23 * MILLI);
  }

  @Test
  void bytesLeaveOneAfterTheOtherAtTheRate() {
    // 8 Mbit/s: a byte each microsecond, and a bucket of 1,500 bytes that is full at first.
    var schedule = new LinkSchedule(new LinkSettings(Duration.ofMillis(10), 8_000_000, List.of()));

    assertThat(schedule.arrival(0, 1_500)).isEqualTo(10 * MILLI);
    assertThat(schedule.arrival(0, 10_000)).isEqualTo(20 * MILLI);
    assertThat(schedule.arrival(0, 10_000)).isEqualTo(30 * MILLI);
    assertThat(schedule.arrival(0, 0)).isEqualTo(30 * MILLI);
    assertThat(schedule.arrival(100 * MILLI, 1_500)).isEqualTo(110 * MILLI);
  }

  @Test
  void bytesOfAnOutageLeaveAtItsEnd() {
    var outage = new Outage(Duration.ofMillis(100), Duration.ofMillis(50));
    var schedule = new LinkSchedule(new LinkSettings(Duration.ofMillis(10), 0, List.of(outage)));

    assertThat(schedule.arrival(120 * MILLI, 1)).isEqualTo(130 * MILLI);
    schedule.begin(1_000 * MILLI);

    assertThat(schedule.arrival(1_099 * MILLI, 1)).isEqualTo(1_109 * MILLI);
    assertThat(schedule.arrival(1_100 * MILLI, 1)).isEqualTo(1_160 * MILLI);
    assertThat(schedule.arrival(1_149 * MILLI, 1)).isEqualTo(1_160 * MILLI);
    assertThat(schedule.arrival(1_151 * MILLI, 1)).isEqualTo(1_161 * MILLI);
  }

  @Test
  void nothingOvertakesAndTheRateIsNeverExceeded() {
    var random = new Random(7);
    for (int round = 0; round < 200; round++) {
      long rate = random.nextLong(8_000, 1_000_000_000);
      var outage = new Outage(Duration.ofMillis(random.nextInt(1_000)), Duration.ofMillis(100));
      var schedule =
          new LinkSchedule(
              new LinkSettings(Duration.ofMillis(random.nextInt(50)), rate, List.of(outage)));
      schedule.begin(0);
      long now = 0;
      long last = 0;
      long bytes = 0;
      long first = -1;
      for (int i = 0; i < 200; i++) {
        now += random.nextLong(5 * MILLI);
        int size = random.nextInt(20_000);
        long arrival = schedule.arrival(now, size);
        assertThat(arrival).isGreaterThanOrEqualTo(Math.max(now, last));
        last = arrival;
        first = first < 0 ? arrival : first;
        bytes += i == 0 ? 0 : size;
        assertThat((bytes - 1_501) * 8.0).isLessThanOrEqualTo(rate * (last - first) / 1e9 + 1);
      }
    }
  }
}
