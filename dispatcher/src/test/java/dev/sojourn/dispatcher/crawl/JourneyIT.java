package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.journey.JourneyVerifier;
import dev.sojourn.atp.journey.JourneyVerifier.Stay;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.dispatcher.cli.DispatcherMain;
import dev.sojourn.host.command.HostCommand;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustedSigner;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Journeys over real daemons, which trust their owner by the URL that publishes the owner's keys.
/// The commands that an owner types pack an agent, send it, bring it home with state and hop log,
/// send it on, and verify it.
class JourneyIT {
  @TempDir static Path shared;
  private static String key;
  private static TestSite site;
  private static PublishedKeys published;
  private static TestHost one;
  private static TestHost two;

  @TempDir Path folder;
  private KeySet hostKeys = new KeySet(List.of());
  private final List<Stay> stays = new ArrayList<>();
  private String reach = "";

  private record Ran(int exit, String out, String err) {}

  @BeforeAll
  static void start() throws Exception {
    key = shared.resolve("owner.key").toString();
    assertThat(run("key", "new", key).exit()).isZero();
    site = new TestSite(shared.resolve("www"), 3);
    published = publish();
    one = host("one");
    two = host("two");
  }

  @AfterAll
  static void stop() throws IOException {
    one.close();
    two.close();
    published.close();
    site.close();
  }

