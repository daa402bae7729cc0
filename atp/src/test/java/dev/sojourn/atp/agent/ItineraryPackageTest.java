package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.journey.HostPlaces;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Passports with an itinerary, and the packages in which hosts send agents on along it.
class ItineraryPackageTest {
  private static final AtpAddress FIRST = new AtpAddress("first.example", 10434);
  private static final AtpAddress ELSEWHERE = new AtpAddress("else.example", 10434);
  private static final String RELAY = Packages.RELAY.id();
  private static final StopNumber HERE = new StopNumber(1, 0);
  private static final PassportStop STOP =
      new PassportStop(
          Packages.HOST,
          new PassportScope("http://other.example", List.of("/c/"), List.of()),
          List.of("http://other.example/c/"));

  private static PassportLeg leg(AtpAddress host) {
    return new PassportLeg(
        List.of(new PassportStop(host, Packages.passport().scope(), List.of())), false);
  }

  private static Passport passport(AtpAddress first, PassportLeg... legs) {
    var plain = Packages.passport(0, Optional.empty(), Optional.empty());
    return new Passport(
        plain.identity(),
        plain.grant(),
        new Passport.Journey(0, Optional.empty(), Optional.empty(), List.of(legs)),
        new Passport.Validity(first, plain.notBefore(), plain.expires(), plain.nonce()));
  }

  private static Passport touring() {
    return passport(FIRST, leg(ELSEWHERE), new PassportLeg(List.of(STOP), true));
  }

  private static Envelope onward(Optional<StopNumber> to, SigningKey host, Envelope stay) {
    return new OnwardStatement(
            "agent1",
            1,
            Optional.of(stay.digest()),
            host.id(),
            Packages.passport().nonce(),
            Optional.of(Digest.of(Packages.STATE)),
            List.of(new Passed(new StopNumber(0, 0), "unreachable")),
            to,
            Packages.NOW)
        .sign(host);
  }

  private static PackageVerdict sent(Passport passport, Optional<StopNumber> to, SigningKey host) {
    var log = new ArrayList<>(Packages.hops(1, Packages.STATE));
    log.add(onward(to, host, log.getFirst()));
    return verdict(passport, log);
  }

  private static PackageVerdict verdict(Passport passport, List<Envelope> log) {
    var agent =
        AgentPackage.sign(passport, Packages.OWNER, Packages.CODE)
            .withState(Packages.STATE)
            .withHops(log);
    return verifier((key, address) -> key.equals(RELAY) && address.equals(FIRST)).verify(agent);
  }

  private static PackageVerifier verifier(HostPlaces places) {
    var usual = Packages.settings();
    var settings =
        new VerifierSettings(
            usual.owners(),
            usual.hosts(),
            places,
            usual.audiences(),
            usual.maxValidity(),
            usual.skew());
    return new PackageVerifier(settings, InstantSource.fixed(Packages.NOW));
  }

  private static PackageFault fault(PackageVerdict verdict) {
    assertThat(verdict).isInstanceOf(PackageVerdict.Refused.class);
    return ((PackageVerdict.Refused) verdict).fault();
  }

  @Test
  void anAgentThatWasSentOnCountsForTheStopThatItsHostSigned() {
    var verdict = sent(touring(), Optional.of(HERE), Packages.RELAY);

    assertThat(verdict).isInstanceOf(PackageVerdict.Verified.class);
    var here = ((PackageVerdict.Verified) verdict).passport();
    assertThat(here.scope()).isEqualTo(STOP.scope());
    assertThat(here.starts()).isEqualTo(STOP.starts());
    assertThat(here.audience()).isEqualTo(Packages.HOST);
  }

