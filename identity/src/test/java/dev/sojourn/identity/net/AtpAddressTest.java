package dev.sojourn.identity.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtpAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0:0:1]"})
  void anIpv6AddressIsTheSameInEachOfItsSpellings(String host) {
    assertThat(AtpAddress.parse("atp://" + host + ":10434"))
        .contains(new AtpAddress("[::1]", 10_434));
    assertThat(new AtpAddress(host, 10_434)).hasToString("atp://[::1]:10434");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[::1", "[:::]", "[1.2.3.4]", "[::1%lo]", "[::g]"})
  void whatStandsInBracketsIsAnIpv6Address(String host) {
    assertThat(AtpAddress.parse("atp://" + host + ":10434")).isEmpty();
  }

  @Test
  void anIpv4AddressInIpv6StaysOne() {
    assertThat(new AtpAddress("[::FFFF:192.0.2.7]", 1)).hasToString("atp://[::ffff:192.0.2.7]:1");
  }
}
