package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressFilterTest {
  private static AddressBlock block(String text) {
    return AddressBlock.parse(text).orElseThrow();
  }

  private static InetAddress address(String text) {
    return InetAddress.ofLiteral(text);
  }

  @Test
  void aBlockHoldsTheAddressesThatBeginWithItsBits() {
    assertThat(block("198.51.100.0/22").contains(address("198.51.103.255"))).isTrue();
    assertThat(block("198.51.100.0/22").contains(address("198.51.104.0"))).isFalse();
    assertThat(block("198.51.100.7").contains(address("198.51.100.7"))).isTrue();
    assertThat(block("198.51.100.7").contains(address("198.51.100.6"))).isFalse();
    assertThat(block("0.0.0.0/0").contains(address("203.0.113.1"))).isTrue();
    assertThat(block("0.0.0.0/0").contains(address("2001:db8::1"))).isFalse();
    assertThat(block("2001:db8:8000::/33").contains(address("2001:db8:ffff::1"))).isTrue();
    assertThat(block("2001:db8:8000::/33").contains(address("2001:db8:7fff::1"))).isFalse();
    assertThat(block("198.51.100.0/24").contains(address("::ffff:198.51.100.7"))).isTrue();
  }

  @Test
  void whatIsNoBlockIsRefused() {
    for (var text :
        List.of(
            "",
            "localhost",
            "198.51.100.0/33",
            "198.51.100.1/24",
            "198.51.100.0/-1",
            "198.51.100.0/024",
            "198.51.100.0/",
            "198.51.100",
            "2001:db8::/129",
            "fe80::1%eth0")) {
      assertThat(AddressBlock.parse(text)).as(text).isEmpty();
    }
  }

  @Test
  void whatIsDeniedIsNotAllowed() {
    var filter =
        new AddressFilter(List.of(block("10.0.0.0/8")), List.of(block("10.1.0.0/16")), List.of());
    assertThat(filter.admits(address("10.2.0.1"))).isTrue();
    assertThat(filter.admits(address("10.1.0.1"))).isFalse();
    assertThat(filter.admits(address("192.0.2.1"))).isFalse();
    assertThat(AddressFilter.NONE.admits(address("192.0.2.1"))).isTrue();
    var denying = new AddressFilter(List.of(), List.of(block("10.1.0.0/16")), List.of());
    assertThat(denying.admits(address("192.0.2.1"))).isTrue();
  }
}
