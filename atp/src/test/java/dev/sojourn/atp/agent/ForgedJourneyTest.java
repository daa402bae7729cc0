package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.OnwardStatement;
import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A journey from a first host over a second one, which is trusted and hostile, to this one. The
/// hostile host has the agent, its own key, and all that the first host signed.
class ForgedJourneyTest {
  private static final AtpAddress FIRST = new AtpAddress("first.example", 10434);
  private static final AtpAddress SECOND = new AtpAddress("second.example", 10434);
  private static final SigningKey HOSTILE = SigningKey.generate(new SecureRandom());
  private static final Optional<Digest> NOTHING = Optional.empty();
  private static final Optional<Digest> STATE = Optional.of(Digest.of(Packages.STATE));
  private static final Optional<Digest> BETWEEN = Optional.of(Digest.of(Bytes.utf8("between")));
  private static final Optional<Digest> OTHER = Optional.of(Digest.of(Bytes.utf8("other")));
  private static final StopNumber AT_SECOND = new StopNumber(0, 0);
  private static final StopNumber HERE = new StopNumber(1, 0);

  /// A statement that is not signed yet; each field can be forged.
  private record Stay(
      String agent,
      int hop,
      SigningKey host,
      Bytes code,
      String nonce,
      Optional<Digest> in,
      Optional<Digest> out) {

    Envelope after(Optional<Envelope> before) {
      return new HopStatement(
              agent,
              hop,
              before.map(Envelope::digest),
              host.id(),
              Digest.of(code),
              nonce,
              in,
              out,
              Digest.of(Bytes.EMPTY),
              1,
              1,
              Duration.ofSeconds(1),
              Digest.of(Bytes.EMPTY),
              Packages.NOW,
              Packages.NOW)
          .sign(host);
    }
  }

  private static Passport passport() {
    var plain = Packages.passport(0, Optional.empty(), Optional.empty());
    return new Passport(
        plain.identity(),
        plain.grant(),
        new Passport.Journey(
            0, Optional.empty(), Optional.empty(), List.of(leg(SECOND), leg(Packages.HOST))),
        new Passport.Validity(FIRST, plain.notBefore(), plain.expires(), plain.nonce()));
  }

  private static PassportLeg leg(AtpAddress host) {
    return new PassportLeg(
        List.of(new PassportStop(host, Packages.passport().scope(), List.of())), true);
  }

  private static String nonce() {
    return Packages.passport().nonce();
  }

  private static Envelope stay(
      int hop, SigningKey host, Optional<Digest> in, Optional<Digest> out, List<Envelope> log) {
    return new Stay("agent1", hop, host, Packages.CODE, nonce(), in, out).after(last(log));
  }

  private static Optional<Envelope> last(List<Envelope> log) {
    return log.isEmpty() ? Optional.empty() : Optional.of(log.getLast());
  }

  private static Envelope onward(
      int hop, SigningKey host, Optional<Digest> out, StopNumber to, List<Envelope> log) {
    return new OnwardStatement(
            "agent1",
            hop,
            last(log).map(Envelope::digest),
            host.id(),
            nonce(),
            out,
            List.of(),
            Optional.of(to),
            Packages.NOW)
        .sign(host);
  }

  /// The statements that the first host signed.
  private static List<Envelope> honest() {
    var log = new ArrayList<Envelope>();
    log.add(stay(0, Packages.RELAY, NOTHING, BETWEEN, log));
    log.add(onward(1, Packages.RELAY, BETWEEN, AT_SECOND, log));
    return log;
  }

  private static List<Envelope> whole() {
    var log = honest();
    log.add(stay(2, HOSTILE, BETWEEN, STATE, log));
    log.add(onward(3, HOSTILE, STATE, HERE, log));
    return log;
  }

  private static PackageVerdict verdict(List<Envelope> log) {
    return verdict(passport(), log, Packages.STATE);
  }

  private static PackageVerdict verdict(Passport passport, List<Envelope> log, Bytes state) {
    var usual = Packages.settings();
    var settings =
        new VerifierSettings(
            usual.owners(),
            Packages.trust(Packages.RELAY.verifyKey(), HOSTILE.verifyKey()),
            (key, address) ->
                (key.equals(Packages.RELAY.id()) && address.equals(FIRST))
                    || (key.equals(HOSTILE.id()) && address.equals(SECOND)),
            usual.audiences(),
            usual.maxValidity(),
            usual.skew());
    var agent =
        AgentPackage.sign(passport, Packages.OWNER, Packages.CODE).withState(state).withHops(log);
    return new PackageVerifier(settings, InstantSource.fixed(Packages.NOW)).verify(agent);
  }

