package dev.sojourn.atp.server;

import static dev.sojourn.atp.server.PipelineHarness.DATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Literal exchanges through the real pipeline.
final class ServerPipelineTest {

  private final List<AtpRequest> requests = new ArrayList<>();
  private PipelineHarness server =
      PipelineHarness.open(
          (request, _) -> {
            requests.add(request);
            return AtpResponse.okay("text/plain", Bytes.utf8("fine"));
          });

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void answersADispatchAndClosesUnlessAskedToStay() {
    server.send(
        "DISPATCH / ATP/0.1\r\n" // method, URI, version
            + "Content-Type: application/vnd.sojourn.agent\r\n"
            + "Content-Length: 3\r\n"
            + "\r\n"
            + "abc");

    assertThat(server.received())
        .isEqualTo(
            "ATP/0.1 100 OKAY\r\n" // version, code, reason
                + DATE
                + "Content-Type: text/plain\r\n"
                + "Content-Length: 4\r\n"
                + "\r\n"
                + "fine");
    assertThat(server.isOpen()).isFalse();
    assertThat(requests).hasSize(1);
    assertThat(requests.getFirst().method()).isEqualTo(AtpMethod.DISPATCH);
    assertThat(requests.getFirst().target().path()).isEqualTo("/");
    assertThat(requests.getFirst().body()).isEqualTo(Bytes.utf8("abc"));
    assertThat(requests.getFirst().headers().first("content-type"))
        .contains("application/vnd.sojourn.agent");
  }

  @Test
  void staysWhenBothSayKeepAlive() {
    server.send("STATUS /#a1 ATP/0.1\r\nConnection: keep-alive\r\n\r\n");

    assertThat(server.received())
        .isEqualTo(
            "ATP/0.1 100 OKAY\r\n"
                + DATE
                + "Content-Type: text/plain\r\n"
                + "Content-Length: 4\r\n"
                + "Connection: keep-alive\r\n"
                + "\r\n"
                + "fine");
    assertThat(server.isOpen()).isTrue();
    assertThat(requests.getFirst().agentId()).contains("a1");
  }

  @Test
  void readsWhatAgletsSends() {
    server.send(
        "dispatch atp://HOST.example:10434/default#a1b2 atp/0.1\r\n" // absolute, lower case
            + "host:host.example:10434\r\n" // no space after the colon
            + "user-agent:\r\n" // empty value
            + "mic:0123\r\n" // unknown field
            + "date:Sat Nov 21 12:00:00 GMT 2026\r\n"
            + "agent-id:a1b2\r\n"
            + "content-length:2\r\n"
            + "\r\n"
            + "ok");

    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY\r\n");
    assertThat(requests.getFirst().target().authority()).contains(PipelineHarness.NAME);
    assertThat(requests.getFirst().target().path()).isEqualTo("/default");
    assertThat(requests.getFirst().headers().first("User-Agent")).contains("");
    assertThat(requests.getFirst().body().asUtf8()).isEqualTo("ok");
  }

  @Test
  void readsBareLineFeedsAndBytesOneAtATime() {
    for (var octet : "STATUS #a1 ATP/0.1\nConnection: keep-alive\n\n".split("", -1)) {
      server.send(octet);
    }

    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY\r\n");
    assertThat(requests.getFirst().target().agentId()).contains("a1");
  }

