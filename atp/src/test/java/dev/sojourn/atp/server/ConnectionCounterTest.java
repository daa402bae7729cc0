package dev.sojourn.atp.server;

import static dev.sojourn.atp.server.ConnectionCounter.Admission.DROPPED;
import static dev.sojourn.atp.server.ConnectionCounter.Admission.REFUSED;
import static dev.sojourn.atp.server.ConnectionCounter.Admission.SERVED;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class ConnectionCounterTest {

  private final ConnectionCounter counter = new ConnectionCounter(ServerCapacity.DEFAULT, 3);

  @Test
  void oneAddressHas128ConnectionsAndNoMore() {
    enter("192.0.2.1", 128);
    assertThat(counter.enter(address("192.0.2.1"))).isEqualTo(REFUSED);
    assertThat(counter.enter(address("192.0.2.2"))).isEqualTo(SERVED);

    counter.leave(address("192.0.2.1"));
    assertThat(counter.enter(address("192.0.2.1"))).isEqualTo(SERVED);
    assertThat(counter.enter(address("192.0.2.1"))).isEqualTo(REFUSED);
  }

  @Test
  void oneNetworkOfIpv4Has512ConnectionsAndNoMore() {
    for (int i = 1; i <= 4; i++) {
      enter("192.0.2." + i, 128);
    }
    assertThat(counter.enter(address("192.0.2.255"))).isEqualTo(REFUSED);
    assertThat(counter.enter(address("192.0.3.0"))).isEqualTo(SERVED);

    counter.leave(address("192.0.2.1"));
    assertThat(counter.enter(address("192.0.2.255"))).isEqualTo(SERVED);
    assertThat(counter.enter(address("192.0.2.254"))).isEqualTo(REFUSED);
  }

  @Test
  void oneNetworkOfIpv6Has512ConnectionsAndNoMore() {
    // The last eight bits of a /56, which one person may choose.
    for (int i = 0; i < 512; i++) {
      enter("2001:db8:0:" + Integer.toHexString(0xff00 + i / 4) + "::" + (i + 1), 1);
    }
    assertThat(counter.enter(address("2001:db8:0:ffff::9999"))).isEqualTo(REFUSED);
    assertThat(counter.enter(address("2001:db8:0:fe00::1"))).isEqualTo(SERVED);
  }

  @Test
  void allTogetherHave1024ConnectionsAndNoMore() {
    for (int i = 0; i < 1_024; i++) {
      enter("198.51." + i / 4 + ".1", 1);
    }
    assertThat(counter.enter(address("203.0.113.1"))).isEqualTo(REFUSED);

    counter.leave(address("198.51.0.1"));
    assertThat(counter.enter(address("203.0.113.1"))).isEqualTo(SERVED);
  }

  @Test
  void moreThanCanBeToldWhyAreDropped() {
    enter("192.0.2.1", 128);
    for (int i = 0; i < 3; i++) {
      assertThat(counter.enter(address("192.0.2.1"))).isEqualTo(REFUSED);
    }
    assertThat(counter.enter(address("192.0.2.1"))).isEqualTo(DROPPED);

    counter.leaveRefused();
    assertThat(counter.enter(address("192.0.2.1"))).isEqualTo(REFUSED);
  }

  private void enter(String address, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(counter.enter(address(address))).isEqualTo(SERVED);
    }
  }

  private static InetAddress address(String literal) {
    return InetAddress.ofLiteral(literal);
  }
}
