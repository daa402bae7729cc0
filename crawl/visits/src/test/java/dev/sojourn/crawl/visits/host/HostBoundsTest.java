package dev.sojourn.crawl.visits.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.visits.LineSums;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.ParcelLineSink;
import dev.sojourn.sandbox.VisitLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HostBoundsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private static final Instant EXPIRES = NOW.plusSeconds(6 * 86_400);

  private final HostBounds bounds =
      bounds(new Allowance(10, 1_000, 5, 60), Duration.ofDays(7), Duration.ZERO);

  private static HostBounds bounds(Allowance allowance, Duration maxWait, Duration waited) {
    return new HostBounds(allowance, Duration.ofSeconds(30), maxWait, waited, EXPIRES);
  }

  private static HostBounds waiting(long maxSeconds, long waitedSeconds) {
    return bounds(
        new Allowance(10, 1_000, 5, 60),
        Duration.ofSeconds(maxSeconds),
        Duration.ofSeconds(waitedSeconds));
  }

  @Test
  void endsAVisitThatRunsForEver() {
    assertThat(bounds.delivery(saying(VisitState.RUNNING), NOW)).isEmpty();
    assertThat(bounds.delivery(saying(VisitState.RUNNING), NOW.plusSeconds(150))).isEmpty();
    assertThat(bounds.delivery(saying(VisitState.RUNNING), NOW.plusSeconds(151)))
        .isEqualTo("it says that the visit still runs, beyond the 60 s that it may take.");
  }

  @Test
  void letsAVisitWaitForItsTurn() {
    assertThat(bounds.delivery(saying(VisitState.WAITING), NOW)).isEmpty();
    assertThat(bounds.delivery(saying(VisitState.WAITING), NOW.plusSeconds(10_000))).isEmpty();
    assertThat(bounds.delivery(saying(VisitState.RUNNING), NOW.plusSeconds(10_000))).isEmpty();
    assertThat(bounds.delivery(saying(VisitState.FINISHED), NOW.plusSeconds(99_999))).isEmpty();
  }

  @Test
  void endsAVisitThatWaitsForEver() {
    assertThat(bounds.delivery(saying(VisitState.WAITING), EXPIRES.plusSeconds(30))).isEmpty();
    assertThat(bounds.delivery(saying(VisitState.WAITING), EXPIRES.plusSeconds(31)))
        .isEqualTo("the passport has expired, and it still says that the visit is not over.");
  }

  @Test
  void endsAVisitThatWaitsForLongerThanItMay() {
    var hour = waiting(3_600, 0);
    assertThat(hour.delivery(saying(VisitState.WAITING), NOW)).isEmpty();
    assertThat(hour.delivery(saying(VisitState.WAITING), NOW.plusSeconds(3_600))).isEmpty();
    assertThat(hour.delivery(saying(VisitState.WAITING), NOW.plusSeconds(3_601)))
        .isEqualTo("it let the agent wait for its turn for more than 3600 s (--max-wait).");
  }

  @Test
  void whatWasWaitedInAnEarlierRunOfTheCrawlCounts() {
    var rest = waiting(3_600, 3_500);
    assertThat(rest.delivery(saying(VisitState.WAITING), NOW)).isEmpty();
    assertThat(rest.delivery(saying(VisitState.WAITING), NOW.plusSeconds(100))).isEmpty();
    assertThat(rest.waited()).isEqualTo(Duration.ofHours(1));
    assertThat(rest.delivery(saying(VisitState.WAITING), NOW.plusSeconds(101))).isNotEmpty();
  }

  @Test
  void aHostThatSaysNowThisAndNowThatGainsNothing() {
    var hour = waiting(3_600, 0);
    var said = "";
    int seconds = 0;
    for (; said.isEmpty(); seconds++) {
      var state = seconds % 2 == 0 ? VisitState.WAITING : VisitState.RUNNING;
      said = hour.delivery(saying(state), NOW.plusSeconds(seconds));
    }
    // Twice what the visit was to run, and the patience.
    assertThat(seconds).isBetween(300, 304);
    assertThat(said).startsWith("it says that the visit still runs");
  }

  @Test
  void aVisitThatHasRunAndRestsUntilTheNextDayWaitsAgain() {
    var days = waiting(90_000, 0);
    assertThat(days.delivery(saying(VisitState.RUNNING), NOW)).isEmpty();
    assertThat(days.delivery(saying(VisitState.WAITING), NOW.plusSeconds(10))).isEmpty();
    assertThat(days.delivery(saying(VisitState.RUNNING), NOW.plusSeconds(86_410))).isEmpty();
    assertThat(days.delivery(saying(VisitState.WAITING), NOW.plusSeconds(86_420))).isEmpty();
    assertThat(days.delivery(saying(VisitState.WAITING), NOW.plusSeconds(90_021)))
        .contains("wait for its turn");
  }

  @Test
  void aHostThatDeliversTheLastParcelsDropByDropIsGivenUpAfterMaxWait() {
    var hour = waiting(3_600, 0);
    for (int minutes = 0; minutes <= 60; minutes++) {
      hour.next();
      hour.lines(lines(1, new ParcelLine.Log("x")));
      assertThat(hour.delivery(over(7), NOW.plusSeconds(60L * minutes))).isEmpty();
    }
    hour.next();
    hour.lines(lines(1, new ParcelLine.Log("x")));
    assertThat(hour.delivery(over(7), NOW.plusSeconds(3_601)))
        .isEqualTo(
            "it says that the visit is over, and has not delivered all of it within 3600 s"
                + " (--max-wait).");
  }

  @Test
  void aLastParcelThatComesLateIsTakenAllTheSame() {
    var hour = waiting(3_600, 0);
    assertThat(hour.delivery(over(7), NOW)).isEmpty();
    hour.next();
    assertThat(hour.delivery(over(1), NOW.plusSeconds(4_000))).isEmpty();
  }

  @Test
  void aHostThatDeliversEmptyParcelsForEverIsGivenUpAfterThePatience() {
    var said = "";
    int seconds = 0;
    for (; said.isEmpty(); seconds++) {
      bounds.next();
      bounds.lines(lines(0, new ParcelLine.Log("x")));
      assertThat(bounds.hasNews()).isFalse();
      said = bounds.delivery(over(1_000_000), NOW.plusSeconds(seconds));
    }
    assertThat(seconds).isEqualTo(32);
    assertThat(said)
        .isEqualTo("it says that the visit is over, and does not deliver its last parcels.");
  }

  @Test
  void aHostThatIsSendingTheAgentOnForEverIsGivenUpAfterMaxWait() {
    var hour = waiting(3_600, 0);
    assertThat(hour.delivery(saying(VisitState.LEAVING), NOW)).isEmpty();
    assertThat(hour.delivery(saying(VisitState.LEAVING), NOW.plusSeconds(3_600))).isEmpty();
    assertThat(hour.delivery(saying(VisitState.LEAVING), NOW.plusSeconds(3_601)))
        .contains("--max-wait");
  }

  @Test
  void endsAVisitWhoseHostSendsOldParcelsForEver() {
    var over = over(7);
    bounds.lines(lines(1, new ParcelLine.Log("x")));
    assertThat(bounds.delivery(over, NOW.minusSeconds(1_000))).isEmpty();
    bounds.next();
    assertThat(bounds.delivery(over, NOW)).isEmpty();
    assertThat(bounds.delivery(over, NOW.plusSeconds(30))).isEmpty();
    assertThat(bounds.delivery(over, NOW.plusSeconds(31)))
        .isEqualTo("it says that the visit is over, and does not deliver its last parcels.");
  }

  @Test
  void gathersWhatAHostStillKeepsLongAfterThePassportExpired() {
    assertThat(bounds.delivery(over(7), EXPIRES.plusSeconds(86_400))).isEmpty();
  }

  @Test
  void aHostCannotClaimMoreThanThePassportGrants() {
    long much = Long.MAX_VALUE;
    assertThat(bounds.plausible(claiming(much, much, much, much)))
        .isEqualTo(new Tally(10, 1_000, 1_000 + 1 + 10 * 32, 5));
    assertThat(bounds.plausible(claiming(3, 500, much, 2)))
        .isEqualTo(new Tally(3, 500, 500 + 3 * 32, 2));
    assertThat(bounds.plausible(claiming(3, 500, 120, 2))).isEqualTo(new Tally(3, 500, 120, 2));
    var unlimited = new Allowance(much, much, much, 60);
    var most = bounds(unlimited, Duration.ofDays(7), Duration.ZERO);
    assertThat(most.plausible(claiming(much, much, much, much)).gzipBytes()).isPositive();
  }

  @Test
  void takesNoMoreFindingsThanWereAllowed() {
    assertThat(bounds.lines(lines(5, new ParcelLine.Finding("{}")))).isEmpty();
    assertThat(bounds.lines(lines(1, new ParcelLine.Log("x")))).isEmpty();
    assertThat(bounds.lines(lines(1, new ParcelLine.Finding("{}"))))
        .isEqualTo("it delivered more than the 5 findings that the visit may report.");
    var one = bounds(new Allowance(10, 1_000, 1, 60), Duration.ofDays(7), Duration.ZERO);
    assertThat(one.lines(lines(2, new ParcelLine.Finding("{}"))))
        .isEqualTo("it delivered more than the 1 finding that the visit may report.");
  }

  /// The names in a parcel are enough to refuse it: none of its lines is unpacked for that.
  @Test
  void takesNoLinesWithoutEnd() {
    assertThat(bounds.parcel(parcelOf(150_000))).isEmpty();
    assertThat(bounds.parcel(parcelOf(150_000))).isEmpty();
    assertThat(bounds.parcel(parcelOf(150_000)))
        .isEqualTo("it delivered more lines than the visit may write.");
  }

  @Test
  void aHostCannotFillTheDiskWithFindingsOfAnySize() {
    var huge = "{\"text\":\"" + "x".repeat(VisitLimits.MAX_FINDING_BYTES) + "\"}";
    assertThat(bounds.lines(lines(1, new ParcelLine.Finding(huge))))
        .isEqualTo("it delivered a finding that is larger than any may be.");
  }

  @Test
  void aHostCannotFillTheDiskWithParcels() {
    // The size that a parcel names is what it takes unpacked, or else it is damaged.
    var large = new Parcel("a1", 1, 0, Integer.MAX_VALUE, Digest.of(Bytes.EMPTY), Bytes.EMPTY);

    assertThat(bounds.parcel(large)).isEmpty();
    assertThat(bounds.parcel(large)).isEqualTo("it delivered more bytes than the visit may write.");
  }

  @Test
  void aHostCannotFillTheMemoryWithReferrals() {
    var urls = lines(9_000, new ParcelLine.Referral("http://a.example/" + "x".repeat(8_000)));
    assertThat(bounds.lines(urls)).isEqualTo("it delivered more lines than the visit may write.");
  }

  private static Delivery saying(VisitState state) {
    return new Delivery(status(state, 0, 0, 0, 0, 0), List.of());
  }

  private static Delivery over(long lastParcel) {
    var old = Parcel.pack("a1", 1, List.of(new ParcelLine.Log("x")));
    return new Delivery(status(VisitState.FINISHED, 0, 0, 0, 0, lastParcel), List.of(old));
  }

  private static VisitStatus claiming(long pages, long pageBytes, long gzipBytes, long findings) {
    return status(VisitState.FINISHED, pages, pageBytes, gzipBytes, findings, 0);
  }

  private static VisitStatus status(
      VisitState state,
      long pages,
      long pageBytes,
      long gzipBytes,
      long findings,
      long lastParcel) {
    return new VisitStatus(
        state,
        "",
        List.of(),
        pages,
        pageBytes,
        gzipBytes,
        findings,
        lastParcel,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static LineSums lines(int count, ParcelLine line) {
    var content =
        new ParcelContent(
            parcelOf(count), Set.of("http://a.example")::contains, ParcelLineSink.NONE);
    Collections.nCopies(count, line).forEach(content::line);
    return content.sums();
  }

  private static Parcel parcelOf(int lines) {
    return new Parcel("a1", 1, lines, lines, Digest.of(Bytes.EMPTY), Bytes.EMPTY);
  }
}
