package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.fetch.Validators;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsFetcherTest {
  @Test
  void onlyValidatorsThatARequestCanCarryAreKept() {
    var long1025 = "x".repeat(1_025);
    var fields = Map.of("etag", List.of(long1025), "last-modified", List.of("yesterday"));
    assertThat(RobotsFetcher.validators(new HttpReply.Answer(200, fields, new byte[0], false)))
        .isEqualTo(new Validators(Optional.empty(), Optional.of("yesterday")));
  }

  /// Names and their addresses.
  private record Names(Map<String, String> addresses) implements RobotsFetcher.Network {
    @Override
    public InetAddress[] resolve(PageUrl url) throws UnknownHostException {
      var address = addresses.get(url.origin());
      if (address == null) {
        throw new UnknownHostException(url.origin());
      }
      return new InetAddress[] {InetAddress.ofLiteral(address)};
    }

    @Override
    public HttpReply get(PageUrl url, InetAddress address, Validators held, WireTally tally) {
      throw new UnsupportedOperationException();
    }
  }

  private static Optional<String> objection(String from, String to) {
    var names =
        Map.of(
            "http://public.example", "93.184.215.14",
            "https://www.public.example", "93.184.215.15",
            "http://inside.example", "10.0.0.1",
            "http://other.inside.example", "10.0.0.2",
            "http://127.0.0.1", "127.0.0.1",
            "http://metadata.example", "169.254.169.254");
    return new RobotsFetcher(new Names(names), InstantSource.system())
        .objectionToMove(from, PageUrl.parse(to).orElseThrow());
  }

  @Test
  void aSiteMayLeadToAnotherSiteOfTheInternet() {
    assertThat(objection("http://public.example", "https://www.public.example/x")).isEmpty();
    assertThat(objection("http://inside.example", "https://www.public.example/x")).isEmpty();
    assertThat(objection("http://inside.example", "http://other.inside.example/")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://inside.example/admin",
        "http://127.0.0.1/",
        "http://metadata.example/latest/meta-data/"
      })
  void anAttackThatLeadsFromTheInternetIntoThisNetworkIsRefused(String to) {
    assertThat(objection("http://public.example", to).orElse(""))
        .contains("no site of the Internet may send a crawler");
  }

  @Test
  void anAttackThatLeadsFromThisNetworkToAMetadataServiceIsRefused() {
    assertThat(objection("http://inside.example", "http://metadata.example/")).isPresent();
    assertThat(objection("http://inside.example", "http://127.0.0.1/")).isPresent();
  }

  @Test
  void aNameThatIsNotKnownNowMayBeLater() {
    assertThat(objection("http://public.example", "http://nowhere.example/")).isEmpty();
  }
}