  @Test
  void anAgentThatWasSentElsewhereOrNowhereIsRefused() {
    assertThat(fault(sent(touring(), Optional.of(new StopNumber(0, 0)), Packages.RELAY)))
        .isEqualTo(PackageFault.AUDIENCE_WRONG);
    assertThat(fault(sent(touring(), Optional.empty(), Packages.RELAY)))
        .isEqualTo(PackageFault.HOP_LOG_INVALID);
    assertThat(fault(sent(touring(), Optional.of(new StopNumber(7, 0)), Packages.RELAY)))
        .isEqualTo(PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void aHostThatIsNotTrustedSendsNobodyOn() {
    var stranger = SigningKey.generate(new SecureRandom());
    assertThat(fault(sent(touring(), Optional.of(HERE), stranger)))
        .isEqualTo(PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void aHostSendsAnAgentOnOnceAndNeverBack() {
    var stays = Packages.hops(1, Packages.STATE);
    var once = onward(Optional.of(HERE), Packages.RELAY, stays.getFirst());
    var twice =
        new OnwardStatement(
                "agent1",
                2,
                Optional.of(once.digest()),
                Packages.RELAY.id(),
                Packages.passport().nonce(),
                Optional.of(Digest.of(Packages.STATE)),
                List.of(),
                Optional.of(HERE),
                Packages.NOW)
            .sign(Packages.RELAY);
    assertThat(fault(verdict(touring(), List.of(stays.getFirst(), once, twice))))
        .isEqualTo(PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void aTrustedHostThatForgesAStayAtAnotherHostIsRefused() {
    var log = new ArrayList<>(Packages.hops(1, Packages.STATE));
    log.add(onward(Optional.of(HERE), Packages.RELAY, log.getFirst()));
    var agent =
        AgentPackage.sign(touring(), Packages.OWNER, Packages.CODE)
            .withState(Packages.STATE)
            .withHops(log);

    // Its statements are believed, but the owner sent the agent to another host.
    var verdict = verifier((_, address) -> address.equals(ELSEWHERE)).verify(agent);
    assertThat(fault(verdict)).isEqualTo(PackageFault.HOP_LOG_INVALID);
    assertThat(((PackageVerdict.Refused) verdict).sentence())
        .contains(RELAY, "not known as one of the host at " + FIRST);
    assertThat(fault(verifier(HostPlaces.NOWHERE).verify(agent)))
        .isEqualTo(PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void aStayToWhichNobodySentTheAgentIsRefused() {
    var log = new ArrayList<>(Packages.hops(2, Packages.STATE));
    var last =
        new OnwardStatement(
                "agent1",
                2,
                Optional.of(log.getLast().digest()),
                RELAY,
                Packages.passport().nonce(),
                Optional.of(Digest.of(Packages.STATE)),
                List.of(),
                Optional.of(HERE),
                Packages.NOW)
            .sign(Packages.RELAY);
    log.add(last);

    assertThat(((PackageVerdict.Refused) verdict(touring(), log)).sentence())
        .isEqualTo("Statement 1 of the hop log is about a stay to which nobody sent the agent.");
  }

  /// If two machines have the name in the passport, only the first may take the agent in.
  @Test
  void aCopyWithoutTheStatementAboutItsWayOnIsRefusedAtAMachineOfTheSameName() {
    var verdict =
        verdict(passport(Packages.HOST, leg(ELSEWHERE)), Packages.hops(1, Packages.STATE));

    assertThat(fault(verdict)).isEqualTo(PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void aStatementAboutTheWayOnIsReadByEveryHostHoweverManyStopsArePassedOver() throws Exception {
    var passed = new ArrayList<Passed>();
    for (int i = 0; i < PassportLeg.MAX_LEGS * PassportLeg.MAX_STOPS; i++) {
      passed.add(
          new Passed(
              new StopNumber(i / PassportLeg.MAX_STOPS, i % PassportLeg.MAX_STOPS),
              "\u20ac\"".repeat(30)));
    }
    var statement =
        new OnwardStatement(
            "a".repeat(64),
            1_000_000,
            Optional.of(Digest.of(Packages.STATE)),
            RELAY,
            "n".repeat(64),
            Optional.of(Digest.of(Packages.STATE)),
            passed,
            Optional.of(new StopNumber(31, 7)),
            Packages.NOW);

    var noted = statement.shortened();

    var reader = new PackageReader(PackageLimits.DEFAULT);
    var read = reader.readEnvelope(noted.sign(Packages.RELAY).encode());
    assertThat(OnwardStatement.read(read.orElseThrow().payload())).isEqualTo(noted);
    assertThat(noted.passed()).isNotEmpty().endsWith(passed.getLast());
    assertThat(noted.shortened()).isEqualTo(noted);
  }

  @Test
  void anItineraryThatLeadsToAHostTwiceIsRefusedThere() {
    var twice = new PassportLeg(List.of(STOP), false);
    assertThat(fault(verdict(passport(Packages.HOST, leg(ELSEWHERE), twice), List.of())))
        .isEqualTo(PackageFault.AUDIENCE_WRONG);
  }

  @Test
  void anItineraryIsReadAsItWasSigned() throws Exception {
    var passport = touring();
    assertThat(text(passport))
        .contains("\"itinerary\":[{\"stops\":[{\"host\":\"atp://else.example:10434\"")
        .contains("\"otherwise\":\"skip\"}", "\"otherwise\":\"end\"}]");
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[1]",
        "[{}]",
        "[{\"stops\":[],\"otherwise\":\"skip\"}]",
        "[{\"stops\":[{\"host\":\"atp://a:1\"}],\"otherwise\":\"skip\"}]",
        "[{\"stops\":[{\"host\":\"a\",\"scope\":{\"origin\":\"http://a\",\"includes\":[\"/\"],"
            + "\"excludes\":[]},\"starts\":[]}],\"otherwise\":\"skip\"}]",
        "[{\"stops\":[{\"host\":\"atp://a:1\",\"scope\":{\"origin\":\"http://a\",\"includes\":[\"/\"],"
            + "\"excludes\":[]},\"starts\":[]}],\"otherwise\":\"stay\"}]",
        "[{\"stops\":[{\"host\":\"atp://a:1\",\"scope\":{\"origin\":\"http://a\",\"includes\":[\"/\"],"
            + "\"excludes\":[]},\"starts\":[],\"more\":1}],\"otherwise\":\"skip\"}]",
      })
  void refusesWhatIsNoItinerary(String itinerary) {
    var before = "\"audience\"";
    var passport =
        text(Packages.passport()).replace(before, "\"itinerary\":" + itinerary + "," + before);
    assertThatThrownBy(() -> Passport.read(Bytes.utf8(passport)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("itinerary");
  }

  @Test
  void anAttackWithManyLegsIsRefused() {
    var legs = new ArrayList<PassportLeg>();
    for (int i = 0; i <= PassportLeg.MAX_LEGS; i++) {
      legs.add(leg(ELSEWHERE));
    }
    assertThatThrownBy(() -> passport(FIRST, legs.toArray(PassportLeg[]::new)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("itinerary: 33 legs (expected: at most 32)");
  }

  private static String text(Passport passport) {
    return new String(passport.toJson().toArray(), StandardCharsets.UTF_8);
  }
}
