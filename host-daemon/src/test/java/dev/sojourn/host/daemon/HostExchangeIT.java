package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.DAWDLER;
import static dev.sojourn.host.daemon.SentAgents.DAWDLING;
import static dev.sojourn.host.daemon.SentAgents.DEAF;
import static dev.sojourn.host.daemon.SentAgents.DEAF_JAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.signature.RequestSigner;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The answers of a daemon, as bytes, about agents that it has and others.
@Timeout(300)
class HostExchangeIT {
  private static final String OKAY =
      """
      ATP/0.1 100 OKAY
      Date: *
      Content-Length: 0

      """;

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private HostFolder folder;
  private RunningHost host;

  @BeforeEach
  void start() throws IOException {
    folder = new HostFolder(temporary);
    folder.chain(200);
    host = startAgain();
  }

  private RunningHost startAgain() throws IOException {
    return RunningHost.start(
        folder.config(
            List.of(owner),
            """
            [wire]
            message-time = "100 ms"
            [limits]
            visits-at-once = 2
            waiting-visits = 0
            """));
  }

  @AfterEach
  void close() throws IOException {
    host.close();
    owner.close();
  }

  @Test
  void someMessagesWaitForAnAgentAndNoMore() throws Exception {
    var passport = owner.passport(host.address(), DEAF_JAR, DEAF);
    var id = passport.agentId();
    assertThat(dispatch(owner.sign(passport, DEAF_JAR))).isEqualTo(OKAY);

    var unanswered =
        refusal(
            "403 SERVICE UNAVAILABLE",
            "message-unanswered",
            "Agent " + id + " did not come to the message in time, and may still get it.",
            "Retry-After: 2\n");
    var crowded =
        refusal(
            "403 SERVICE UNAVAILABLE",
            "too-busy",
            "As many messages wait for the agent as may wait.",
            "Retry-After: 2\n");
    await().until(() -> message(id, "first").equals(unanswered));
    int waiting = 1;
    while (message(id, "another").equals(unanswered)) {
      waiting++;
    }
    // Before the agent itself runs, its worker may still take messages that were early.
    assertThat(waiting).isBetween(8, 24);
    assertThat(message(id, "one more")).isEqualTo(crowded);

    assertThat(ask(AtpMethod.DISPOSE, id, "")).isEqualTo(OKAY);
    assertThat(ask(AtpMethod.DISPOSE, id, "")).isEqualTo(unknown(id));
  }

  @Test
  void whatNoMessageIsIsNotGivenToAnAgent() throws Exception {
    var passport = owner.passport(host.address(), DAWDLING, DAWDLER);
    var id = passport.agentId();
    dispatch(owner.sign(passport, DAWDLING));
    var malformed =
        refusal(
            "300 BAD REQUEST",
            "message-malformed",
            "A message is UTF-8 of at most 16000 characters.",
            "");

    assertThat(message(id, "x".repeat(16_001))).isEqualTo(malformed);
    assertThat(message(id, "\u00ff")).isEqualTo(malformed);
    var last = new AtomicReference<>("");
    await()
        .until(
            () -> {
              last.set(message(id, "x".repeat(16_000)));
              return last.get().startsWith("ATP/0.1 301");
            });
    assertThat(last)
        .hasValue(
            refusal(
                "301 FORBIDDEN", "messages-not-taken", "Agent " + id + " takes no messages.", ""));

    assertThat(ask(AtpMethod.RETRACT, id, ""))
        .startsWith(
            "ATP/0.1 100 OKAY\nDate: *\nContent-Type: application/vnd.sojourn.agent\n"
                + "Visit-State: killed\nContent-Length: ")
        .contains("\n\nSJPK\u0001\u0000");
    assertThat(message(id, "late"))
        .isEqualTo(
            refusal(
                "302 NOT FOUND",
                "agent-not-running",
                "Agent " + id + " does not run now; STATUS says how it stands.",
                ""));
    assertThat(message("nobody", "hello")).isEqualTo(unknown("nobody"));
  }

  /// A peer that would wait is answered as one that would not.
  @Test
  void aWishToWaitIsNotHeeded() throws Exception {
    var passport = owner.passport(host.address(), DEAF_JAR, DEAF);
    assertThat(dispatch(passport, owner.sign(passport, DEAF_JAR), "return=representation, wait=9"))
        .isEqualTo(OKAY);
    assertThat(ask(AtpMethod.RETRACT, passport.agentId(), "", "wait=300"))
        .startsWith(
            """
            ATP/0.1 100 OKAY
            Date: *
            Content-Type: application/vnd.sojourn.agent
            Visit-State: killed
            Content-Length: \
            """);
  }

