package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.signature.Envelope;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each limit of a passport's members, to the character, at a host that accepts the passport's
/// signature. At the limit the agent is taken, beyond it refused with the member's name.
final class PassportLimitsTest {

  private static final String JSON = Packages.passport().toJson().asUtf8();

  @ParameterizedTest
  @CsvSource({
    "agent, \"agent\":\"agent1\", \"agent\":\"%s\", a, 64",
    "dispatch, \"dispatch\":\"dispatch1\", \"dispatch\":\"%s\", a, 64",
    "token, \"token\":\"sojourn\", \"token\":\"%s\", a, 64",
    "entry, \"entry\":\"org.example.Indexer\", \"entry\":\"%s\", a, 500",
    "nonce, \"nonce\":\"bm9uY2Vub25jZQ\", \"nonce\":\"%s\", a, 64",
    "owner.signature-agent, https://crawler.example, %s, a, 8192",
    "scope.origin, \"origin\":\"http://docs.example\", \"origin\":\"%s\", a, 8192",
    "scope.includes[], \"/a/\", \"%s\", a, 8192",
    "scope.excludes[], \"/a/private/\", \"%s\", a, 8192",
    "starts[], \"http://docs.example/a/\", \"%s\", a, 8192",
  })
  void aTextIsAsLongAsItMayBe(String name, String text, String with, String letter, int most) {
    var longest = with.formatted(letter.repeat(most));
    isTaken(JSON.replace(text, longest));
    isMalformed(name, JSON.replace(text, with.formatted(letter.repeat(most + 1))));
  }

  @ParameterizedTest
  @CsvSource({"agent, \"agent\":\"agent1\"", "dispatch, \"dispatch\":\"dispatch1\""})
  void anIdIsNotEmpty(String name, String text) {
    isTaken(JSON.replace(text, "\"%s\":\"a\"".formatted(name)));
    isMalformed(name, JSON.replace(text, "\"%s\":\"\"".formatted(name)));
  }

  @Test
  void aNonceHasAtLeastEightCharacters() {
    isTaken(JSON.replace("bm9uY2Vub25jZQ", "12345678"));
    isMalformed("nonce", JSON.replace("bm9uY2Vub25jZQ", "1234567"));
  }

  @ParameterizedTest
  @CsvSource({
    "scope.includes, '[\"/a/\",\"/b/\"]', 1000",
    "scope.excludes, '[\"/a/private/\"]', 1000",
    "starts, '[\"http://docs.example/a/\",\"http://docs.example/b/?q=ä\"]', 4096",
  })
  void aListIsAsLongAsItMayBe(String name, String list, int most) {
    isTaken(JSON.replace(list, list(most)));
    isMalformed(name, JSON.replace(list, list(most + 1)));
  }

  @Test
  void aScopeHasAtLeastOnePrefixAndNeedsNothingElse() {
    isMalformed("includes", JSON.replace("[\"/a/\",\"/b/\"]", "[]"));
    isTaken(
        JSON.replace("[\"/a/private/\"]", "[]")
            .replaceFirst("\"starts\":\\[[^]]*]", "\"starts\":[]"));
  }

  private static String list(int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> "\"/" + i + "/\"")
        .collect(Collectors.joining(",", "[", "]"));
  }

  @ParameterizedTest
  @CsvSource({
    "limits.milliseconds, \"milliseconds\":300000, 31622400000, 31622400001", // 366 days
    "limits.pages, \"pages\":1000, 9223372036854775807, 9223372036854775808",
    "limits.bytes, \"bytes\":2000000, 9223372036854775807, 9223372036854775808",
    "limits.findings, \"findings\":3000, 9223372036854775807, 9223372036854775808",
  })
  void aNumberIsAsLargeAsItMayBe(String name, String member, String most, String more) {
    var with = member.substring(0, member.indexOf(':') + 1);
    for (var taken : List.of("0", most)) {
      isTaken(JSON.replace(member, with + taken));
    }
    for (var refused : List.of("-1", "0.5", "1e3", "\"1\"", more)) {
      isMalformed(name, JSON.replace(member, with + refused));
    }
  }

  @Test
  void thereAreUpToAMillionStays() {
    // Without a log, that many statements are missing; the number itself is read.
    isTaken(JSON.replace("\"hop\":0", "\"hop\":1000000"));
    isMalformed("hop", JSON.replace("\"hop\":0", "\"hop\":1000001"));
    isMalformed("hop", JSON.replace("\"hop\":0", "\"hop\":-1"));
  }

  @Test
  void onlyVersionOneIsRead() {
    isMalformed("version", JSON.replace("\"version\":1", "\"version\":2"));
    isMalformed("version", JSON.replace("\"version\":1", "\"version\":0"));
  }

  @Test
  void aPassportIsGoodForUpToSevenDays() {
    IntFunction<String> until =
        seconds ->
            JSON.replace(
                Packages.passport().expires().toString(),
                Packages.passport().notBefore().plusSeconds(7 * 86_400L + seconds).toString());
    isTaken(until.apply(0));
    assertThat(arrive(until.apply(1)).problem().code()).isEqualTo("passport-valid-too-long");
    isMalformed("expires", until.apply(-7 * 86_400));
  }

  private static void isTaken(String json) {
    var answer = arrive(json);
    assertThat(answer.status()).as(answer.problem().toString()).isEqualTo(AtpStatus.OKAY);
  }

  private static void isMalformed(String member, String json) {
    var answer = arrive(json);
    assertThat(answer.status()).isEqualTo(AtpStatus.BAD_REQUEST);
    assertThat(answer.problem().code()).isEqualTo("passport-malformed");
    assertThat(answer.problem().detail()).startsWith("The passport is malformed: " + member + ": ");
  }

  private static AtpResponse arrive(String json) {
    var signed = Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8(json), Packages.OWNER);
    var agent =
        new AgentPackage(
            signed, Optional.of(Packages.CODE), Optional.of(Packages.STATE), List.of());
    try (var host = Packages.host()) {
      return host.exchange(Packages.dispatch(agent.encode()));
    }
  }
}
