package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.server.ConnectionCounts;
import dev.sojourn.atp.server.ConnectionLimit;
import dev.sojourn.atp.wire.PeerNetwork;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ConnectionWatchTest {
  private final AtomicReference<ConnectionCounts> counts = new AtomicReference<>(counts(3, 0, 0));
  private final ConnectionWatch watch = new ConnectionWatch(counts::get);

  @Test
  void connectionsThatFindRoomAreNoRemark() {
    counts.set(counts(900, 0, 0));
    assertThat(watch.remark()).isEmpty();
    assertThat(watch.obstacle()).isEmpty();
  }

  @Test
  void connectionsThatWereClosedForNewerOnesAreRemarkedOnForAMinute() {
    counts.set(counts(1_024, 0, 977));
    assertThat(watch.remark())
        .hasValue(
            "Connections are scarce: 977 that had proven nothing were closed for newer ones, and 0"
                + " were refused; 1,024 of 1,024 are open, 2 of them authenticated; most, 128, are"
                + " from 198.51.100.0/24. Limits are in [wire], and a firewall keeps a network"
                + " out");
    assertThat(watch.obstacle()).isEmpty();
    watch.sum();
    assertThat(watch.remark()).isEmpty();
  }

  @Test
  void aHostWhosePlacesAreAllTakenByOthersThanSilentPeersIsNotReady() {
    counts.set(counts(1_024, 1, 0));
    assertThat(watch.obstacle().orElseThrow()).contains("all 1,024 connections are taken");
    watch.sum();
    assertThat(watch.obstacle()).isEmpty();
  }

  private static ConnectionCounts counts(int open, long refused, long displaced) {
    return new ConnectionCounts(
        open,
        2,
        1_024,
        5_000,
        Map.of(ConnectionLimit.TOTAL, refused),
        Map.of(ConnectionLimit.TOTAL, displaced),
        Optional.of(
            new ConnectionCounts.Crowd(
                PeerNetwork.of(InetAddress.ofLiteral("198.51.100.7")), 128)));
  }
}