  @Test
  void whoseDayIsSpentIsReportedWhenTheNextBegins() throws Exception {
    host.close();
    host = RunningHost.start(folder.config(List.of(owner), "visits-a-day = 1\n"));
    var passport = owner.passport(host.address(), DAWDLING, DAWDLER);
    assertThat(dispatch(owner.sign(passport, DAWDLING))).isEqualTo(OKAY);

    var answer = dispatch(owner.sign(again(passport, "second"), DAWDLING));

    var found = Pattern.compile("Retry-After: (\\d+)\n").matcher(answer);
    assertThat(found.find()).as(answer).isTrue();
    assertThat(answer)
        .isEqualTo(
            refusal(
                "403 SERVICE UNAVAILABLE",
                "limit-spent",
                "What this host grants your agents a day is spent (visits-a-day); the next day"
                    + " begins at midnight UTC.",
                found.group()));
    assertThat(Integer.parseInt(found.group(1))).isBetween(1, 24 * 60 * 60);
  }

  @Test
  void anAgentIsTakenInOnceAndItsCodeIsAskedForOnce() throws Exception {
    var passport = owner.passport(host.address(), DAWDLING, DAWDLER);
    var agent = owner.sign(passport, DAWDLING);
    var digest = Digest.of(DAWDLING).hex();
    assertThat(dispatch(agent.withoutCode()))
        .isEqualTo(
            refusal(
                "302 NOT FOUND",
                "code-missing",
                "The code " + digest + " is not here; send the package with it.",
                "Code-Digest: " + digest + "\n"));
    assertThat(host.exchange("FETCH /" + digest + " ATP/0.1\n\n"))
        .isEqualTo(
            refusal(
                "302 NOT FOUND",
                "code-unknown",
                "There is no such code here; FETCH takes / and the SHA-256 of code.",
                ""));

    assertThat(dispatch(agent)).isEqualTo(OKAY);
    assertThat(dispatch(agent.withoutCode())).isEqualTo(OKAY);
    assertThat(host.exchange("FETCH /" + digest + " ATP/0.1\n\n"))
        .startsWith(
            "ATP/0.1 100 OKAY\nDate: *\nContent-Type: application/java-archive\nContent-Length: "
                + DAWDLING.size()
                + "\n\nPK");
    assertThat(dispatch(owner.sign(again(passport, passport.agentId()), DAWDLING)))
        .isEqualTo(
            refusal(
                "301 FORBIDDEN",
                "agent-here",
                "A visit of agent "
                    + passport.agentId()
                    + " is under way here; end it first, with RETRACT or DISPOSE.",
                ""));

    var reused = Owner.withDispatchId(again(passport, "reused"), passport.dispatchId());
    assertThat(dispatch(owner.sign(reused, DAWDLING)))
        .isEqualTo(
            refusal(
                "300 BAD REQUEST",
                "dispatch-reused",
                "The dispatch id or the nonce of the passport came before with another passport.",
                ""));

    // Two agents run, and none may wait.
    assertThat(dispatch(owner.sign(again(passport, "another"), DAWDLING))).isEqualTo(OKAY);
    assertThat(dispatch(owner.sign(again(passport, "third"), DAWDLING)))
        .isEqualTo(
            refusal(
                "403 SERVICE UNAVAILABLE",
                "crowded",
                "As many visits wait here as may wait.",
                "Retry-After: 5\n"));
  }

  @Test
  void anAgentWhoseErrandIsNoneHereIsNotTakenIn() throws Exception {
    var usual = new PassportScope(Owner.SITE, List.of("/a/"), List.of());
    var starts = List.of(Owner.SITE + "/a/");
    var limits = new PassportLimits(Duration.ofMinutes(1), 1, 1, 1);
    isNotTakenIn(
        new PassportScope("http://other.example", List.of("/"), List.of()),
        List.of("http://other.example/"),
        limits,
        "301 FORBIDDEN",
        "site-not-served",
        "The site http://other.example is not served here, but http://site.example; ask its"
            + " robots.txt for the right host.");
    isNotTakenIn(
        usual,
        List.of(Owner.SITE + "/b/"),
        limits,
        "300 BAD REQUEST",
        "start-outside-scope",
        "The start URL http://site.example/b/ is no URL inside the scope.");
    for (var none :
        List.of(
            new PassportLimits(Duration.ZERO, 1, 1, 1),
            new PassportLimits(Duration.ofMinutes(1), 0, 1, 1),
            new PassportLimits(Duration.ofMinutes(1), 1, 0, 1),
            new PassportLimits(Duration.ofMinutes(1), 1, 1, 0))) {
      isNotTakenIn(
          usual,
          starts,
          none,
          "300 BAD REQUEST",
          "limits-too-small",
          "The passport asks for no time, pages, bytes or findings at all, so there is nothing to"
              + " do.");
    }
    var malformed =
        owner.passport(
            host.address(),
            DAWDLING,
            DAWDLER,
            new PassportScope(Owner.SITE, List.of("a"), List.of()),
            starts,
            limits);
    assertThat(dispatch(owner.sign(malformed, DAWDLING)))
        .startsWith("ATP/0.1 300 BAD REQUEST\n")
        .contains("\"urn:sojourn:problem:scope-malformed\"");
  }