  private static void assertRefused(List<Envelope> log, String why) {
    assertRefused(verdict(log), PackageFault.HOP_LOG_INVALID, why);
  }

  private static void assertRefused(PackageVerdict verdict, PackageFault fault, String why) {
    assertThat(verdict)
        .isInstanceOfSatisfying(
            PackageVerdict.Refused.class,
            refused -> {
              assertThat(refused.fault()).as(refused.sentence()).isEqualTo(fault);
              assertThat(refused.sentence()).contains(why);
            });
  }

  @Test
  void theJourneyThatIsForgedBelowHoldsAsItIs() {
    assertThat(verdict(whole())).isInstanceOf(PackageVerdict.Verified.class);
  }

  @Test
  void aStateThatWasChangedBetweenTwoHostsIsRefused() {
    assertRefused(
        verdict(passport(), whole(), Bytes.utf8("changed")), PackageFault.STATE_MISMATCH, "digest");
    // The hostile host admits that the agent came with another state than the first host signed.
    var log = honest();
    log.add(stay(2, HOSTILE, OTHER, STATE, log));
    log.add(onward(3, HOSTILE, STATE, HERE, log));
    assertRefused(log, "Statement 2 of the hop log says that the agent came with another state");
    // The same, as if it had come without a state.
    log = honest();
    log.add(stay(2, HOSTILE, NOTHING, STATE, log));
    log.add(onward(3, HOSTILE, STATE, HERE, log));
    assertRefused(log, "another state than it was sent with");
    // It sends on another state than its stay ended with.
    log = honest();
    log.add(stay(2, HOSTILE, BETWEEN, OTHER, log));
    log.add(onward(3, HOSTILE, STATE, HERE, log));
    assertRefused(log, "sends the agent where its itinerary does not lead");
  }

  @Test
  void statementsThatAreLeftOutDoubledOrSwappedAreRefused() {
    var whole = whole();
    for (int i = 0; i < whole.size(); i++) {
      var without = new ArrayList<>(whole);
      without.remove(i);
      assertThat(verdict(without)).as("without %d", i).isInstanceOf(PackageVerdict.Refused.class);
      var doubled = new ArrayList<>(whole);
      doubled.add(i, whole.get(i));
      assertThat(verdict(doubled)).as("%d twice", i).isInstanceOf(PackageVerdict.Refused.class);
      for (int j = i + 1; j < whole.size(); j++) {
        var swapped = new ArrayList<>(whole);
        Collections.swap(swapped, i, j);
        assertThat(verdict(swapped)).isInstanceOf(PackageVerdict.Refused.class);
      }
    }
    assertThat(verdict(List.of())).isInstanceOf(PackageVerdict.Refused.class);
  }

  @Test
  void aHostThatLeavesAnotherOutAndNumbersAnewIsRefused() {
    var log = new ArrayList<Envelope>();
    log.add(stay(0, HOSTILE, NOTHING, STATE, log));
    log.add(onward(1, HOSTILE, STATE, HERE, log));
    assertRefused(log, "which is not known as one of the host at " + FIRST);
  }

  @Test
  void aStatementOfAnotherAgentAnotherPassportOrOtherCodeIsRefused() {
    var forged =
        List.of(
            new Stay("agent2", 2, HOSTILE, Packages.CODE, nonce(), BETWEEN, STATE),
            new Stay("agent1", 2, HOSTILE, Packages.CODE, "b3RoZXJub25jZQ", BETWEEN, STATE),
            new Stay("agent1", 2, HOSTILE, Bytes.utf8("other"), nonce(), BETWEEN, STATE),
            new Stay("agent1", 4, HOSTILE, Packages.CODE, nonce(), BETWEEN, STATE));
    var why =
        List.of("is about agent agent2", "belongs to another passport", "other code", "number 4");
    for (int i = 0; i < forged.size(); i++) {
      var log = honest();
      log.add(forged.get(i).after(last(log)));
      log.add(onward(3, HOSTILE, STATE, HERE, log));
      assertRefused(log, why.get(i));
    }
  }

