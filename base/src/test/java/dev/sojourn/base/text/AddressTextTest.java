package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTextTest {
  /// Sections 2.1 to 2.3 and 4 of RFC 5952.
  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:0db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "0:0:0:0:0:0:0:0, ::",
    "0:0:0:0:0:0:0:1, ::1",
    "1:0:0:0:0:0:0:0, 1::",
    "::FFFF:192.0.2.7, ::ffff:192.0.2.7",
  })
  void equalAddressesHaveOneText(String literal, String text) {
    assertThat(AddressText.ofIpv6(literal)).contains(text);
    assertThat(AddressText.ofIpv6(text)).contains(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "::1%lo", ":::", "1:2", "192.0.2.7", "::g", "1:2:3:4:5:6:7:8:9"})
  void whatIsNoIpv6AddressHasNone(String literal) {
    assertThat(AddressText.ofIpv6(literal)).isEmpty();
  }

  @Test
  void theTextIsReadAsTheSameAddress() throws UnknownHostException {
    var random = new Random(5952);
    for (int round = 0; round < 20_000; round++) {
      var octets = new byte[16];
      for (int i = 0; i < octets.length; i += 2) {
        if (random.nextInt(3) == 0) {
          octets[i] = (byte) random.nextInt();
          octets[i + 1] = (byte) random.nextInt();
        }
      }
      var address = InetAddress.getByAddress(octets);
      assertThat(InetAddress.ofLiteral(AddressText.of(address))).isEqualTo(address);
    }
    assertThat(AddressText.of(InetAddress.ofLiteral("192.0.2.7"))).isEqualTo("192.0.2.7");
  }
}