  private void isNotTakenIn(
      PassportScope scope,
      List<String> starts,
      PassportLimits limits,
      String status,
      String code,
      String detail)
      throws IOException {
    var passport = owner.passport(host.address(), DAWDLING, DAWDLER, scope, starts, limits);
    assertThat(dispatch(owner.sign(passport, DAWDLING)))
        .isEqualTo(refusal(status, code, detail, ""));
  }

  @Test
  void collectSaysHowLongTheHostMayWaitUpToFiveMinutes() throws Exception {
    assertThat(ask(AtpMethod.COLLECT, "nobody", "{\"acknowledged\":0,\"waitSeconds\":300}"))
        .isEqualTo(unknown("nobody"));
    assertThat(ask(AtpMethod.COLLECT, "nobody", "{\"acknowledged\":0,\"waitSeconds\":301}"))
        .startsWith("ATP/0.1 300 BAD REQUEST\n")
        .contains("\"urn:sojourn:problem:collect-malformed\"", "waitSeconds");
  }

  @Test
  void aDiskThatFailsIsSaidToHaveFailedAndNothingMore() throws Exception {
    host.close();
    try (var store =
            DriverManager.getConnection("jdbc:sqlite:" + temporary.resolve("data/host.db"));
        var statement = store.createStatement()) {
      statement.executeUpdate("ALTER TABLE jar RENAME TO lost");
    }
    host = startAgain();
    assertThat(host.exchange("FETCH /" + Digest.of(DAWDLING).hex() + " ATP/0.1\n\n"))
        .isEqualTo(
            refusal(
                "400 INTERNAL RECIPIENT ERROR",
                "disk-failed",
                "The disk of this host failed; nothing was kept.",
                ""));
  }

  /// The same task under another passport.
  private Passport again(Passport first, String agentId) {
    var fresh = owner.passport(host.address(), DAWDLING, DAWDLER);
    return new Passport(
        new Passport.Identity(
            agentId,
            fresh.dispatchId(),
            fresh.ownerKeyId(),
            fresh.signatureAgent(),
            fresh.productToken()),
        new Passport.Grant(
            first.codeDigest(), first.entryClass(), first.scope(), first.starts(), first.limits()),
        new Passport.Journey(0, fresh.previousHop(), fresh.stateDigest()),
        new Passport.Validity(fresh.audience(), fresh.notBefore(), fresh.expires(), fresh.nonce()));
  }

  private String dispatch(AgentPackage agent) throws IOException {
    var body = agent.encode();
    return host.exchange(
        "DISPATCH / ATP/0.1\nContent-Type: application/vnd.sojourn.agent\nContent-Length: %d\n\n"
            .formatted(body.size()),
        body.toArray());
  }

  private String dispatch(Passport passport, AgentPackage agent, String preference)
      throws IOException {
    return signed(
        AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
            .withHeader(AtpHeaders.AGENT_ID, passport.agentId())
            .withHeader(AtpHeaders.PREFER, preference)
            .withBody(AgentPackage.MEDIA_TYPE, agent.encode()));
  }

  private String message(String agentId, String latin1) throws IOException {
    return ask(AtpMethod.MESSAGE, agentId, latin1);
  }

  private String ask(AtpMethod method, String agentId, String latin1) throws IOException {
    return ask(method, agentId, latin1, "");
  }

  private String ask(AtpMethod method, String agentId, String latin1, String preference)
      throws IOException {
    var body = latin1.getBytes(StandardCharsets.ISO_8859_1);
    var plain = AtpRequest.of(method, AtpTarget.agent(agentId));
    var request = preference.isEmpty() ? plain : plain.withHeader(AtpHeaders.PREFER, preference);
    return signed(
        new AtpRequest(request.method(), request.target(), request.headers(), Bytes.wrap(body)));
  }

  /// The signature covers `Prefer`, if it is there.
  private String signed(AtpRequest request) throws IOException {
    var signed =
        new RequestSigner(owner.key(), InstantSource.system(), new SecureRandom())
            .sign(request, host.address())
            .withHeader(AtpHeaders.CONTENT_LENGTH, Integer.toString(request.body().size()));
    var fields =
        signed.headers().fields().stream()
            .map(field -> field.name() + ": " + field.value() + "\n")
            .collect(Collectors.joining());
    return host.exchange(
        "%s %s ATP/0.1\n%s\n".formatted(signed.method(), signed.target(), fields),
        signed.body().toArray());
  }

  private static String unknown(String agentId) {
    return refusal(
        "302 NOT FOUND", "agent-unknown", "There is no agent " + agentId + " of yours here.", "");
  }

  /// The answer; only its length is left to be counted here.
  private static String refusal(String status, String code, String detail, String more) {
    var json =
        "{\"type\":\"urn:sojourn:problem:%s\",\"title\":\"%s\",\"status\":%s,\"detail\":\"%s\"}"
            .formatted(code, status.substring(4), status.substring(0, 3), detail);
    return "ATP/0.1 %s\nDate: *\nContent-Type: application/problem+json\n%sContent-Length: %d\n\n%s"
        .formatted(status, more, json.length(), json);
  }
}
