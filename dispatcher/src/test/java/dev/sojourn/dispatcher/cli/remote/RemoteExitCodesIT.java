package dev.sojourn.dispatcher.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.dispatcher.cli.agent.AgentCommand;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.testing.HeldPort;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The exit codes of `agent send`, `status`, `message` and `retract`, at a host whose answers the
/// test chooses.
@Timeout(300)
final class RemoteExitCodesIT {
  private static final List<String> COMMANDS = List.of("send", "status", "message", "retract");

  @TempDir private static Path folder;
  private static SigningKey owner;
  private static AtpServer server;
  private static volatile AtpResponse answer = AtpResponse.okay();
  private static volatile List<Parcel> parcels = List.of();
  private static volatile long last;
  private static volatile String large = "well";
  private static final AtomicInteger asked = new AtomicInteger();
  private static volatile Optional<Envelope> statement = Optional.empty();
  private static final List<Long> acknowledged = new CopyOnWriteArrayList<>();

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void start() throws Exception {
    owner = SigningKey.generate(new SecureRandom());
    owner.write(folder.resolve("owner.key"));
    server =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.empty(),
                WireLimits.DEFAULT,
                ServerTimeouts.DEFAULT,
                ServerCapacity.DEFAULT,
                AddressFilter.NONE),
            (request, _) -> answered(request),
            (_, _) -> {},
            InstantSource.system());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static AtpResponse answered(AtpRequest request) {
    asked.incrementAndGet();
    if (answer.status() != AtpStatus.OKAY) {
      return answer;
    }
    return switch (request.method()) {
      case DISPATCH -> AtpResponse.okay();
      case STATUS -> AtpResponse.okay("application/json", VisitStatus.waiting().toJson());
      case MESSAGE -> AtpResponse.okay("text/plain", Bytes.utf8(large));
      case RETRACT ->
          AtpResponse.okay(
              AgentPackage.MEDIA_TYPE, agent().withHops(statement.stream().toList()).encode());
      case COLLECT -> collected(request);
      case FETCH, DISPOSE ->
          throw new IllegalStateException("no command asks for " + request.method());
    };
  }

  /// The parcels after the acknowledged number, two at a time.
  private static AtpResponse collected(AtpRequest request) {
    try {
      long number = CollectRequest.read(request.body()).acknowledged();
      acknowledged.add(number);
      var left = parcels.stream().filter(p -> p.number() > number).limit(2).toList();
      var status =
          new VisitStatus(
              VisitState.KILLED,
              "",
              List.of(),
              0,
              0,
              0,
              0,
              last,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              List.of());
      var said = statement.map(status::withStatement).orElse(status);
      return AtpResponse.okay(Delivery.MEDIA_TYPE, new Delivery(said, left).encode());
    } catch (JsonException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Parcel parcel(long number, ParcelLine... lines) {
    return Parcel.pack("a1", number, List.of(lines));
  }

  /// Says it has other lines than it has.
  private static Parcel damaged(Parcel whole) {
    return new Parcel(
        whole.agentId(),
        whole.number(),
        whole.lines(),
        whole.rawBytes(),
        Digest.of(Bytes.utf8("other lines")),
        whole.body());
  }

  @Test
  void whatCameBeforeAFailureIsKeptAndNotAskedForAgain() throws Exception {
    answer = AtpResponse.okay();
    var one =
        parcel(
            3,
            new ParcelLine.Finding("{\"n\":1}"),
            new ParcelLine.Referral("http://other.example/\"x\""));
    var two = parcel(4, new ParcelLine.Finding("{\"n\":2}"));
    var three = parcel(5, new ParcelLine.Log("ü"), new ParcelLine.Finding("{\"n\":3}"));
    var out = folder.resolve("resumed.agent");
    var file = folder.resolve("resumed.agent.findings.jsonl");
    var progress = folder.resolve("resumed.agent.findings.jsonl.collected");
    var options = new String[] {"--key", key(), "--out", out.toString()};

    // The first two were collected before by somebody else; the fourth is damaged on its way.
    last = 5;
    parcels = List.of(one, damaged(two), three);
    acknowledged.clear();
    var cut = run("retract", address(), options);
    assertThat(cut.exit()).isOne();
    assertThat(cut.err()).contains("cannot be read", file.toString(), "the same command goes on");
    assertThat(acknowledged).containsExactly(0L);
    assertThat(file)
        .hasContent("{\"finding\":{\"n\":1}}\n{\"referral\":\"http://other.example/\\\"x\\\"\"}\n");
    assertThat(out).doesNotExist();

    // As if the power had failed in the middle of a line.
    Files.writeString(file, "{\"finding", StandardOpenOption.APPEND);
    parcels = List.of(two);
    acknowledged.clear();
    var lacking = run("retract", address(), options);
    assertThat(lacking.exit()).isEqualTo(4);
    assertThat(lacking.err()).contains("names more than it delivers");
    assertThat(acknowledged).containsExactly(3L, 4L);

    var another = new ArrayList<>(List.of("retract", address() + "/#a2"));
    another.addAll(List.of(options));
    assertThat(execute(another).err()).contains("is of another agent");

    parcels = List.of(three);
    acknowledged.clear();
    var whole = run("retract", address(), "--json", options[0], options[1], options[2], options[3]);
    assertThat(whole.exit()).as(whole.err()).isZero();
    assertThat(whole.out())
        .contains("\"findings\":3")
        .contains("\"findingsFile\":\"" + file + "\"");
    assertThat(acknowledged).containsExactly(4L, 5L);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"finding\":{\"n\":1}}",
            "{\"referral\":\"http://other.example/\\\"x\\\"\"}",
            "{\"finding\":{\"n\":2}}",
            "{\"log\":\"ü\"}",
            "{\"finding\":{\"n\":3}}");
    assertThat(out).exists();
    assertThat(progress).doesNotExist();
  }

  @Test
  void fiveWhereAParcelIsNotWhatTheHostSignedAndAllOfItIsKept() throws Exception {
    answer = AtpResponse.okay();
    last = 2;
    var one = parcel(1, new ParcelLine.Finding("{\"n\":1}"));
    var two = parcel(2, new ParcelLine.Finding("{\"n\":2}"));
    statement = Optional.of(statement(ParcelChain.EMPTY.then(one).then(two).head()));
    var file = folder.resolve("tampered.agent.findings.jsonl");
    var out = folder.resolve("tampered.agent");

    parcels = List.of(one, parcel(2, new ParcelLine.Finding("{\"n\":3}")));
    var options = new String[] {"--json", "--key", key(), "--out", out.toString()};
    var tampered = run("retract", address(), options);
    assertThat(tampered.exit()).as(tampered.err()).isEqualTo(5);
    assertThat(tampered.err())
        .contains("other findings than came home", "is kept in", file.toString(), out.toString());
    assertThat(tampered.out()).contains("\"findingsMatch\":\"no\"");
    assertThat(file).hasContent("{\"finding\":{\"n\":1}}\n{\"finding\":{\"n\":3}}\n");
    assertThat(out).exists();

    parcels = List.of(one, damaged(two));
    options[4] = folder.resolve("chained.agent").toString();
    assertThat(run("retract", address(), options).exit()).isOne();
    // The earlier parcels are remembered, so that the whole can still be compared.
    parcels = List.of(two);
    var whole = run("retract", address(), options);
    assertThat(whole.exit()).as(whole.err()).isZero();
    assertThat(whole.out()).contains("\"findingsMatch\":\"yes\"");
    statement = Optional.empty();
  }

  private static Envelope statement(Digest findings) throws Exception {
    var passport = Passport.read(agent().passport().payload());
    var now = Instant.now();
    return new HopStatement(
            "a1",
            0,
            Optional.empty(),
            owner.id(),
            passport.codeDigest(),
            passport.nonce(),
            Optional.empty(),
            Optional.empty(),
            findings,
            0,
            0,
            Duration.ZERO,
            Digest.of(Bytes.EMPTY),
            now,
            now)
        .sign(owner);
  }

  @Test
  void aHostThatDeliversMoreThanTheVisitMayReportIsNotListenedTo() throws Exception {
    answer = AtpResponse.okay();
    last = 2;
    parcels =
        List.of(
            parcel(1, new ParcelLine.Finding("{}")),
            parcel(
                2,
                new ParcelLine.Finding("{}"),
                new ParcelLine.Finding("{}"),
                new ParcelLine.Finding("{}")));
    var out = folder.resolve("flooded.agent");
    var ran = run("retract", address(), "--key", key(), "--out", out.toString());
    assertThat(ran.exit()).isOne();
    assertThat(ran.err()).contains("more than the 3 findings that the visit may report");
    assertThat(folder.resolve("flooded.agent.findings.jsonl")).hasContent("{\"finding\":{}}\n");
  }

  @Test
  void oneWhereFindingsOfAnotherTimeAreInTheWay() throws Exception {
    answer = AtpResponse.okay();
    acknowledged.clear();
    var file = Files.writeString(folder.resolve("old.agent.findings.jsonl"), "{}");
    var ran =
        run("retract", address(), "--key", key(), "--out", folder.resolve("old.agent").toString());
    assertThat(ran.exit()).isOne();
    assertThat(ran.err()).contains(file.toString(), "exists already");
    assertThat(file).hasContent("{}");
    assertThat(acknowledged).isEmpty();
  }

  @Test
  void zeroWhereTheHostDidWhatWasAsked() throws Exception {
    answer = AtpResponse.okay();
    for (var command : COMMANDS) {
      var ran = run(command);
      assertThat(ran.exit()).as(command + ": " + ran.err()).isZero();
      assertThat(ran.out()).isNotEmpty();
      assertThat(ran.err()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BAD_REQUEST, package-garbled, 3",
    "BAD_REQUEST, dispatch-reused, 3",
    "FORBIDDEN, site-not-served, 3",
    "FORBIDDEN, any-policy, 3",
    "FORBIDDEN, signer-untrusted, 5",
    "FORBIDDEN, signature-key-unknown, 5",
    "FORBIDDEN, host-wrong, 5",
    "FORBIDDEN, audience-wrong, 5",
    "FORBIDDEN, messages-not-taken, 3",
    "NOT_FOUND, agent-unknown, 3",
    "NOT_FOUND, agent-not-running, 3",
    "INTERNAL_RECIPIENT_ERROR, internal-error, 1",
    "NOT_IMPLEMENTED, method-unknown, 1",
    "BAD_GATEWAY, not-a-proxy, 1",
    "SERVICE_UNAVAILABLE, crowded, 4",
    "SERVICE_UNAVAILABLE, message-unanswered, 4",
    "NOT_AUTHENTICATED, any-code, 3",
  })
  void eachRefusalHasItsCode(AtpStatus status, String code, int exit) throws Exception {
    // Beyond the patience of the commands, so that none is repeated.
    answer =
        AtpResponse.refusal(new Problem(code, status, "Why.")).withHeader("Retry-After", "3600");
    // An agent that is sent is refused by one way, and all else about it by another.
    for (var command : List.of("send", "status")) {
      var ran = run(command);
      assertThat(ran.exit()).as(command + ": " + ran.err()).isEqualTo(exit);
      assertThat(ran.out()).isEmpty();
      assertThat(ran.err()).hasLineCount(1);
    }
  }

  @Test
  void aBusyHostIsAskedAsOftenAsIsSaid() throws Exception {
    answer = AtpResponse.unavailable("crowded", "Why.", Duration.ZERO);
    for (var command : List.of("send", "status", "retract")) {
      asked.set(0);
      assertThat(run(command, address(), "--key", key(), "--retries", "2").exit()).isEqualTo(4);
      assertThat(asked.get()).as(command).isEqualTo(3);
      assertThat(run(command, address(), "--key", key(), "--retries", "0").exit()).isEqualTo(4);
      assertThat(asked.get()).as(command).isEqualTo(4);
      assertThat(run(command, address(), "--key", key(), "--retry-time", "1ms").exit())
          .isEqualTo(4);
      assertThat(asked.get()).as(command).isEqualTo(5);
    }
  }

  @Test
  void fourWhereAnAnswerIsLargerThanMayBe() throws Exception {
    answer = AtpResponse.okay();
    large = "x".repeat(3_000);
    var message = run("message", address(), "--key", key(), "--max-answer", "2KiB");
    assertThat(message.exit()).isEqualTo(4);
    assertThat(message.err()).contains("answered with what is no ATP/0.1");
    assertThat(run("message", address(), "--key", key(), "--max-answer", "3KiB").exit()).isZero();
    large = "well";
  }

  @Test
  void threeForAnAgentThatMovedToNobody() throws Exception {
    answer = AtpResponse.moved(address());
    for (var command : COMMANDS) {
      assertThat(run(command).exit()).as(command).isEqualTo(3);
    }
  }

  @Test
  void fourWhereNobodyAnswers() throws Exception {
    try (var port = HeldPort.take()) {
      var nobody = new AtpAddress("127.0.0.1", port.number());
      for (var command : COMMANDS) {
        var ran = run(command, nobody, "--key", folder.resolve("owner.key").toString());
        assertThat(ran.exit()).as(command).isEqualTo(4);
        assertThat(ran.err()).contains("refuses connections");
      }
    }
  }

  @Test
  void fiveWithoutAKeyOrWithOneThatIsNone() throws Exception {
    Files.writeString(folder.resolve("garbage.key"), "no key");
    for (var command : COMMANDS) {
      for (var key : List.of("missing.key", "garbage.key")) {
        var ran = run(command, address(), "--key", folder.resolve(key).toString());
        assertThat(ran.exit()).as(command + " " + key).isEqualTo(5);
        assertThat(ran.err()).contains(key);
      }
    }
  }

  @Test
  void twoForACommandLineThatIsWrong() throws Exception {
    for (var command : COMMANDS) {
      assertThat(run(command, address(), "--key").exit()).as(command).isEqualTo(2);
      assertThat(run(command, address(), "--key", key(), "--timeout", "0s").exit())
          .as(command)
          .isEqualTo(2);
      assertThat(run(command, address(), "--wait").exit()).as(command).isEqualTo(2);
      assertThat(run(command, address(), "--key", key(), "--connect-timeout", "0s").exit())
          .as(command)
          .isEqualTo(2);
      for (var size : List.of("1", "1023B", "513MiB", "1GiB", "999999999MiB")) {
        var ran = run(command, address(), "--key", key(), "--max-answer", size);
        assertThat(ran.exit()).as(command).isEqualTo(2);
        assertThat(ran.err()).contains("is no size");
      }
    }
  }

  @Test
  void oneForAFileThatIsNoPackageOrIsThereAlready() throws Exception {
    var garbage = Files.writeString(folder.resolve("garbage.agent"), "<html>").toString();
    for (var file : List.of(garbage, folder.resolve("missing.agent").toString())) {
      var ran = execute(List.of("send", file));
      assertThat(ran.exit()).as(file).isEqualTo(1);
      assertThat(ran.err()).contains(file).hasLineCount(1);
    }
    answer = AtpResponse.okay();
    assertThat(run("retract", address(), "--key", key(), "--out", garbage).exit()).isEqualTo(1);
    assertThat(Path.of(garbage)).hasContent("<html>");
  }

  private static AtpAddress address() {
    return new AtpAddress("127.0.0.1", server.address().getPort());
  }

  private static String key() {
    return folder.resolve("owner.key").toString();
  }

  private static Ran run(String command) throws Exception {
    return run(command, address(), "--key", key());
  }

  private static Ran run(String command, AtpAddress host, String... options) throws Exception {
    var words = new ArrayList<>(List.of(command));
    if (command.equals("send")) {
      var file = folder.resolve(host.port() + ".agent");
      Files.write(file, agent(host).encode().toArray());
      words.add(file.toString());
    } else {
      words.add(host + "/#a1");
    }
    if (command.equals("message")) {
      words.add("hello");
    }
    words.addAll(List.of(options));
    return execute(words);
  }

  private static Ran execute(List<String> words) {
    var out = new StringWriter();
    var err = new StringWriter();
    var line = CommandRun.commandLine(new AgentCommand(), "agent");
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return new Ran(line.execute(words.toArray(String[]::new)), out.toString(), err.toString());
  }

  private static AgentPackage agent() {
    return agent(address());
  }

  private static AgentPackage agent(AtpAddress host) {
    var now = Instant.now();
    var code = Bytes.utf8("a jar");
    var passport =
        new Passport(
            new Passport.Identity("a1", "d1", owner.id(), Optional.empty(), "ExampleBot"),
            new Passport.Grant(
                Digest.of(code),
                "org.example.Guest",
                new PassportScope("http://docs.example", List.of("/"), List.of()),
                List.of("http://docs.example/"),
                new PassportLimits(Duration.ofMinutes(5), 1, 1, 3)),
            new Passport.Journey(0, Optional.empty(), Optional.empty()),
            new Passport.Validity(
                host, now.minusSeconds(5), now.plusSeconds(600), "bm9uY2Vub25jZQ"));
    return AgentPackage.sign(passport, owner, code);
  }
}
