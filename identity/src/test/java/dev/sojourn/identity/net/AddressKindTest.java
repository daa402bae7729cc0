package dev.sojourn.identity.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressKindTest {

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, UNSPECIFIED",
    "0.1.2.3, UNSPECIFIED",
    "9.255.255.255, PUBLIC",
    "10.0.0.0, PRIVATE",
    "10.255.255.255, PRIVATE",
    "11.0.0.0, PUBLIC",
    "100.63.255.255, PUBLIC",
    "100.64.0.0, PRIVATE",
    "100.127.255.255, PRIVATE",
    "100.100.100.199, PRIVATE",
    "100.100.100.200, METADATA",
    "168.63.129.16, METADATA",
    "168.63.129.17, PUBLIC",
    "192.0.0.192, METADATA",
    "100.128.0.0, PUBLIC",
    "126.255.255.255, PUBLIC",
    "127.0.0.1, LOOPBACK",
    "127.255.255.254, LOOPBACK",
    "128.0.0.0, PUBLIC",
    "169.253.1.1, PUBLIC",
    "169.254.169.254, LINK_LOCAL",
    "169.255.0.0, PUBLIC",
    "172.15.255.255, PUBLIC",
    "172.16.0.0, PRIVATE",
    "172.31.255.255, PRIVATE",
    "172.32.0.0, PUBLIC",
    "192.0.0.8, RESERVED",
    "192.0.1.1, PUBLIC",
    "192.0.2.1, RESERVED",
    "192.88.99.1, RESERVED",
    "192.167.255.255, PUBLIC",
    "192.168.0.1, PRIVATE",
    "192.169.0.0, PUBLIC",
    "198.17.255.255, PUBLIC",
    "198.18.0.1, RESERVED",
    "198.19.255.255, RESERVED",
    "198.20.0.0, PUBLIC",
    "198.51.100.7, RESERVED",
    "203.0.113.7, RESERVED",
    "203.0.114.1, PUBLIC",
    "223.255.255.255, PUBLIC",
    "224.0.0.1, MULTICAST",
    "239.255.255.255, MULTICAST",
    "240.0.0.1, RESERVED",
    "255.255.255.255, RESERVED",
    "8.8.8.8, PUBLIC",
    "1.1.1.1, PUBLIC"
  })
  void knowsIpv4Addresses(String address, AddressKind kind) throws UnknownHostException {
    assertThat(AddressKind.of(InetAddress.getByName(address))).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "::, UNSPECIFIED",
    "::1, LOOPBACK",
    "::2, UNSPECIFIED",
    "fe80::1, LINK_LOCAL",
    "fd00:ec2::254, METADATA",
    "fd00:ec2::23, METADATA",
    "fd00:ec2::255, PRIVATE",
    "fd20:ce::254, METADATA",
    "::ffff:100.100.100.200, METADATA",
    "64:ff9b::a83f:8110, METADATA",
    "64:ff9b:1::a9fe:a9fe, LINK_LOCAL",
    "64:ff9b:1::6464:64c8, METADATA",
    "febf::1, LINK_LOCAL",
    "fec0::1, PRIVATE",
    "feff::1, PRIVATE",
    "fc00::1, PRIVATE",
    "fdff:ffff::1, PRIVATE",
    "fe00::1, RESERVED",
    "ff02::1, MULTICAST",
    "ff0e::1, MULTICAST",
    "2606:4700::1111, PUBLIC",
    "2a00:1450::1, PUBLIC",
    "3fff:fff::1, RESERVED",
    "3fff:1000::1, PUBLIC",
    "2001:db8::1, RESERVED",
    "2001:db9::1, PUBLIC",
    "2001::1, RESERVED",
    "2001:1ff::1, RESERVED",
    "2001:200::1, PUBLIC",
    "100::1, RESERVED",
    "4000::1, RESERVED",
    "5f00::1, RESERVED",
    "1fff::1, RESERVED"
  })
  void knowsIpv6Addresses(String address, AddressKind kind) throws UnknownHostException {
    assertThat(AddressKind.of(InetAddress.getByName(address))).isEqualTo(kind);
  }

  /// The ways of writing an IPv4 address into an IPv6 one, each as bytes with `v4` in its place:
  /// InetAddress turns some of them into IPv4 addresses by itself.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000000000000000ffff v4", // mapped
        "0000000000000000ffff0000 v4", // translated, RFC 2765
        "0064ff9b0000000000000000 v4", // NAT64
        "2002 v4 00000000000000000001", // 6to4
        "2606470000000000 00005efe v4", // ISATAP, of a private IPv4 interface
        "2606470000000000 02005efe v4", // ISATAP, of a public IPv4 interface
      })
  void anIpv4AddressInsideAnIpv6OneDecides(String form) {
    assertThat(kind(form, "7f000001")).isEqualTo(AddressKind.LOOPBACK);
    assertThat(kind(form, "a9fea9fe")).isEqualTo(AddressKind.LINK_LOCAL);
    assertThat(kind(form, "0a010203")).isEqualTo(AddressKind.PRIVATE);
    assertThat(kind(form, "e0000001")).isEqualTo(AddressKind.MULTICAST);
    assertThat(kind(form, "08080808")).isEqualTo(AddressKind.PUBLIC);
  }

  @Test
  void ipv4CompatibleAddressesAndLocalNat64AreNeverPublic() {
    assertThat(kind("000000000000000000000000 v4", "7f000001")).isEqualTo(AddressKind.LOOPBACK);
    assertThat(kind("000000000000000000000000 v4", "08080808")).isEqualTo(AddressKind.RESERVED);
    assertThat(kind("0064ff9b0001000000000000 v4", "08080808")).isEqualTo(AddressKind.PRIVATE);
    assertThat(kind("0064ff9b0000000000000001 v4", "08080808")).isEqualTo(AddressKind.RESERVED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.1", "2130706433", "[::1]", "::ffff:127.0.0.1", "::1%1"})
  void aLoopbackAddressWrittenInAnotherWayIsStillOne(String text) {
    InetAddress address;
    try {
      address = InetAddress.getByName(text);
    } catch (UnknownHostException _) {
      return; // Not read at all, so nobody is sent there.
    }
    assertThat(AddressKind.of(address)).isEqualTo(AddressKind.LOOPBACK);
  }

  @Test
  void whatIsNoAddressIsACallersMistake() {
    assertThatThrownBy(() -> AddressKind.of(new byte[5]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static AddressKind kind(String form, String ipv4) {
    return AddressKind.of(HexFormat.of().parseHex(form.replace("v4", ipv4).replace(" ", "")));
  }

  @Test
  void nobodyNamesALinkLocalAddressOrAMetadataService() {
    for (var by : AddressKind.values()) {
      assertThat(AddressKind.LINK_LOCAL.mayBeNamedBy(by)).isFalse();
      assertThat(AddressKind.METADATA.mayBeNamedBy(by)).isFalse();
      assertThat(AddressKind.PUBLIC.mayBeNamedBy(by)).isTrue();
    }
  }

  @Test
  void whatIsInsideNamesWhatIsInsideAndThisMachineItself() {
    assertThat(AddressKind.PRIVATE.mayBeNamedBy(AddressKind.PRIVATE)).isTrue();
    assertThat(AddressKind.PRIVATE.mayBeNamedBy(AddressKind.LOOPBACK)).isTrue();
    assertThat(AddressKind.PRIVATE.mayBeNamedBy(AddressKind.PUBLIC)).isFalse();
    assertThat(AddressKind.LOOPBACK.mayBeNamedBy(AddressKind.LOOPBACK)).isTrue();
    assertThat(AddressKind.LOOPBACK.mayBeNamedBy(AddressKind.PRIVATE)).isFalse();
    assertThat(AddressKind.LOOPBACK.mayBeNamedBy(AddressKind.PUBLIC)).isFalse();
  }
}
