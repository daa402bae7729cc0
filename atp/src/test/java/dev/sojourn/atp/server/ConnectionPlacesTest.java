package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.server.ConnectionPlaces.Admission;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConnectionPlacesTest {

  private final ConnectionPlaces places = new ConnectionPlaces(ServerCapacity.DEFAULT, 3);
  private final List<String> closed = new ArrayList<>();

  @Test
  void oneAddressHas128ConnectionsAndNoMore() {
    var first = proven("192.0.2.1", 128);
    assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Refused.class);
    assertThat(enter("192.0.2.2")).isInstanceOf(Admission.Served.class);

    first.leave();
    assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Served.class);
    assertThat(places.now().refused()).containsEntry(ConnectionLimit.ADDRESS, 1L);
  }

  @Test
  void oneNetworkOfIpv4Has512ConnectionsAndNoMore() {
    for (int i = 1; i <= 4; i++) {
      proven("192.0.2." + i, 128);
    }
    assertThat(enter("192.0.2.255")).isInstanceOf(Admission.Refused.class);
    assertThat(enter("192.0.3.0")).isInstanceOf(Admission.Served.class);
    assertThat(places.now().refused()).containsEntry(ConnectionLimit.NETWORK, 1L);
  }

  @Test
  void oneNetworkOfIpv6Has512ConnectionsAndNoMore() {
    // The last eight bits of a /56, which one person may choose.
    for (int i = 0; i < 512; i++) {
      proven("2001:db8:0:" + Integer.toHexString(0xff00 + i / 4) + "::" + (i + 1), 1);
    }
    assertThat(enter("2001:db8:0:ffff::9999")).isInstanceOf(Admission.Refused.class);
    assertThat(enter("2001:db8:0:fe00::1")).isInstanceOf(Admission.Served.class);
  }

  @Test
  void allTogetherHave1024ConnectionsAndNoMore() {
    var first = proven("198.51.0.1", 1);
    for (int i = 1; i < 1_024; i++) {
      proven("198.51." + i / 4 + ".1", 1);
    }
    assertThat(enter("203.0.113.1")).isInstanceOf(Admission.Refused.class);

    first.leave();
    assertThat(enter("203.0.113.1")).isInstanceOf(Admission.Served.class);
  }

  @Test
  void moreThanCanBeReportedWhyAreDropped() {
    proven("192.0.2.1", 128);
    for (int i = 0; i < 3; i++) {
      assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Refused.class);
    }
    assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Dropped.class);

    places.leaveRefused();
    assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Refused.class);
    assertThat(places.now().refused()).containsEntry(ConnectionLimit.ADDRESS, 5L);
  }

  @Test
  void silentConnectionsOfManyAddressesKeepNobodyOut() {
    for (int i = 0; i < 2_000; i++) {
      assertThat(enter("198.51." + i % 16 + ".1")).isInstanceOf(Admission.Served.class);
    }
    assertThat(enter("203.0.113.1")).isInstanceOf(Admission.Served.class);

    var now = places.now();
    assertThat(now.open()).isEqualTo(1_024);
    assertThat(now.allRefused()).isZero();
    assertThat(now.displaced()).containsEntry(ConnectionLimit.TOTAL, 977L);
    assertThat(closed).hasSize(977);
  }

  @Test
  void aFloodDisplacesItsOwnConnectionsBeforeThatOfAPeerWhoJustCame() {
    enter("203.0.113.1");
    for (int i = 0; i < 5_000; i++) {
      enter("198.51." + i % 16 + "." + i % 200);
    }
    assertThat(closed).doesNotContain("203.0.113.1");
  }

  @Test
  void anAddressThatIsFullDisplacesItsOwnOldestConnection() {
    for (int i = 0; i < 128; i++) {
      enter("192.0.2.1");
    }
    enter("192.0.2.2");
    assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Served.class);
    assertThat(closed).containsExactly("192.0.2.1");
    assertThat(places.now().displaced()).containsEntry(ConnectionLimit.ADDRESS, 1L);
  }

  @Test
  void neitherAProvenConnectionNorOneWithARequestUnderWayIsDisplaced() {
    proven("192.0.2.1", 64);
    for (int i = 0; i < 64; i++) {
      served("192.0.2.1").busy(true);
    }
    assertThat(enter("192.0.2.1")).isInstanceOf(Admission.Refused.class);
    assertThat(closed).isEmpty();
  }

  @Test
  void aConnectionThatWasDisplacedLeavesOnce() {
    var oldest = served("192.0.2.1");
    for (int i = 0; i < 128; i++) {
      enter("192.0.2.1");
    }
    oldest.leave();
    oldest.prove();
    var now = places.now();
    assertThat(now.open()).isEqualTo(128);
    assertThat(now.authenticated()).isZero();
    assertThat(now.largest().orElseThrow().connections()).isEqualTo(128);
  }

  private Admission enter(String address) {
    return places.enter(InetAddress.ofLiteral(address), () -> closed.add(address));
  }

  private ConnectionPlaces.Place served(String address) {
    return ((Admission.Served) enter(address)).place();
  }

  private ConnectionPlaces.Place proven(String address, int times) {
    var first = served(address);
    first.prove();
    for (int i = 1; i < times; i++) {
      served(address).prove();
    }
    return first;
  }
}