  @Test
  void aHostThatSignsUnderTheNameOrAtThePlaceOfAnotherIsRefused() {
    var log = honest();
    var named = stay(2, Packages.RELAY, BETWEEN, STATE, log);
    log.add(Envelope.sign(named.payloadType(), named.payload(), HOSTILE));
    log.add(onward(3, HOSTILE, STATE, HERE, log));
    assertRefused(log, "names another host than the one that signed it");
    // The second stay by the key of the first host, which is not at that address.
    log = honest();
    log.add(named);
    log.add(onward(3, Packages.RELAY, STATE, HERE, log));
    assertRefused(log, "which is not known as one of the host at " + SECOND);
    // Its key was changed, and this host does not know the new one.
    var changed = SigningKey.generate(new SecureRandom());
    log = honest();
    log.add(stay(2, changed, BETWEEN, STATE, log));
    log.add(onward(3, changed, STATE, HERE, log));
    assertRefused(log, "is not signed by a host trusted here");
  }

  @Test
  void aStatementOfOneKindThatPassesForOneOfTheOtherIsRefused() {
    var log = honest();
    var stay = stay(2, HOSTILE, BETWEEN, STATE, log);
    log.add(Envelope.sign(OnwardStatement.PAYLOAD_TYPE, stay.payload(), HOSTILE));
    assertRefused(log, "malformed");
    log = honest();
    log.add(stay);
    var onward = onward(3, HOSTILE, STATE, HERE, log);
    log.add(Envelope.sign(HopStatement.PAYLOAD_TYPE, onward.payload(), HOSTILE));
    assertThat(verdict(log)).isInstanceOf(PackageVerdict.Refused.class);
    log = honest();
    log.add(Envelope.sign(Passport.PAYLOAD_TYPE, stay.payload(), HOSTILE));
    log.add(onward(3, HOSTILE, STATE, HERE, log));
    assertRefused(log, "is not signed by a host trusted here");
  }

  @Test
  void anAgentThatIsSentBackInACircleOrWhereNoItineraryLeadsIsRefused() {
    for (var to : List.of(AT_SECOND, new StopNumber(1, 7), new StopNumber(31, 0))) {
      var log = honest();
      log.add(stay(2, HOSTILE, BETWEEN, STATE, log));
      log.add(onward(3, HOSTILE, STATE, to, log));
      assertThat(verdict(log)).as("%s", to).isInstanceOf(PackageVerdict.Refused.class);
    }
    // Round and round between itself and here.
    var log = whole();
    for (int i = 4; i < 20; i += 2) {
      log.add(stay(i, HOSTILE, STATE, STATE, log));
      log.add(onward(i + 1, HOSTILE, STATE, HERE, log));
    }
    assertThat(verdict(log)).isInstanceOf(PackageVerdict.Refused.class);
  }

  @Test
  void whatAHostSaysAboutOthersSteersNoTerminalAndFillsNoMemory() throws Exception {
    var log = honest();
    log.add(stay(2, HOSTILE, BETWEEN, STATE, log));
    var json =
        new OnwardStatement(
                "agent1",
                3,
                Optional.of(log.getLast().digest()),
                HOSTILE.id(),
                nonce(),
                STATE,
                List.of(new Passed(AT_SECOND, "mark")),
                Optional.of(HERE),
                Packages.NOW)
            .toJson()
            .asUtf8();
    var steering = Bytes.utf8(json.replace("mark", "\\u001b[2J\\u202e"));
    assertThat(OnwardStatement.read(steering).passed().getFirst().why()).isEqualTo("[2J");
    assertRefused(signed(log, json.replace("mark", "x".repeat(61))), "why");
    var many = "{\"leg\":0,\"stop\":0,\"why\":\"x\"},".repeat(256);
    assertRefused(signed(log, json.replace("\"passed\":[", "\"passed\":[" + many)), "passed");
  }

  private static List<Envelope> signed(List<Envelope> log, String onward) {
    var forged = new ArrayList<>(log);
    forged.add(Envelope.sign(OnwardStatement.PAYLOAD_TYPE, Bytes.utf8(onward), HOSTILE));
    return forged;
  }

  @Test
  void anItineraryThatAHostWroteOverIsNotTheOneThatWasSigned() {
    var passport = passport();
    var signed = AgentPackage.sign(passport, Packages.OWNER, Packages.CODE).passport();
    var other = signed.payload().asUtf8().replace("host.example", "evil.example");
    assertThat(other).isNotEqualTo(signed.payload().asUtf8());
    var usual = Packages.settings();
    var forged =
        new AgentPackage(
            new Envelope(signed.payloadType(), Bytes.utf8(other), signed.signatures()),
            Optional.of(Packages.CODE),
            Optional.of(Packages.STATE),
            whole());
    var verdict = new PackageVerifier(usual, InstantSource.fixed(Packages.NOW)).verify(forged);
    assertRefused(verdict, PackageFault.SIGNATURE_INVALID, "signature");
  }
}
