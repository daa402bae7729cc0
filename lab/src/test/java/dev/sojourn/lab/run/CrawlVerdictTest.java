package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sojourn.lab.result.FaultResult;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The reasons of crawls that failed.
final class CrawlVerdictTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The disk of /a;b, c.d is full. What it kept is whole; free some space, and go on with:"
            + " sojourn crawl --resume --out x.y --key k"
            + "|The disk of /a;b, c.d is full. What it kept is whole; free some space.",
        "All it gathered is kept; go on with: sojourn crawl --resume --out x"
            + "|All it gathered is kept.",
        "Give it more, as with JAVA_TOOL_OPTIONS=-Xmx4g, and go on with --resume."
            + "|Give it more, as with JAVA_TOOL_OPTIONS=-Xmx4g.",
        "There is no agent a.|There is no agent a."
      })
  void aReasonDoesNotAdviseToGoOnWithTheCrawl(String complaint, String noted) {
    var verdict = CrawlVerdict.of(1, complaint, MissingNode.getInstance());

    assertThat(verdict.reason()).isEqualTo("The crawl ended with exit code 1: " + noted);
  }

  @Test
  void aCrawlerOfOthersMayHaveAnOptionOfThatName() {
    var verdict = CrawlVerdict.ofPeer(3, "stopped; use --resume", Set.of(0), 1);

    assertThat(verdict.reason()).endsWith("stopped; use --resume");
  }

  @ParameterizedTest
  @CsvSource({"dispatcher, 9.5", "host 1, 4.25"})
  void theTimeInWhichADispatcherWasDeadIsTimeOfTheCrawl(String killed, double seconds)
      throws IOException {
    var summary = new ObjectMapper().readTree("{\"seconds\": 4.25, \"findings\": 3}");
    var faults = List.of(new FaultResult(killed, 2, 6));

    var figures = CrawlVerdict.figures(summary, 3, faults, 9.5);

    assertThat(figures.seconds()).isEqualTo(seconds);
    assertThat(figures.findings()).isEqualTo(3);
  }
}
