package dev.sojourn.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The times at which chunks leave the line of a link.
final class LinkScheduleTest {
  private static final long MILLI = 1_000_000;

  @Test
  void aFreeLinkPassesOnAtOnce() {
    var schedule = new LinkSchedule(LinkSettings.FREE);

    assertThat(schedule.departure(5 * MILLI, 1_000_000)).isEqualTo(5 * MILLI);
  }

  @Test
  void chunksLeaveOneAfterTheOtherAndAPauseSavesNothingUp() {
    // 8 Mbit/s: a byte each microsecond.
    var schedule = new LinkSchedule(new LinkSettings(Duration.ZERO, 8_000_000, List.of()));

    assertThat(schedule.departure(0, 1_500)).isEqualTo(1_500_000);
    assertThat(schedule.departure(0, 8_500)).isEqualTo(10 * MILLI);
    assertThat(schedule.departure(0, 0)).isEqualTo(10 * MILLI);
    assertThat(schedule.departure(100 * MILLI, 1_000)).isEqualTo(101 * MILLI);
    assertThat(schedule.departure(100 * MILLI, 1_000)).isEqualTo(102 * MILLI);
  }

  @Test
  void bytesOfAnOutageLeaveAtItsEnd() {
    var outage = new Outage(Duration.ofMillis(100), Duration.ofMillis(50));
    var schedule = new LinkSchedule(new LinkSettings(Duration.ZERO, 0, List.of(outage)));

    assertThat(schedule.departure(120 * MILLI, 1)).isEqualTo(120 * MILLI);
    schedule.begin(1_000 * MILLI);

    assertThat(schedule.departure(1_099 * MILLI, 1)).isEqualTo(1_099 * MILLI);
    assertThat(schedule.departure(1_100 * MILLI, 1)).isEqualTo(1_150 * MILLI);
    assertThat(schedule.departure(1_149 * MILLI, 1)).isEqualTo(1_150 * MILLI);
    assertThat(schedule.departure(1_151 * MILLI, 1)).isEqualTo(1_151 * MILLI);
  }

  @Test
  void nothingOvertakesAndTheRateIsNeverExceeded() {
    var random = new Random(7);
    for (int round = 0; round < 200; round++) {
      long rate = random.nextLong(8_000, 1_000_000_000);
      var outage = new Outage(Duration.ofMillis(random.nextInt(1_000)), Duration.ofMillis(100));
      var schedule = new LinkSchedule(new LinkSettings(Duration.ZERO, rate, List.of(outage)));
      schedule.begin(0);
      long now = 0;
      long last = 0;
      long bytes = 0;
      long first = 0;
      for (int i = 0; i < 200; i++) {
        now += random.nextLong(5 * MILLI);
        int size = random.nextInt(20_000);
        long left = schedule.departure(now, size);
        assertThat(left).isGreaterThanOrEqualTo(Math.max(now, last));
        last = left;
        first = i == 0 ? left : first;
        bytes += i == 0 ? 0 : size;
        // No burst is allowed for: not even of a packet.
        assertThat(bytes * 8.0).isLessThanOrEqualTo(rate * (last - first) / 1e9 + 1);
      }
    }
  }
}
