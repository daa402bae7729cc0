package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The outcome of each status code for the owner of an agent, from the bytes of a host's answer.
final class StatusCodesIT {

  private static final Bytes CODE = Bytes.utf8("a jar");
  private static final String OKAY = "ATP/0.1 100 OKAY\r\nContent-Length: 0\r\n\r\n";

  private final SigningKey owner = SigningKey.generate(new SecureRandom());
  private final AtpClient client = AtpClient.open(ClientSettings.DEFAULT);
  private final List<Duration> pauses = new ArrayList<>();
  private final List<Bytes> asked = new ArrayList<>();
  private final AtomicReference<Iterator<String>> answers = new AtomicReference<>();
  private RawServer host;

  @BeforeEach
  void start() throws IOException {
    host = new RawServer();
    host.serve(
        connection -> {
          asked.add(connection.readRequestBody());
          connection.write(answers.get().next());
        });
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    host.close();
  }

  @ParameterizedTest
  @CsvSource({
    "300, BAD REQUEST, request-line-malformed",
    "301, FORBIDDEN, signature-invalid",
    "302, NOT FOUND, agent-unknown",
    "400, INTERNAL RECIPIENT ERROR, internal-error",
    "401, NOT IMPLEMENTED, method-unknown",
    "402, BAD GATEWAY, not-a-proxy",
    "403, SERVICE UNAVAILABLE, host-closing", // no Retry-After: not worth repeating
    "500, NOT AUTHENTICATED, any-code",
  })
  void aRefusalIsTakenAtItsWordAndNotRepeated(int code, String reason, String problem)
      throws Exception {
    var body = "{\"type\":\"urn:sojourn:problem:%s\",\"detail\":\"Why.\"}".formatted(problem);
    answer(
        "ATP/0.1 %d %s\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(code, reason, body.length(), body));

    assertThat(hostClient().status("a1"))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(AtpStatus.of(code).orElseThrow());
              assertThat(refused.problem().code()).isEqualTo(problem);
              assertThat(refused.problem().detail()).isEqualTo("Why.");
            });
    assertThat(asked).hasSize(1);
    assertThat(pauses).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"300", "301", "302", "400", "401", "402", "403", "500"})
  void aRefusalWithoutAProblemIsOneToo(int code) throws Exception {
    answer("ATP/0.1 " + code + "\n\n");

    assertThat(hostClient().status("a1"))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> {
              assertThat(refused.problem().status()).isEqualTo(AtpStatus.of(code).orElseThrow());
              assertThat(refused.problem().code()).isEqualTo("unexplained");
            });
  }

  @Test
  void hundredIsRead() throws Exception {
    var status =
        "{\"state\":\"running\",\"reason\":\"\",\"next\":[],\"pages\":1,\"pageBytes\":2,"
            + "\"gzipBytes\":3,\"findings\":4,\"lastParcel\":5}";
    answer(
        "ATP/0.1 100 OKAY\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(status.length(), status));

    assertThat(hostClient().status("a1"))
        .isInstanceOfSatisfying(
            Answer.Given.class,
            given -> assertThat(given.value()).hasFieldOrPropertyWithValue("lastParcel", 5L))
        .isInstanceOfSatisfying(
            Answer.Given.class,
            given ->
                assertThat(given.value()).hasFieldOrPropertyWithValue("state", VisitState.RUNNING));
  }

  @Test
  void hundredWithSomethingElseInItIsGarbled() throws Exception {
    answer("ATP/0.1 100 OKAY\r\nContent-Length: 6\r\n\r\n<html>");

    assertThat(hostClient().status("a1"))
        .isInstanceOfSatisfying(
            Answer.Unreachable.class,
            no -> assertThat(no.reason()).endsWith(" answered STATUS with garbled content."));
  }

  @Test
  void twoHundredIsFollowed() throws Exception {
    var url = host.address() + "/\r\n";
    answer("ATP/0.1 200 MOVED\r\nContent-Length: " + url.length() + "\r\n\r\n" + url, OKAY);

    assertThat(hostClient().dispose("a1")).isInstanceOf(Answer.Given.class);
    assertThat(asked).hasSize(2);
  }

  @Test
  void twoHundredThatSaysNotWhereToIsNoAnswerToFollow() throws Exception {
    for (var where : List.of("", "http://a.example/", "atp://a.example/x", " ".repeat(1_025))) {
      asked.clear();
      answer("ATP/0.1 200 MOVED\r\nContent-Length: " + where.length() + "\r\n\r\n" + where);

      assertThat(hostClient().status("a1")).as(where).isInstanceOf(Answer.Refused.class);
      assertThat(asked).hasSize(1);
    }
  }

  @Test
  void theUrlOfTwoHundredIsTakenUpToItsLimits() throws Exception {
    var longest = "h".repeat(253);
    var taken =
        List.of(
            "atp://" + longest + ":1/",
            "atps://a.example:65535",
            "atp://a.example:1/" + " ".repeat(1_024 - 18));
    for (var where : taken) {
      assertThat(placesMovedTo(where)).as(where).hasSize(1);
    }
    var refused =
        List.of(
            "atp://" + longest + "h:1/",
            "atps://a.example:65536",
            "atp://a.example:0/",
            "atp://a.example:1/" + " ".repeat(1_025 - 18));
    for (var where : refused) {
      assertThat(placesMovedTo(where)).as(where).isEmpty();
    }
  }

  /// The places to which the client would go if it were not kept from all.
  private List<AtpAddress> placesMovedTo(String url) throws InterruptedException {
    var places = new ArrayList<AtpAddress>();
    answer("ATP/0.1 200 MOVED\r\nContent-Length: " + url.length() + "\r\n\r\n" + url);
    assertThat(hostClient().following(place -> !places.add(place)).status("a1"))
        .isInstanceOf(Answer.Refused.class);
    return places;
  }

  @Test
  void aDispatchWhoseCodeIsMissingIsSentWithItAndOtherwiseNotAgain() throws Exception {
    var body = "{\"type\":\"urn:sojourn:problem:%s\"}".formatted(HostClient.CODE_MISSING);
    answer(
        "ATP/0.1 302 NOT FOUND\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length(), body),
        OKAY);
    var agent = Passports.agent("a1", owner, host.address(), CODE);

    assertThat(hostClient().dispatch(agent, true))
        .isInstanceOfSatisfying(
            DispatchOutcome.Accepted.class, a -> assertThat(a.codeSent()).isTrue());
    assertThat(asked.get(0).size()).isLessThan(asked.get(1).size());

    answer("ATP/0.1 302 NOT FOUND\r\nContent-Length: 0\r\n\r\n");
    assertThat(hostClient().dispatch(agent, true)).isInstanceOf(DispatchOutcome.Refused.class);
    assertThat(asked).hasSize(3);
  }

  @Test
  void fourHundredAndThreeWithATimeIsRepeatedAfterIt() throws Exception {
    var busy = "ATP/0.1 403 SERVICE UNAVAILABLE\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n";
    answer(busy, busy, OKAY);

    assertThat(hostClient().dispose("a1")).isInstanceOf(Answer.Given.class);
    assertThat(asked).hasSize(3);
    assertThat(pauses).hasSize(2).allMatch(pause -> pause.toMillis() > 2_000);
  }

  @Test
  void aConnectionThatTheHostEndsWithItsAnswerIsNotUsedAgain() throws Exception {
    answer(Collections.nCopies(200, OKAY).toArray(String[]::new));
    var request = AtpRequest.of(AtpMethod.STATUS, AtpTarget.agent("a1"));
    for (int i = 0; i < 200; i++) {
      assertThat(client.send(host.address(), request)).isInstanceOf(Exchange.Answered.class);
    }
  }

  @Test
  void anythingElseIsNoAnswer() throws Exception {
    for (var garbage :
        List.of(
            "ATP/0.1 999 WHAT\r\n\r\n",
            "ATP/0.1 200\r\nno colon\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n")) {
      answer(garbage, garbage, garbage, garbage);

      assertThat(hostClient().status("a1"))
          .isInstanceOfSatisfying(
              Answer.Unreachable.class,
              no -> assertThat(no.reason()).contains("answered with what is no ATP/0.1: "));
    }
  }

  private void answer(String... bytes) {
    answers.set(List.of(bytes).iterator());
  }

  private HostClient hostClient() {
    AtpAddress address = host.address();
    return new HostClient(
        client,
        address,
        owner,
        InstantSource.system(),
        new RetryingExchange.Patience(RetryPolicy.DEFAULT, new SplittableRandom(1), pauses::add));
  }
}
