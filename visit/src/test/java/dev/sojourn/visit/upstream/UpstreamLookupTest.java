package dev.sojourn.visit.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.identity.net.NameService;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class UpstreamLookupTest {
  private final AtomicReference<String> answer = new AtomicReference<>("");
  private final AtomicInteger asked = new AtomicInteger();

  private final NameService names =
      _ -> {
        asked.incrementAndGet();
        if (answer.get().isEmpty()) {
          throw new UnknownHostException("web");
        }
        return new InetAddress[] {InetAddress.ofLiteral(answer.get())};
      };

  private UpstreamLookup lookup() throws Exception {
    return new UpstreamLookup(UpstreamAddress.resolve("http://web:80", false, names), names);
  }

  @Test
  void aNameThatIsNotKnownYetIsKnownAsSoonAsItHasAnAddress() throws Exception {
    var lookup = lookup();
    assertThat(lookup.absence())
        .hasValueSatisfying(
            clause ->
                assertThat(clause).isEqualTo("the name of its web server, web, is not known"));
    assertThat(lookup.address()).isEmpty();

    answer.set("127.0.0.1");
    await().until(() -> lookup.absence().isEmpty());
    assertThat(lookup.address()).contains(InetAddress.ofLiteral("127.0.0.1"));
  }

  @Test
  void aKnownAddressIsNotLookedUpAgain() throws Exception {
    answer.set("127.0.0.1");
    var lookup = lookup();
    answer.set("127.0.0.2");

    assertThat(lookup.absence()).isEmpty();
    assertThat(lookup.address()).contains(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(asked).hasValue(1);
  }

  @Test
  void aNameThatComesToLeadToAnotherMachineStaysAway() throws Exception {
    var lookup = lookup();
    answer.set("169.254.169.254");

    await()
        .untilAsserted(
            () ->
                assertThat(lookup.absence())
                    .hasValueSatisfying(clause -> assertThat(clause).startsWith("it leads to ")));
    assertThat(lookup.address()).isEmpty();
  }
}
