package dev.sojourn.dispatcher.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Hosts that deliver something else than they signed.
final class StatementCheckTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());
  private static final SigningKey HOST = SigningKey.generate(new SecureRandom());
  private static final Bytes CODE = Bytes.utf8("a jar");
  private static final Passport SENT =
      new Passport(
          new Passport.Identity("a1", "d1", OWNER.id(), Optional.empty(), "ExampleBot"),
          new Passport.Grant(
              Digest.of(CODE),
              "org.example.Guest",
              new PassportScope("http://docs.example", List.of("/"), List.of()),
              List.of("http://docs.example/"),
              new PassportLimits(Duration.ofMinutes(5), 1, 1, 3)),
          new Passport.Journey(0, Optional.empty(), Optional.empty()),
          new Passport.Validity(
              new AtpAddress("host.example", 10434), NOW, NOW.plusSeconds(600), "bm9uY2Vub25jZQ"));

  private final Parcel one = parcel(1, "{\"price\":1}");
  private final Parcel two = parcel(2, "{\"price\":2}");
  private final Optional<KeySet> known = Optional.of(new KeySet(List.of(HOST.verifyKey())));

  private static Parcel parcel(long number, String finding) {
    return Parcel.pack("a1", number, List.of(new ParcelLine.Finding(finding)));
  }

  private static Optional<ParcelChain> chain(Parcel... parcels) {
    var chain = ParcelChain.EMPTY;
    for (var parcel : parcels) {
      chain = chain.then(parcel);
    }
    return Optional.of(chain);
  }

  private static HopStatement statement(Digest findings) {
    return statement(0, Optional.empty(), findings);
  }

  private static HopStatement statement(int hop, Optional<Digest> previous, Digest findings) {
    return new HopStatement(
        "a1",
        hop,
        previous,
        HOST.id(),
        SENT.codeDigest(),
        SENT.nonce(),
        Optional.empty(),
        Optional.empty(),
        findings,
        1,
        2,
        Duration.ofSeconds(3),
        Digest.of(Bytes.EMPTY),
        NOW,
        NOW.plusSeconds(3));
  }

  private static StatementCheck verdict(
      Envelope said, Optional<ParcelChain> chain, Optional<KeySet> hosts) {
    return verdict(said, said, chain, hosts);
  }

  private static StatementCheck verdict(
      Envelope withAgent, Envelope said, Optional<ParcelChain> chain, Optional<KeySet> hosts) {
    var home = AgentPackage.sign(SENT, OWNER, CODE).withHops(List.of(withAgent));
    return StatementCheck.of(home, SENT, status().withStatement(said), chain, hosts);
  }

  private static VisitStatus status() {
    return new VisitStatus(
        VisitState.KILLED,
        "",
        List.of(),
        1,
        2,
        0,
        2,
        2,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  @Test
  void whatWasDeliveredIsWhatWasSigned() {
    var said = statement(chain(one, two).orElseThrow().head()).sign(HOST);

    assertThat(verdict(said, chain(one, two), known)).isEqualTo(new StatementCheck.Holds(true));
    assertThat(verdict(said, chain(one, two), Optional.empty()))
        .isEqualTo(new StatementCheck.Holds(false));
  }

  @Test
  void aParcelWithAnotherPriceAnOldFrameOrNoneAtAllIsFoundOut() {
    var said = statement(chain(one, two).orElseThrow().head()).sign(HOST);
    // Says itself what it is: only the chain knows that it is not what the agent said.
    var tampered = parcel(2, "{\"price\":3}");
    var sameLines = two.body().toArray();
    var reframed =
        new Parcel("a1", 2, two.lines(), two.rawBytes(), two.digest(), skipped(sameLines));

    for (var delivered : List.of(chain(one, tampered), chain(one, reframed), chain(one))) {
      assertThat(verdict(said, delivered, known))
          .isEqualTo(
              new StatementCheck.Broken(
                  "its hop log is broken: Statement 0 of the hop log speaks of other findings than"
                      + " came home."));
    }
    assertThat(verdict(said, chain(two, one), known)).isInstanceOf(StatementCheck.Broken.class);
  }

  /// The frame, and an empty one that readers skip.
  private static Bytes skipped(byte[] frame) {
    var longer = new byte[frame.length + 8];
    System.arraycopy(frame, 0, longer, 0, frame.length);
    longer[frame.length] = 0x50;
    longer[frame.length + 1] = 0x2a;
    longer[frame.length + 2] = 0x4d;
    longer[frame.length + 3] = 0x18;
    return Bytes.wrap(longer);
  }

  @Test
  void aStatementOfAStrangerOrOfAnotherVisitDoesNotCount() {
    var head = chain(one, two).orElseThrow().head();
    var stranger = new KeySet(List.of(OWNER.verifyKey()));
    assertThat(verdict(statement(head).sign(HOST), chain(one, two), Optional.of(stranger)))
        .isEqualTo(
            new StatementCheck.Broken(
                "its statement about the visit is not signed with a key of --host-keys."));
    var other = SENT.nonce().replace('b', 'c');
    var stale =
        new HopStatement(
            "a1",
            0,
            Optional.empty(),
            HOST.id(),
            SENT.codeDigest(),
            other,
            Optional.empty(),
            Optional.empty(),
            head,
            1,
            2,
            Duration.ofSeconds(3),
            Digest.of(Bytes.EMPTY),
            NOW,
            NOW);
    assertThat(verdict(stale.sign(HOST), chain(one, two), known))
        .isEqualTo(
            new StatementCheck.Broken(
                "its hop log is broken: Statement 0 of the hop log belongs to another passport."));
  }

  @Test
  void anotherStateThanWasSignedIsFoundOut() {
    var said = statement(chain(one).orElseThrow().head()).sign(HOST);
    var home =
        AgentPackage.sign(SENT, OWNER, CODE)
            .withHops(List.of(said))
            .withState(Bytes.utf8("what the host would like"));
    assertThat(StatementCheck.of(home, SENT, status().withStatement(said), chain(one), known))
        .isEqualTo(
            new StatementCheck.Broken("its statement speaks of another state than came home."));
  }

  @Test
  void aStayThatTheHostMadeUpBeforeItsOwnIsFoundOut() {
    var said = statement(chain(one).orElseThrow().head()).sign(HOST);
    var home = AgentPackage.sign(SENT, OWNER, CODE).withHops(List.of(said, said));
    assertThat(StatementCheck.of(home, SENT, status().withStatement(said), chain(one), known))
        .isEqualTo(
            new StatementCheck.Broken("its hop log is not the one that the passport names."));
  }

  @Test
  void aStayToWhichNoHostSentTheAgentIsFoundOut() {
    var head = chain(one).orElseThrow().head();
    var first = statement(Digest.of(Bytes.EMPTY)).sign(HOST);
    var second = statement(1, Optional.of(first.digest()), head).sign(HOST);
    var home = AgentPackage.sign(SENT, OWNER, CODE).withHops(List.of(first, second));
    assertThat(StatementCheck.of(home, SENT, status().withStatement(second), chain(one), known))
        .isEqualTo(
            new StatementCheck.Broken(
                "its hop log is broken: Statement 1 of the hop log is about a stay to which nobody"
                    + " sent the agent."));
  }

  @Test
  void aHostThatSaysTwoThingsIsNotBelieved() {
    var first = statement(chain(one, two).orElseThrow().head()).sign(HOST);
    var second = statement(chain(one).orElseThrow().head()).sign(HOST);

    assertThat(verdict(first, second, chain(one), known))
        .isEqualTo(
            new StatementCheck.Broken(
                "it says one thing with the agent and another with its findings."));
  }

  @Test
  void whatCannotBeComparedIsNotSaidToMatch() {
    var said = statement(chain(one, two).orElseThrow().head()).sign(HOST);
    assertThat(verdict(said, Optional.empty(), known)).isInstanceOf(StatementCheck.Open.class);

    var home = AgentPackage.sign(SENT, OWNER, CODE);
    assertThat(StatementCheck.of(home, SENT, status(), chain(one, two), Optional.empty()))
        .isInstanceOf(StatementCheck.Open.class);
    assertThat(StatementCheck.of(home, SENT, status(), chain(one, two), known))
        .isInstanceOf(StatementCheck.Broken.class);
  }
}
