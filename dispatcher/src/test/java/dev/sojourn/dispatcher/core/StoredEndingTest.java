package dev.sojourn.dispatcher.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.visit.VisitOutcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The end of a visit as the store of a crawl has it: every octet as before.
final class StoredEndingTest {
  private static final String TALLY =
      "\"tally\":{\"pages\":3,\"pageBytes\":4,\"gzipBytes\":5,\"findings\":6}";

  static Stream<Arguments> theEventInTheStore() {
    return Stream.of(
        Arguments.of(
            "FINISHED", "", "\"http://a.example/\"", new VisitOutcome.Finished(List.of(A))),
        Arguments.of("STOPPED", "stopped by 2 s.", "", new VisitOutcome.Stopped("stopped by 2 s.")),
        Arguments.of("RECALLED", "No more.", "", new VisitOutcome.Recalled("No more.")),
        Arguments.of("DENIED", "It uses x.", "", new VisitOutcome.Denied("It uses x.")),
        Arguments.of("FAILED", "X: boom", "", new VisitOutcome.Failed("X: boom")));
  }

  private static final String A = "http://a.example/";

  @ParameterizedTest
  @MethodSource
  void theEventInTheStore(String word, String reason, String onward, VisitOutcome outcome) {
    var json = json(word, reason, onward);
    var event = new Event.Ended("k3t0v0", outcome, new Tally(3, 4, 5, 6));

    assertThat(CoreJson.write(event)).isEqualTo(json);
    assertThat(CoreJson.event(json)).isEqualTo(event);
  }

  @Test
  void theLimitOfTheCrawlThatStoppedAVisitIsKept() {
    var outcome = new Allowance(3, 4, 6, 9).stopped("pages").orElseThrow();
    var event = new Event.Ended("k3t0v0", outcome, new Tally(3, 4, 5, 6));
    var json =
        json("STOPPED", "stopped by --max-pages 3.", "")
            .replace(",\"tally\"", ",\"limit\":\"pages\",\"tally\"");

    assertThat(CoreJson.write(event)).isEqualTo(json);
    assertThat(CoreJson.event(json)).isEqualTo(event);
  }

  @Test
  void aVisitAtHomeThatEarlierVersionsCalledKilledHasFailed() {
    assertThat(CoreJson.event(json("KILLED", "its worker was ended: it died", "")))
        .isEqualTo(
            new Event.Ended(
                "k3t0v0",
                new VisitOutcome.Failed("its worker was ended: it died"),
                new Tally(3, 4, 5, 6)));
  }

  private static String json(String word, String reason, String onward) {
    return "{\"event\":\"Ended\",\"agentId\":\"k3t0v0\",\"ending\":\"%s\",\"reason\":\"%s\",\"onward\":[%s],%s}"
        .formatted(word, reason, onward, TALLY);
  }
}
