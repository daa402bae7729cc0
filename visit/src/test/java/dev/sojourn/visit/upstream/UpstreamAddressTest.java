package dev.sojourn.visit.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.identity.net.NameService;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpstreamAddressTest {
  @Test
  void anAddressOfThisMachineIsTakenAsItIsWritten() throws Exception {
    var address = UpstreamAddress.resolve("http://127.0.0.1:8080/", false, NameService.SYSTEM);

    assertThat(address.known()).contains(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(address.port()).isEqualTo(8080);
    assertThat(address.origin()).isEqualTo("http://127.0.0.1:8080");
  }

  @Test
  void aPrivateAddressIsTakenOnlyWhereThatIsAllowed() throws Exception {
    NameService names = _ -> new InetAddress[] {InetAddress.ofLiteral("10.0.0.7")};

    assertThat(UpstreamAddress.resolve("http://web:80", true, names).port()).isEqualTo(80);
    assertThatThrownBy(() -> UpstreamAddress.resolve("http://web:80", false, names))
        .hasMessage("it leads to a private address");
  }

  @Test
  void aNameServerThatIsAwayIsNoFaultOfTheAddress() throws Exception {
    NameService names =
        host -> {
          throw new UnknownHostException(host);
        };
    assertThat(UpstreamAddress.resolve("http://web:80", false, names).known()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"169.254.169.254", "fd00:ec2::254", "93.184.215.14", "0.0.0.0", "224.0.0.1"})
  void noKeyMakesAMetadataServiceOrThePublicNetAnUpstream(String literal) {
    NameService names =
        _ -> new InetAddress[] {InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral(literal)};

    assertThatThrownBy(() -> UpstreamAddress.resolve("http://web:80", true, names))
        .isInstanceOf(UpstreamAddress.RefusedException.class)
        .hasMessageContaining("it leads to ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1:80",
        "https://127.0.0.1:80",
        "http://127.0.0.1",
        "http://127.0.0.1:0",
        "http://127.0.0.1:65536",
        "http://127.0.0.1:80/a",
        "http://127.0.0.1:80?a",
        "http://127.0.0.1:80#a",
        "http://user@127.0.0.1:80",
        "http:///a",
        "file:///etc/passwd"
      })
  void anythingButHttpHostAndPortIsRefused(String text) {
    assertThatThrownBy(() -> UpstreamAddress.resolve(text, true, NameService.SYSTEM))
        .isInstanceOf(UpstreamAddress.RefusedException.class);
  }

  @Test
  void requestsAreSpacedEvenlyHoweverManyWaitAtOnce() {
    var now = new AtomicLong(1_000);
    var slots = new RequestSlots(10, now::get);

    assertThat(slots.take()).isEqualTo(Duration.ZERO);
    assertThat(slots.take()).isEqualTo(Duration.ofMillis(100));
    assertThat(slots.take()).isEqualTo(Duration.ofMillis(200));
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(slots.take()).isEqualTo(Duration.ZERO);
  }
}