  @Test
  void aJourneyOverTwoHostsIsVerifiedFromItsFirstPackageToItsLast() throws Exception {
    try (var client = AtpClient.open(ClientSettings.DEFAULT)) {
      hostKeys = hostKeys("one", "two");
      var packed = pack(one.url(), published.url());
      assertGood(verify(packed, one.url()));

      var first = travel(client, one.url(), read(packed));
      assertThat(first.hops()).hasSize(1);
      assertThat(first.state()).isPresent();
      assertGood(verify(write("first.agent", first), one.url()));

      var onward = onward(first, two.url());
      assertGood(verify(write("onward.agent", onward), two.url()));
      // Sent to the wrong one, it is refused there, and said to be so here.
      assertThat(verify(folder.resolve("onward.agent"), one.url()).out())
          .contains("audience-wrong");
      var second = travel(client, two.url(), onward);
      assertThat(second.hops()).hasSize(2);
      assertGood(verify(write("second.agent", second), two.url()));

      assertThat(journey(second)).isInstanceOf(JourneyVerifier.Outcome.Holds.class);
      assertThat(verifiedWithoutHostTwo(second, two.url()))
          .contains("Statement 1 of the hop log is not signed by a host trusted here.");
      assertDamageIsNoticed(second, two.url());
      // Each daemon has asked once, and each of the commands.
      assertThat(published.asked()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void aJourneyOfTwentyStaysBetweenTwoHostsHolds() throws Exception {
    try (var client = AtpClient.open(ClientSettings.DEFAULT)) {
      hostKeys = hostKeys("one", "two");
      var agent = travel(client, one.url(), read(pack(one.url(), published.url())));
      for (int hop = 1; hop < 20; hop++) {
        var url = hop % 2 == 0 ? one.url() : two.url();
        agent = travel(client, url, onward(agent, url));
      }

      assertThat(agent.hops()).hasSize(20);
      assertThat(journey(agent))
          .isInstanceOfSatisfying(
              JourneyVerifier.Outcome.Holds.class,
              holds -> assertThat(holds.statements()).hasSize(20));
      assertGood(verify(write("last.agent", agent), two.url()));
    }
  }

  @Test
  void aCrawlCountsOnlyVisitsWhoseHostSignedThemWithAKnownKey() throws Exception {
    var owner = SigningKey.read(Path.of(key)).verifyKey();
    try (var routed = new TestSite(folder.resolve("www"), 3);
        var host = TestHost.start(shared.resolve("trusting"), routed, owner, "")) {
      routed.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      hostKeys("trusting");
      var known = crawl(routed, "known", folder.resolve("trusting.pub"));
      assertThat(known).contains("\"crawled\":\"mobile\"");
      var other = crawl(routed, "other", Path.of(key + ".pub"));
      assertThat(other)
          .contains("\"crawled\":\"classic\"")
          .contains("its statement about the visit is not signed with a key of --host-keys");
    }
  }

  /// The summary of a crawl, as JSON.
  private String crawl(TestSite routed, String out, Path keys) {
    var ran =
        run(
            "crawl",
            routed.origin() + "/",
            "--out",
            folder.resolve(out).toString(),
            "--key",
            key,
            "--host-keys",
            keys.toString(),
            "--delay",
            "1ms",
            "--agent",
            classes(),
            "--main",
            IndexingAgent.class.getName(),
            "--json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran.out();
  }

  private static String classes() {
    return IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  private static PublishedKeys publish() throws Exception {
    var keys = PublishedKeys.open(shared.resolve("directory"));
    var made = run("key", "directory", keys.url(), "--key", key, "--out", keys.folder() + "");
    assertThat(made.exit()).as(made.err()).isZero();
    return keys;
  }

  /// A daemon that trusts nobody else but a stranger.
  private static TestHost host(String name) throws IOException {
    var stranger = SigningKey.generate(new SecureRandom());
    return TestHost.start(shared.resolve(name), site, stranger.verifyKey(), published.trusted());
  }

  /// The keys that `host key` prints, also in a file `NAME.pub` each, and all in `hosts.pub`.
  private KeySet hostKeys(String... names) throws IOException {
    var all = new ArrayList<VerifyKey>();
    for (var name : names) {
      var config = shared.resolve(name).resolve("host.toml").toString();
      var ran = execute(new HostCommand(), "key", "--config", config);
      assertThat(ran.exit()).as(ran.err()).isZero();
      var file = Files.writeString(folder.resolve(name + ".pub"), ran.out());
      all.addAll(KeySet.read(file).keys());
    }
    var keys = new KeySet(all);
    keys.write(folder.resolve("hosts.pub"));
    return keys;
  }

  private Path pack(String host, String url) {
    var file = folder.resolve("packed.agent");
    var ran =
        run(
            "agent",
            "pack",
            classes(),
            "--main",
            IndexingAgent.class.getName(),
            "--key",
            key,
            "--signature-agent",
            url + "/",
            "--host",
            host,
            "--site",
            site.origin() + "/",
            "--out",
            file.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    reach = url;
    assertThat(run("agent", "inspect", file.toString(), "--json").out())
        .contains("\"signatureAgent\":\"" + url + "\"");
    return file;
  }

  private Ran verify(Path file, String host) {
    return verify(file, host, folder.resolve("hosts.pub"));
  }

  private Ran verify(Path file, String host, Path hosts) {
    return run(
        "agent",
        "verify",
        file.toString(),
        "--trust",
        reach,
        "--private-addresses",
        "--authorities",
        published.certificate().toString(),
        "--host",
        host,
        "--host-keys",
        hosts.toString());
  }

  private static void assertGood(Ran ran) {
    assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out()).endsWith("No fault was found.\n");
  }

  private String verifiedWithoutHostTwo(AgentPackage agent, String host) throws IOException {
    var ran = verify(write("second.agent", agent), host, folder.resolve("one.pub"));
    assertThat(ran.exit()).isEqualTo(5);
    return ran.out();
  }

  private void assertDamageIsNoticed(AgentPackage agent, String host) throws IOException {
    var bytes = agent.encode().toArray();
    var random = new Random(8);
    for (int i = 0; i < 12; i++) {
      var changed = bytes.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      var file = Files.write(folder.resolve("changed.agent"), changed);
      var ran = verify(file, host);
      assertThat(ran.exit()).as(ran.out()).isIn(1, 5);
      assertThat(ran.out() + ran.err()).contains(ran.exit() == 1 ? "no whole package" : "Next: ");
    }
  }

  /// Sends an agent, collects all of its parcels, brings it home, and gives it up there.
  private AgentPackage travel(AtpClient client, String url, AgentPackage agent) throws Exception {
    var passport = Passport.read(agent.passport().payload());
    var host =
        new HostClient(
            client,
            AtpAddress.parse(url).orElseThrow(),
            SigningKey.read(Path.of(key)),
            RetryPolicy.NEVER,
            InstantSource.system(),
            new Random(1));
    // On a busy machine the host's question for the owner's keys may take too long; it asks again a
    // few seconds later.
    var dispatched =
        await()
            .atMost(Duration.ofMinutes(1))
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofSeconds(1))
            .until(() -> host.dispatch(agent, true), outcome -> !isOwnerUnknown(outcome));
    assertThat(dispatched).isInstanceOf(DispatchOutcome.Accepted.class);
    var chain = ParcelChain.EMPTY;
    long number = 0;
    while (true) {
      var delivery = given(host.collect(passport.agentId(), number, Duration.ofSeconds(10)));
      for (var parcel : delivery.parcels()) {
        chain = chain.then(parcel);
        number = parcel.number();
      }
      if (delivery.isLast()) {
        assertThat(delivery.status().state())
            .as(delivery.status().reason())
            .isEqualTo(VisitState.FINISHED);
        break;
      }
    }
    var home = given(host.retract(passport.agentId())).agent();
    assertThat(home.hops().size()).isEqualTo(agent.hops().size() + 1);
    stays.add(
        new Stay(
            passport.codeDigest(),
            passport.nonce(),
            passport.stateDigest(),
            home.state().map(Digest::of),
            chain.head()));
    assertThat(given(host.dispose(passport.agentId()))).isTrue();
    return new AgentPackage(home.passport(), agent.code(), home.state(), home.hops());
  }

  private static boolean isOwnerUnknown(DispatchOutcome outcome) {
    return outcome instanceof DispatchOutcome.Refused(var problem, _)
        && problem.code().equals("signer-untrusted");
  }

  /// The same agent under a new passport, which vouches for the log so far.
  private AgentPackage onward(AgentPackage home, String host) throws IOException, JsonException {
    var p = Passport.read(home.passport().payload());
    var passport =
        new Passport(
            new Passport.Identity(
                p.agentId(), id(), p.ownerKeyId(), p.signatureAgent(), p.productToken()),
            new Passport.Grant(p.codeDigest(), p.entryClass(), p.scope(), p.starts(), p.limits()),
            new Passport.Journey(
                home.hops().size(),
                Optional.of(home.hops().getLast().digest()),
                home.state().map(Digest::of)),
            new Passport.Validity(
                AtpAddress.parse(host).orElseThrow(), p.notBefore(), p.expires(), id()));
    return AgentPackage.sign(passport, SigningKey.read(Path.of(key)), home.code().orElseThrow())
        .withState(home.state().orElseThrow())
        .withHops(home.hops());
  }

  private JourneyVerifier.Outcome journey(AgentPackage agent) throws JsonException {
    return new JourneyVerifier(
            id -> hostKeys.find(id).map(found -> new TrustedSigner("host", found)))
        .verify(
            Passport.read(agent.passport().payload()).agentId(),
            0,
            Optional.empty(),
            stays,
            agent.hops());
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  private static <T> T given(Answer<T> answer) {
    assertThat(answer).isInstanceOf(Answer.Given.class);
    return ((Answer.Given<T>) answer).value();
  }

  private static AgentPackage read(Path file) throws IOException {
    var bytes = Bytes.wrap(Files.readAllBytes(file));
    return ((PackageReading.Read) new PackageReader(PackageLimits.DEFAULT).read(bytes))
        .agentPackage();
  }

  private Path write(String name, AgentPackage agent) throws IOException {
    return Files.write(folder.resolve(name), agent.encode().toArray());
  }

  private static Ran run(String... words) {
    return execute(new DispatcherMain(), words);
  }

  private static Ran execute(Object command, String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    var line = CommandRun.commandLine(command, "sojourn");
    int exit =
        line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)).execute(words);
    return new Ran(exit, out.toString(), err.toString());
  }
}
