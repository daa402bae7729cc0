package dev.sojourn.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The bytes that a sender has under way, by the signs from the network.
final class SendWindowTest {
  private static final long ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(80);
  private static final int PACKET = SendWindow.PACKET_BYTES;

  private final SendWindow window = new SendWindow(1 << 20, ROUND_TRIP);

  private long end;

  /// The arriving packets were sent a window ago.
  private void acknowledge(int bytes, long waitedNanos) {
    end += bytes;
    window.acknowledged(bytes, end, end + window.bytes() - bytes, waitedNanos);
  }

  @Test
  void beginsWithTenPacketsAndDoublesInARoundTrip() {
    assertThat(window.bytes()).isEqualTo(14_600);
    acknowledge(14_600, 0);

    assertThat(window.bytes()).isEqualTo(29_200);
  }

  @Test
  void growsNoFurtherThanTheWindowOfTheReceiver() {
    for (int i = 0; i < 100; i++) {
      acknowledge(window.bytes(), 0);
    }

    assertThat(window.bytes()).isEqualTo(1 << 20);
  }

  @Test
  void leavesSlowStartIfTheFirstPacketsOfARoundTripWaitInTheQueue() {
    // An eighth of the round trip is ten milliseconds: slow start ends there.
    long waited = TimeUnit.MILLISECONDS.toNanos(11);
    acknowledge(PACKET, 0);
    acknowledge(9 * PACKET, waited);
    assertThat(window.bytes()).isEqualTo(29_200);
    for (int i = 0; i < 7; i++) {
      acknowledge(PACKET, waited);
    }
    int left = window.bytes();
    assertThat(left).isEqualTo(29_200 + 7 * PACKET);
    acknowledge(PACKET, waited);

    assertThat(window.bytes()).isBetween(left, left + PACKET / 10);
  }

  @Test
  void growsByAPacketInARoundTripAfterALoss() {
    window.lost(0, 1, false);
    int halved = window.bytes();
    for (int acknowledged = 0; acknowledged < halved; acknowledged += PACKET) {
      acknowledge(PACKET, 0);
    }

    assertThat(halved).isEqualTo(7_300);
    assertThat(window.bytes()).isBetween(halved + PACKET * 8 / 10, halved + PACKET);
  }

  @Test
  void halvesOnceForAllThatWasLostOfOneWindow() {
    window.lost(0, 100, false);
    window.lost(50, 120, false);
    window.lost(99, 150, false);
    assertThat(window.bytes()).isEqualTo(7_300);

    window.lost(100, 200, false);
    assertThat(window.bytes()).isEqualTo(3_650);
  }

  @Test
  void beginsWithOnePacketAfterATimeout() {
    window.lost(0, 1, true);

    assertThat(window.bytes()).isEqualTo(PACKET);
    acknowledge(PACKET, 0);
    assertThat(window.bytes()).isEqualTo(2 * PACKET);
  }

  @Test
  void keepsTwoPacketsAtLeastAfterALoss() {
    for (int i = 0; i < 20; i++) {
      window.lost(i, i + 1, false);
    }

    assertThat(window.bytes()).isEqualTo(2 * PACKET);
  }
}
