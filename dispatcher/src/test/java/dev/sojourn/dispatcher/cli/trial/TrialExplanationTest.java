package dev.sojourn.dispatcher.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class TrialExplanationTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void theTimeBetweenTwoPagesIsTheAgentsWork() {
    var kept =
        List.of(
            fetched("http://h/", Optional.empty(), 10, 3),
            new ParcelLine.Finding("{}"),
            new ParcelLine.Referral("http://o/"),
            new ParcelLine.Log("line"),
            new ParcelLine.Finding("{}"),
            fetched("http://h/a", Optional.of("http://h/"), 40, 20),
            refused("http://h/closed", 40));
    var folder = new LinkedHashMap<String, String>();
    folder.put("http://h/", "");
    folder.put("http://h/a", "");
    folder.put("http://h/closed", "robots.txt does not allow it: line 2.");
    folder.put("http://h/lost", "");
    folder.put("http://h/secret", "robots.txt does not allow it: line 3.");

    var explanation = TrialExplanation.of(kept, folder);

    var out = new StringWriter();
    explanation.print(new PrintWriter(out));
    assertThat(out)
        .hasToString(
            """
            fetched      http://h/
                         a page to begin with
                         7 bytes in 3 ms, then 10 ms of work; 2 findings, 1 referral
            fetched      http://h/a
                         linked from http://h/
                         7 bytes in 20 ms, then 0 ms of work; 0 findings, 0 referrals
            disallowed   http://h/closed
                         linked from http://h/a; robots.txt does not allow it: line 2.
                         0 bytes in 0 ms; 0 findings, 0 referrals
            not-asked    http://h/lost
                         the agent knows no link to it, or does not want it
            not-asked    http://h/secret
                         robots.txt does not allow it: line 3.
            """);
    assertThat(explanation.json().getFirst())
        .containsEntry("tookMillis", 3L)
        .containsEntry("workMillis", 10L)
        .containsEntry("findings", 2);
    assertThat(explanation.json().getLast()).containsEntry("workMillis", null);
  }

  @Test
  void anIndexFileIsAskedForByEitherUrl() {
    var kept = List.<ParcelLine>of(fetched("http://h/d/index.html", Optional.empty(), 1, 1));
    assertThat(TrialExplanation.of(kept, Map.of("http://h/d/", "")).steps()).hasSize(1);
  }

  private static ParcelLine fetched(String url, Optional<String> from, int atMillis, int took) {
    return new ParcelLine.Page(
        new PageRecord(
            url,
            Optional.empty(),
            from,
            from.isEmpty() ? OptionalInt.of(0) : OptionalInt.of(1),
            NOON.plusMillis(atMillis),
            Duration.ofMillis(took),
            PageOutcome.FETCHED,
            200,
            "",
            Optional.of(
                new PageRecord.Body(
                    "text/html",
                    7,
                    "0123456789abcdef",
                    false,
                    "",
                    Optional.empty(),
                    Optional.empty()))));
  }

  private static ParcelLine refused(String url, int atMillis) {
    return new ParcelLine.Page(
        new PageRecord(
            url,
            Optional.empty(),
            Optional.of("http://h/a"),
            OptionalInt.of(2),
            NOON.plusMillis(atMillis),
            Duration.ZERO,
            PageOutcome.DISALLOWED,
            0,
            "robots.txt does not allow it: line 2.",
            Optional.empty()));
  }
}
