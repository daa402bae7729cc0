package dev.sojourn.dispatcher.cli;

import static dev.sojourn.dispatcher.cli.CommandLines.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.dispatcher.cli.CommandLines.Ran;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.samples.IndexingAgent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentVerifyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HOST = "atp://agents.example:10434";
  private static final Bytes STATE = Bytes.utf8("state after the first stay");

  private static final SigningKey RELAY = SigningKey.generate(new SecureRandom());

  /// Shared by all tests; none of them writes there.
  @TempDir private static Path shared;

  private static String key;
  private static String file;

  @TempDir private Path folder;

  @BeforeAll
  static void pack() throws Exception {
    key = shared.resolve("owner.key").toString();
    assertThat(run("key", "new", key).exit()).isZero();
    file = packed(shared.resolve("a.agent").toString());
  }

  private static String packed(String out, String... more) throws Exception {
    var agent =
        Path.of(IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var words =
        new ArrayList<>(
            List.of(
                "agent",
                "pack",
                agent.toString(),
                "--key",
                key,
                "--main",
                IndexingAgent.class.getName()));
    words.addAll(List.of("--host", HOST, "--site", "https://docs.example/api/"));
    words.addAll(List.of("--valid", "2h", "--out", out));
    words.addAll(List.of(more));
    var packed = run(words.toArray(String[]::new));
    assertThat(packed.exit()).as(packed.err()).isZero();
    return out;
  }

  @Test
  void nothingStandsAgainstAPackageThatTheHostTrusts() {
    var ran = verify(file, "--trust", key + ".pub", "--host", HOST);

    assertThat(ran.exit()).as(ran.out()).isZero();
    assertThat(ran.out())
        .contains("(checked: good)")
        .contains("trusted as    " + key + ".pub")
        .endsWith("No fault was found.\n");
  }

  @Test
  void whatWasNotAskedIsSaidToBeUnchecked() {
    assertThat(verify(file).out())
        .contains("(checked: good)")
        .endsWith(
            "No fault was found; not checked: the signer's key (--trust), the host"
                + " (--host).\n");
  }

  @Test
  void aKeyIsTrustedByItsNameToo() throws Exception {
    var id = KeySet.read(Path.of(key + ".pub")).keys().getFirst().id();

    assertThat(verify(file, "--trust", id, "--host", HOST).exit()).isZero();
    var other = verify(file, "--trust", RELAY.id(), "--host", HOST);
    assertThat(other.exit()).isEqualTo(5);
    assertThat(other.out())
        .contains("signer-untrusted")
        .contains("Next: give the operator your public key");
  }

  @Test
  void thatTheKeysOfTheSignerCannotBeHadNowIsNoVerdictAboutThem() throws Exception {
    // No request goes to an address that only this machine reaches.
    var published =
        packed(
            folder.resolve("published.agent").toString(),
            "--signature-agent",
            "https://127.0.0.1:1");
    var ran = verify(published, "--trust", "https://127.0.0.1:1", "--host", HOST);
    assertThat(ran.exit()).as(ran.out()).isEqualTo(4);
    assertThat(ran.out())
        .contains("signer-unverified: Whether https://127.0.0.1:1 publishes key ")
        .contains("Next: ");

    // With anything else that stands against it, it is refused all the same.
    var elsewhere =
        verify(published, "--trust", "https://127.0.0.1:1", "--host", "atp://other.example:10434");
    assertThat(elsewhere.exit()).isEqualTo(5);
    assertThat(elsewhere.out()).contains("signer-unverified", "audience-wrong");
  }

  @Test
  void everyReasonIsReportedWithItsNextStep() throws Exception {
    var stranger = keyFile("stranger.pub", RELAY);
    var json =
        json(
            verify(
                file,
                "--json",
                "--trust",
                stranger,
                "--host",
                "atps://other.example",
                "--at",
                Instant.now().plus(Duration.ofHours(3)).toString()));

    assertThat(json.path("refusals"))
        .extracting(r -> r.path("code").asText())
        .containsExactly("signer-untrusted", "audience-wrong", "passport-expired");
    assertThat(json.path("refusals"))
        .allSatisfy(r -> assertThat(r.path("next").asText()).isNotEmpty());
    assertThat(json.path("signature").asText()).isEqualTo("valid");
    var early = verify(file, "--at", Instant.now().minus(Duration.ofHours(1)).toString());
    assertThat(early.exit()).isEqualTo(5);
    assertThat(early.out()).contains("passport-not-yet-valid").contains("Next: send it later");
  }

  @Test
  void codeThatDoesNotHoldTheEntryClassIsReported() throws Exception {
    var agent = read(file);
    var passport = passport(agent, 0, Optional.empty(), Optional.empty(), "org.example.Nowhere");
    var other =
        AgentPackage.sign(passport, SigningKey.read(Path.of(key)), agent.code().orElseThrow());
    var ran = verify(write("entry.agent", other));

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.out())
        .contains("admission-refused: There is no class org.example.Nowhere.")
        .contains("--main");
  }

  @Test
  void whatIsNoPackageIsReported() throws Exception {
    var bytes = Files.readAllBytes(Path.of(file));
    var half = Files.write(folder.resolve("half"), Arrays.copyOf(bytes, bytes.length / 2));
    var garbage = Files.writeString(folder.resolve("garbage"), "<html>no agent</html>");
    var empty = Files.write(folder.resolve("empty"), new byte[0]);
    assertNoPackage(half, "The code of the package is cut short");
    assertNoPackage(garbage, "The header of the package does not begin with SJPK");
    assertNoPackage(empty, "The header of the package is cut short");
    var missing = verify(folder.resolve("missing").toString());
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.err()).contains("There is no package " + folder.resolve("missing"));
    assertThat(verify(file, "--at", "noon").exit()).isEqualTo(2);
    assertThat(verify(file, "--host", "nowhere").exit()).isEqualTo(2);
    assertThat(verify(file, "--trust", "https:///").exit()).isEqualTo(2);
    assertThat(verify(file, "--trust", folder.resolve("no.pub").toString()).exit()).isEqualTo(5);
  }

  @Test
  void theHopLogIsShownAndEachStatementHeldAgainstTheHostsKeys() throws Exception {
    var travelled = write("travelled.agent", travelled("x"));
    var known = keyFile("hosts.pub", RELAY);
    var good = verify(travelled, "--trust", key, "--host", HOST, "--host-keys", known);

    assertThat(good.exit()).as(good.out()).isZero();
    assertThat(good.out())
        .contains("stays so far  1")
        .contains("by host " + RELAY.id() + " (checked: good)")
        .contains("12 pages, 34,567 bytes, 4.321s")
        .contains("state in none, out " + Digest.of(STATE).hex())
        .endsWith("No fault was found.\n");
    assertThat(verify(travelled, "--trust", key, "--host", HOST).out())
        .contains("(not checked)")
        .contains("not checked: the signers of the hop log (--host-keys)");
    var bad = verify(travelled, "--host-keys", key + ".pub");
    assertThat(bad.exit()).isEqualTo(5);
    assertThat(bad.out()).contains("hop-log-invalid: Statement 0 of the hop log is not signed");

    var inspected = json(run("agent", "inspect", travelled, "--json"));
    assertThat(inspected.path("hops").asInt()).isEqualTo(1);
    var hop = inspected.path("hopLog").get(0);
    assertThat(hop.path("hop").asInt()).isZero();
    assertThat(hop.path("host").asText()).isEqualTo(RELAY.id());
    assertThat(hop.path("digest").asText()).isEqualTo(inspectedDigest(travelled));
    assertThat(hop.path("stateOut").asText()).isEqualTo(Digest.of(STATE).hex());
    assertThat(hop.path("bytes").asLong()).isEqualTo(34_567);
    assertThat(hop.path("milliseconds").asLong()).isEqualTo(4_321);
    assertThat(hop.path("started").asText()).isEqualTo("2026-06-01T12:00:05Z");
    assertThat(hop.path("ended").asText()).isEqualTo("2026-06-01T12:01:00Z");
  }

  @Test
  void aHostKeyThatSteersATerminalIsShownPlain() throws Exception {
    var ran = run("agent", "inspect", write("evil.agent", travelled("\u001b[2J\u202e")));

    assertThat(ran.out()).contains("by host").doesNotContain("\u001b").doesNotContain("\u202e");
  }

  private static Ran verify(String file, String... options) {
    var words = new String[options.length + 3];
    words[0] = "agent";
    words[1] = "verify";
    words[2] = file;
    System.arraycopy(options, 0, words, 3, options.length);
    return run(words);
  }

  private void assertNoPackage(Path path, String why) throws Exception {
    var ran = verify(path.toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains(path + " is no whole package: " + why).hasLineCount(1);
    var json = verify(path.toString(), "--json");
    assertThat(json.exit()).isEqualTo(1);
    assertThat(json(json).at("/refusals/0/code").asText()).isEqualTo("package-garbled");
  }

  /// The package after a stay, under a passport that vouches for it.
  private AgentPackage travelled(String hostKeyId) throws Exception {
    var agent = read(file);
    var statement =
        new HopStatement(
            Passport.read(agent.passport().payload()).agentId(),
            0,
            Optional.empty(),
            hostKeyId.equals("x") ? RELAY.id() : hostKeyId,
            Digest.of(agent.code().orElseThrow()),
            "bm9uY2Vub25jZQ",
            Optional.empty(),
            Optional.of(Digest.of(STATE)),
            Digest.of(Bytes.EMPTY),
            12,
            34_567,
            Duration.ofMillis(4_321),
            Digest.of(Bytes.EMPTY),
            Instant.parse("2026-06-01T12:00:05Z"),
            Instant.parse("2026-06-01T12:01:00Z"));
    var hop = Envelope.sign(HopStatement.PAYLOAD_TYPE, statement.toJson(), RELAY);
    var passport =
        passport(
            agent,
            1,
            Optional.of(hop.digest()),
            Optional.of(Digest.of(STATE)),
            IndexingAgent.class.getName());
    var owner = SigningKey.read(Path.of(key));
    return AgentPackage.sign(passport, owner, agent.code().orElseThrow())
        .withState(STATE)
        .withHops(List.of(hop));
  }

  private static Passport passport(
      AgentPackage agent, int hop, Optional<Digest> previous, Optional<Digest> state, String entry)
      throws Exception {
    var p = Passport.read(agent.passport().payload());
    return new Passport(
        new Passport.Identity(
            p.agentId(),
            p.dispatchId(),
            p.ownerKeyId(),
            p.signatureAgent(),
            p.productToken(),
            p.ownerKey()),
        new Passport.Grant(p.codeDigest(), entry, p.scope(), p.starts(), p.limits()),
        new Passport.Journey(hop, previous, state),
        new Passport.Validity(p.audience(), p.notBefore(), p.expires(), p.nonce()));
  }

  private AgentPackage read(String path) throws Exception {
    var bytes = Bytes.wrap(Files.readAllBytes(Path.of(path)));
    return ((PackageReading.Read) new PackageReader(PackageLimits.DEFAULT).read(bytes))
        .agentPackage();
  }

  private String write(String name, AgentPackage agent) throws Exception {
    return Files.write(folder.resolve(name), agent.encode().toArray()).toString();
  }

  private String keyFile(String name, SigningKey signer) throws Exception {
    var path = folder.resolve(name);
    new KeySet(List.of(signer.verifyKey())).write(path);
    return path.toString();
  }

  private String inspectedDigest(String path) throws Exception {
    return read(path).hops().getFirst().digest().hex();
  }

  private static JsonNode json(Ran ran) throws Exception {
    return JSON.readTree(ran.out());
  }
}
