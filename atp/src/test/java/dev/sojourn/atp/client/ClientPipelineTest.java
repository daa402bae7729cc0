package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.identity.net.AtpAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Literal answers through the client's real pipeline, with the limits that it has by default.
final class ClientPipelineTest {

  private static final AtpAddress HOST = new AtpAddress("host.example", 10434);
  private static final AtpRequest STATUS = AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"));
  private static final String EMPTY = "Content-Length: 0\r\n";

  private final ClientHarness client = ClientHarness.open(HOST, ClientSettings.DEFAULT);

  @Test
  void asksForTheConnectionToBeKeptAndKeepsItWhereTheHostDoesToo() {
    assertThat(new String(client.send(STATUS), StandardCharsets.ISO_8859_1))
        .isEqualTo("STATUS /#a1 ATP/0.1\r\nConnection: keep-alive\r\n\r\n");
    assertThat(answer("ATP/0.1 100 OKAY\r\n" + EMPTY + "Connection: keep-alive\r\n\r\n").body())
        .matches(body -> body.isEmpty());
    assertThat(client.isOpen()).isTrue();

    client.send(STATUS);
    answer("ATP/0.1 100 OKAY\r\n" + EMPTY + "\r\n");
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void takesAnAnswerThatWasThereBeforeItsRequestForTheAnswer() {
    receive("ATP/0.1 403 SERVICE UNAVAILABLE\r\nRetry-After: 5\r\n" + EMPTY + "\r\n");

    assertThat(client.send(STATUS)).isEmpty();
    assertThat(client.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Exchange.Answered.class,
            a -> assertThat(a.response().retryAfter()).contains(Duration.ofSeconds(5)));
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void hangsUpOnAHostThatAnswersWhatWasNotAsked() {
    client.send(STATUS);
    var one = "ATP/0.1 100 OKAY\r\n" + EMPTY + "Connection: keep-alive\r\n\r\n";
    assertThat(answer(one).status().code()).isEqualTo(100);

    receive(one);
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void anAnswerCutShortIsNone() {
    client.send(STATUS);
    receive("ATP/0.1 100 OKAY\r\nContent-Length: 4\r\n\r\nabc");
    assertThat(client.outcome()).isEmpty();
    client.close();

    assertThat(lost()).isEqualTo(HOST + " closed the connection before its answer was complete.");
  }

  @Test
  void givesUpAConnectionThatNobodyUsedForHalfAMinute() {
    client.pass(Duration.ofMillis(29_999));
    assertThat(client.isOpen()).isTrue();
    client.pass(Duration.ofMillis(1));
    assertThat(client.isOpen()).isFalse();
  }

  @Test
  void waitsForAnAnswerHoweverLongTheConnectionIsSilent() {
    client.send(STATUS);
    client.pass(Duration.ofMinutes(5));
    assertThat(client.isOpen()).isTrue();
  }

  @Test
  void readsAFirstLineOfEightKibibytesAndNotOfOneByteMore() {
    var line = "ATP/0.1 100 " + "a".repeat(8 * 1024 - 12);
    isRead(line + "\r\n" + EMPTY + "\r\n");
    isRefused(line + "a\r\n" + EMPTY + "\r\n", "The first line is longer than 8192 bytes.");
    isRefused(line + "a\n", "The first line is longer than 8192 bytes.");
    isRefused(line + "a", "The first line is longer than 8192 bytes.");
  }

  @Test
  void readsSixtyFourFieldsAndNotOneMore() {
    var head = "ATP/0.1 100 OKAY\r\n" + EMPTY + "a: b\r\n".repeat(63);
    isRead(head + "\r\n");
    isRefused(head + "a: b\r\n\r\n", "There are more than 64 header fields.");
  }

  @Test
  void readsThirtyTwoKibibytesOfHeaderLinesAndNotOneByteMore() {
    int room = 32 * 1024 - EMPTY.length() - "a: \r\n\r\n".length();
    var head = "ATP/0.1 100 OKAY\r\n" + EMPTY + "a: " + "b".repeat(room);
    isRead(head + "\r\n\r\n");
    isRefused(head + "b\r\n\r\n", "The header fields are longer than 32768 bytes.");
    isRefused(head + "bbbb", "The header fields are longer than 32768 bytes.");
  }

  @Test
  void readsABodyOfSixteenMebibytesAndNotOneByteMore() {
    int most = 16 * 1024 * 1024;
    isRead("ATP/0.1 100 OKAY\r\nContent-Length: " + most + "\r\n\r\n" + "x".repeat(most));
    isRefused(
        "ATP/0.1 100 OKAY\r\nContent-Length: " + (most + 1) + "\r\n\r\n",
        "The body is larger than 16777216 bytes.");
    isRefused(
        "ATP/0.1 100 OKAY\r\n\r\n" + "x".repeat(most + 1),
        "The answer is larger than 16777216 bytes.");
  }

  @Test
  void readsTheProblemOfARefusalUpToSixtyFourKibibytesAndAThousandCharacters() {
    var said = "d".repeat(1_001);
    var json = "{\"type\":\"urn:sojourn:problem:some-code\",\"detail\":\"" + said + "\"}";
    var problem = refusal(json).problem();
    assertThat(problem.code()).isEqualTo("some-code");
    assertThat(problem.detail()).isEqualTo("d".repeat(1_000));

    int room = 64 * 1024 - json.length();
    assertThat(refusal(json + " ".repeat(room)).problem().code()).isEqualTo("some-code");
    assertThat(refusal(json + " ".repeat(room + 1)).problem().code()).isEqualTo("unexplained");
  }

  private static AtpResponse refusal(String body) {
    var fresh = ClientHarness.open(HOST, ClientSettings.DEFAULT);
    fresh.send(STATUS);
    var octets =
        ("ATP/0.1 301 FORBIDDEN\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
            .getBytes(StandardCharsets.ISO_8859_1);
    var outcome = fresh.receive(octets, 0, octets.length).outcome();
    assertThat(outcome).containsInstanceOf(Exchange.Answered.class);
    return ((Exchange.Answered) outcome.orElseThrow()).response();
  }

  private static void isRead(String text) {
    assertThat(exchange(text)).isInstanceOf(Exchange.Answered.class);
  }

  private static void isRefused(String text, String why) {
    assertThat(exchange(text))
        .isInstanceOfSatisfying(
            Exchange.Lost.class,
            lost ->
                assertThat(lost.reason())
                    .isEqualTo(HOST + " answered with what is no ATP/0.1: " + why));
  }

  private static Exchange exchange(String text) {
    var fresh = ClientHarness.open(HOST, ClientSettings.DEFAULT);
    fresh.send(STATUS);
    var octets = text.getBytes(StandardCharsets.ISO_8859_1);
    // Without a wait for the end of the connection, except for a body that is read up to there.
    fresh.receive(octets, 0, octets.length);
    return fresh.outcome().orElseThrow();
  }

  private void receive(String text) {
    var octets = text.getBytes(StandardCharsets.ISO_8859_1);
    client.receive(octets, 0, octets.length);
  }

  private AtpResponse answer(String text) {
    receive(text);
    var outcome = client.outcome();
    assertThat(outcome).containsInstanceOf(Exchange.Answered.class);
    return ((Exchange.Answered) outcome.orElseThrow()).response();
  }

  private String lost() {
    var outcome = client.outcome();
    assertThat(outcome).containsInstanceOf(Exchange.Lost.class);
    return ((Exchange.Lost) outcome.orElseThrow()).reason();
  }
}