  @Test
  void answersPipelinedRequestsInOrder() {
    server.send(
        "STATUS /#a1 ATP/0.1\r\nConnection: keep-alive\r\n\r\n"
            + "COLLECT /#a2 ATP/0.1\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}"
            + "DISPOSE /#a3 ATP/0.1\r\n\r\n"
            + "STATUS /#a4 ATP/0.1\r\n\r\n"); // after the last one that is served

    assertThat(requests)
        .extracting(AtpRequest::agentId)
        .containsExactly(Optional.of("a1"), Optional.of("a2"), Optional.of("a3"));
    assertThat(server.received().split("ATP/0.1 100 OKAY", -1)).hasSize(4);
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void answersAnUnknownMethodWith401() {
    assertRefused("BREW /pot ATP/0.1\r\n\r\n", "401 NOT IMPLEMENTED", "method-unknown");
  }

  @Test
  void answersAnotherVersionWith400() {
    assertRefused("STATUS / ATP/0.2\r\n\r\n", "400 INTERNAL RECIPIENT ERROR", "version-unknown");
  }

  @Test
  void answersAnHttpClientInsteadOfHangingUp() {
    assertRefused(
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "400 INTERNAL RECIPIENT ERROR", "version-unknown");
  }

  @Test
  void answersAHeaderWithoutAColonWith300() {
    assertRefused(
        "STATUS / ATP/0.1\r\nContent-Length 4\r\n\r\n", "300 BAD REQUEST", "header-without-colon");
  }

  @Test
  void answersAFoldedHeaderWith300() {
    assertRefused("STATUS / ATP/0.1\r\nFrom: a\r\n b\r\n\r\n", "300 BAD REQUEST", "header-folded");
  }

  @Test
  void refusesPathTraversalInTheUri() {
    for (var path :
        List.of("/../etc/passwd", "/a/../b", "/./a", "//a", "/a/", "/%2e%2e/a", "/a\\b", "a/b")) {
      try (var fresh = new Closing()) {
        fresh.server.send("FETCH " + path + " ATP/0.1\r\n\r\n");
        assertThat(fresh.server.received())
            .describedAs(path)
            .startsWith("ATP/0.1 300 BAD REQUEST\r\n")
            .contains("urn:sojourn:problem:uri-malformed");
      }
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void refusesAnAgentNamedTwiceInDifferentWays() {
    assertRefused(
        "STATUS /#a1 ATP/0.1\r\nAgent-Id: a2\r\n\r\n", "300 BAD REQUEST", "agent-id-conflict");
  }

  @Test
  void refusesTwoContentLengths() {
    assertRefused(
        "DISPATCH / ATP/0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "300 BAD REQUEST",
        "content-length-malformed");
  }

  @Test
  void refusesTransferEncoding() {
    assertRefused(
        "DISPATCH / ATP/0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "300 BAD REQUEST",
        "transfer-encoding");
  }

  @Test
  void refusesTenThousandHeaders() {
    server.send("STATUS / ATP/0.1\r\n" + "a: b\r\n".repeat(10_000));

    assertThat(server.received())
        .startsWith("ATP/0.1 300 BAD REQUEST\r\n")
        .contains("too-many-headers");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void refusesAHeadLargerThanItsLimitBeforeItsEndIsSeen() {
    server.send("STATUS / ATP/0.1\r\nFrom: " + "a".repeat(33 * 1024));

    assertThat(server.received()).contains("headers-too-large");
  }

  @Test
  void refusesARequestLineLargerThanItsLimitBeforeItsEndIsSeen() {
    server.send("STATUS /" + "a".repeat(9 * 1024));

    assertThat(server.received()).contains("start-line-too-long");
  }

  @Test
  void takesSixtyFourHeadersAndThirtyTwoKibibytesOfThemAndNoMore() {
    var rest = "STATUS / ATP/0.1\r\nConnection: keep-alive\r\n";
    server.send(rest + "a: b\r\n".repeat(63) + "\r\n");
    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY");
    // Lines are counted with their ends; the empty one counts, too.
    int room = 32 * 1024 - "Connection: keep-alive\r\n".length() - "a: \r\n".length() - 2;
    server.send(rest + "a: " + "b".repeat(room) + "\r\n\r\n");
    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY");
    server.send(rest + "a: " + "b".repeat(room + 1) + "\r\n\r\n");
    assertThat(server.received()).startsWith("ATP/0.1 300").contains("headers-too-large");

    try (var fresh = new Closing()) {
      fresh.server.send(rest + "a: b\r\n".repeat(64) + "\r\n");
      assertThat(fresh.server.received()).startsWith("ATP/0.1 300").contains("too-many-headers");
    }
  }

  @Test
  void takesARequestLineOfExactlyTheLimit() {
    var line = "STATUS /" + "a".repeat(8 * 1024 - 16) + " ATP/0.1";
    assertThat(line).hasSize(8 * 1024);
    server.send(line + "\r\n\r\n");

    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY");
  }

  @Test
  void refusesAHugeContentLengthWithoutTakingMemory() {
    for (var length : List.of("16777217", "4294967296", "99999999999999999999")) {
      try (var fresh = new Closing()) {
        fresh.server.send("DISPATCH / ATP/0.1\r\nContent-Length: " + length + "\r\n\r\n");
        assertThat(fresh.server.received()).contains("300 BAD REQUEST", "body-too-large");
        assertThat(fresh.server.reservedBytes()).isZero();
      }
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void takesMemoryForABodyAsItComesAndGivesItBack() {
    server.send(
        "DISPATCH / ATP/0.1\r\nConnection: keep-alive\r\nContent-Length: 16777216\r\n\r\nabc");
    assertThat(server.reservedBytes()).isEqualTo(16 * 1024);

    server.send(new byte[16 * 1024 * 1024 - 3]);
    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY");
    assertThat(server.reservedBytes()).isZero();
  }

  @Test
  void answers403WhenTooManyBodiesArriveAtOnce() {
    server.close();
    server =
        PipelineHarness.open(
            PipelineHarness.config(
                WireLimits.DEFAULT, new ServerCapacity(8, 8, 8, 8, TestServers.bodies(20_000))),
            (_, _) -> AtpResponse.okay());
    server.send("DISPATCH / ATP/0.1\r\nContent-Length: 40000\r\n\r\n").send(new byte[30_000]);

    assertThat(server.received())
        .startsWith("ATP/0.1 403 SERVICE UNAVAILABLE\r\n")
        .contains("Retry-After: 1\r\n", "too-busy");
    assertThat(server.isOpen()).isFalse();
    assertThat(server.reservedBytes()).isZero();
  }

  @Test
  void bodiesTogetherHaveAsManyBytesAsTheyMayAndNotOneMore() {
    server.close();
    server =
        PipelineHarness.open(
            PipelineHarness.config(
                WireLimits.DEFAULT, new ServerCapacity(8, 8, 8, 8, TestServers.bodies(20_000))),
            (_, _) -> AtpResponse.okay());
    var head = "DISPATCH / ATP/0.1\r\nConnection: keep-alive\r\nContent-Length: ";
    server.send(head + "20000\r\n\r\n").send(new byte[20_000]);
    assertThat(server.received()).startsWith("ATP/0.1 100 OKAY");

    server.send(head + "20001\r\n\r\n").send(new byte[20_001]);
    assertThat(server.received()).startsWith("ATP/0.1 403").contains("too-busy");
  }

  @Test
  void cutsOffASlowLorisHead() {
    server.send("STATUS / ATP/0.1\r\n");
    for (int i = 0; i < 9; i++) {
      server.pass(Duration.ofSeconds(1)).send("a" + i + ": b\r\n");
    }
    assertThat(server.received()).isEmpty();

    server.pass(Duration.ofSeconds(1));
    assertThat(server.received()).startsWith("ATP/0.1 300").contains("head-timeout");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void cutsOffASlowBody() {
    server.send("DISPATCH / ATP/0.1\r\nContent-Length: 9\r\n\r\n");
    server.pass(Duration.ofSeconds(100)).send("a").pass(Duration.ofSeconds(21));

    assertThat(server.received()).startsWith("ATP/0.1 300").contains("body-timeout");
    assertThat(server.isOpen()).isFalse();
  }

  @Test
  void closesAnIdleConnectionWithoutAWord() {
    server.pass(Duration.ofSeconds(59));
    assertThat(server.isOpen()).isTrue();

    server.pass(Duration.ofSeconds(2));
    assertThat(server.isOpen()).isFalse();
    assertThat(server.received()).isEmpty();
  }

  @Test
  void reportsNothingOfAHandlersFault() {
    server.close();
    server =
        PipelineHarness.open(
            (_, _) -> {
              throw new IllegalStateException("secret");
            });
    server.send("STATUS / ATP/0.1\r\nConnection: keep-alive\r\n\r\n");

    assertThat(server.received())
        .startsWith("ATP/0.1 400 INTERNAL RECIPIENT ERROR\r\n")
        .contains("application/problem+json", "internal-error")
        .doesNotContain("secret", "IllegalState", "at dev");
    assertThat(server.isOpen()).isTrue();
    assertThat(server.faults()).containsExactly("The handler of STATUS: IllegalStateException");
  }

  @Test
  void aRequestThatOverflowsTheStackHoldsNoPlaceAndNoMemory() {
    server.close();
    server =
        PipelineHarness.open(
            (_, _) -> {
              throw new StackOverflowError();
            });
    for (int i = 0; i < 100; i++) {
      server.send("DISPATCH / ATP/0.1\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\na");
      assertThat(server.received()).startsWith("ATP/0.1 400").contains("internal-error");
    }

    assertThat(server.reservedBytes()).isZero();
    assertThat(server.isReading()).isTrue();
    assertThat(server.faults())
        .hasSize(100)
        .containsOnly("The handler of DISPATCH: StackOverflowError");
  }

  @Test
  void aFaultOfThePipelineIsReportedAndEndsTheConnection() {
    server.channel().pipeline().fireExceptionCaught(new IllegalStateException("a bug"));

    assertThat(server.isOpen()).isFalse();
    assertThat(server.faults())
        .containsExactly("The pipeline of a connection: IllegalStateException");
  }

  @Test
  void aPeerThatBreaksTheConnectionIsNoFault() {
    server.channel().pipeline().fireExceptionCaught(new IOException("reset"));

    assertThat(server.isOpen()).isFalse();
    assertThat(server.faults()).isEmpty();
  }

  @Test
  void forwardsNothingToAnotherHost() {
    server.send("STATUS atp://other.example/#a1 ATP/0.1\r\n\r\n");

    assertThat(server.received()).startsWith("ATP/0.1 402 BAD GATEWAY\r\n").contains("not-a-proxy");
    assertThat(requests).isEmpty();
  }

  private void assertRefused(String request, String status, String code) {
    server.send(request);

    assertThat(server.received())
        .startsWith("ATP/0.1 " + status + "\r\n")
        .contains("Content-Type: application/problem+json\r\n")
        .contains("\"type\":\"urn:sojourn:problem:" + code + "\"")
        .doesNotContain("Connection: keep-alive");
    assertThat(server.isOpen()).isFalse();
    assertThat(requests).isEmpty();
  }

  /// A second server, for tests that need several.
  private final class Closing implements AutoCloseable {
    private final PipelineHarness server =
        PipelineHarness.open(
            (request, _) -> {
              requests.add(request);
              return AtpResponse.okay();
            });

    @Override
    public void close() {
      server.close();
    }
  }
}
