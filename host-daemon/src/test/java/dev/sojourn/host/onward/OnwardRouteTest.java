package dev.sojourn.host.onward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLeg;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.passport.PassportStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OnwardRouteTest {
  private static final PassportScope SITE =
      new PassportScope("http://s.example", List.of("/"), List.of());

  private static PassportLeg leg(boolean isRequired, String... hosts) {
    return new PassportLeg(
        Stream.of(hosts)
            .map(host -> new PassportStop(new AtpAddress(host, 434), SITE, List.of()))
            .toList(),
        isRequired);
  }

  private static Passport passport(PassportLeg... legs) {
    return new Passport(
        new Passport.Identity("a1", "d1", "k".repeat(43), Optional.empty(), "Bot"),
        new Passport.Grant(
            Digest.of(Bytes.EMPTY),
            "a.B",
            SITE,
            List.of(),
            new PassportLimits(Duration.ofMinutes(1), 1, 1, 1)),
        new Passport.Journey(0, Optional.empty(), Optional.empty(), List.of(legs)),
        new Passport.Validity(
            new AtpAddress("first", 434),
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(1),
            "nonce-nonce"));
  }

  private static Passed passed(int leg, int stop) {
    return new Passed(new StopNumber(leg, stop), "crowded");
  }

  private static OnwardRoute next(Passport passport, List<Integer> legs, Passed... passed) {
    return OnwardRoute.next(
        passport, legs, List.of(passed), host -> !host.host().startsWith("not-"));
  }

  @Test
  void theStopsOfALegAreTriedInTheirOrder() {
    var passport = passport(leg(false, "a", "b"), leg(false, "c"));

    assertThat(next(passport, List.of(0, 1)).to()).contains(new StopNumber(0, 0));
    assertThat(next(passport, List.of(0, 1), passed(0, 0)).to()).contains(new StopNumber(0, 1));
    assertThat(next(passport, List.of(0, 1), passed(0, 0), passed(0, 1)).to())
        .contains(new StopNumber(1, 0));
    assertThat(next(passport, List.of(1)).to()).contains(new StopNumber(1, 0));
  }

  @Test
  void aRequiredLegThatNoHostTakesEndsTheJourney() {
    var passport = passport(leg(true, "a"), leg(false, "b"));

    assertThat(next(passport, List.of(0, 1), passed(0, 0)).to()).isEmpty();
  }

  @Test
  void aHostToWhichNoAgentMayLeaveIsPassedOverOnce() {
    var passport = passport(leg(false, "not-here", "a"), leg(false, "not-there"));

    var first = next(passport, List.of(0, 1));
    assertThat(first.to()).contains(new StopNumber(0, 1));
    var barred = new Passed(new StopNumber(0, 0), OnwardRoute.NOT_ALLOWED);
    assertThat(first.passed()).containsExactly(barred);

    var second = next(passport, List.of(0, 1), barred, passed(0, 1));
    assertThat(second.to()).isEmpty();
    assertThat(second.passed())
        .hasSize(3)
        .endsWith(new Passed(new StopNumber(1, 0), "not-allowed"));
  }
}
