package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Name services that say now this and now that, and what is connected to.
class SiteAddressesTest {
  private static final String PUBLIC = "93.184.215.14";

  private final List<List<String>> answers = new ArrayList<>();
  private final SiteAddresses.SiteNames names =
      new SiteAddresses.SiteNames(
          host -> {
            if (answers.isEmpty()) {
              throw new UnknownHostException(host);
            }
            return answers.removeFirst().stream()
                .map(InetAddress::ofLiteral)
                .toArray(InetAddress[]::new);
          });

  private List<String> resolved(String... addresses) throws UnknownHostException {
    answers.add(List.of(addresses));
    var found = new ArrayList<String>();
    for (var address : names.resolve("site.example")) {
      found.add(address.getHostAddress());
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "fe80::1",
        "fd00:ec2::254",
        "100.100.100.200",
        "168.63.129.16"
      })
  void aNameNeverLeadsToTheNeighboursOrToAMetadataService(String address) {
    assertThatThrownBy(() -> resolved(address))
        .isInstanceOf(SiteAddresses.SiteNames.BarredException.class)
        .hasMessageContaining("nobody is asked");
  }

  @Test
  void aNameThatWasOfTheInternetNeverLeadsInside() throws Exception {
    assertThat(resolved(PUBLIC)).containsExactly(PUBLIC);
    for (var inside : List.of("127.0.0.1", "10.0.0.1", "0.0.0.0", "198.18.0.1")) {
      assertThatThrownBy(() -> resolved(inside))
          .isInstanceOf(SiteAddresses.SiteNames.BarredException.class)
          .hasMessageContaining("no site of the Internet is asked");
    }
    assertThat(resolved("10.0.0.1", PUBLIC)).containsExactly(PUBLIC);
  }

  @Test
  void aNameOfThisNetworkMayLeadAnywhereInIt() throws Exception {
    assertThat(resolved("10.0.0.1")).containsExactly("10.0.0.1");
    assertThat(resolved("127.0.0.1", "169.254.1.1")).containsExactly("127.0.0.1");
  }

  @Test
  void aSiteThatAnEarlierRunHasSeenOnTheInternetStaysThere() {
    names.addOfTheInternet("Site.Example");
    assertThatThrownBy(() -> resolved("127.0.0.1"))
        .isInstanceOf(SiteAddresses.SiteNames.BarredException.class);
  }

  @Test
  void anAddressThatAUserWroteIsAskedAsItIs() throws Exception {
    var literal = new SiteAddresses.SiteNames(InetAddress::getAllByName);
    assertThat(literal.resolve("169.254.1.1")).hasSize(1);
    assertThat(literal.resolve("127.0.0.1")).hasSize(1);
  }
}
