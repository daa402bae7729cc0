package dev.sojourn.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.lab.experiment.Fault;
import dev.sojourn.lab.result.CrawlResult;
import dev.sojourn.lab.result.FaultResult;
import dev.sojourn.lab.result.RunOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The verdict on a crawl that ended without being killed: whether it did what the experiment
/// requires.
///
/// @param outcome of the run
/// @param reason one sentence; empty if everything was done
record CrawlVerdict(RunOutcome outcome, String reason) {
  /// The next step that a crawl suggests. In the lab, the run is repeated instead.
  private static final Pattern GO_ON =
      Pattern.compile("[;,.][^;,.]*(?:: sojourn crawl|go on with) --resume.*", Pattern.DOTALL);

  /// Removes the suggestion to continue the crawl.
  CrawlVerdict {
    reason = GO_ON.matcher(reason).replaceFirst(".");
  }

  /// Judges a crawl.
  ///
  /// @param exitCode of the crawl
  /// @param complaint the error message from its standard error
  /// @param summary that the crawl printed
  static CrawlVerdict of(int exitCode, String complaint, JsonNode summary) {
    var ended = "The crawl ended with exit code " + exitCode;
    var unread = String.join(" ", UnreadSites.of(summary));
    // A later round reads no page if nothing changed.
    boolean hasKnownPages = summary.path("recrawl").path("unchanged").asLong() > 0;
    if (summary.path("pages").asLong() == 0 && !hasKnownPages) {
      return new CrawlVerdict(
          RunOutcome.FAILED, ended + ": " + (unread.isEmpty() ? complaint : unread));
    }
    var territories = summary.path("territories");
    var atHome =
        territories
            .valueStream()
            .filter(
                territory ->
                    territory.path("route").asText().startsWith("atp")
                        && territory.path("crawled").asText().equals(CrawlWay.CLASSIC.word()))
            .findFirst();
    if (atHome.isPresent()) {
      return new CrawlVerdict(
          RunOutcome.PARTIAL,
          "Read over HTTP though a host takes agents for it: " + noted(atHome.get()));
    }
    if (exitCode == ExitCode.DONE.code()) {
      return new CrawlVerdict(RunOutcome.DONE, "");
    }
    var less =
        territories
            .valueStream()
            .filter(territory -> !territory.path("reason").asText().isEmpty())
            .findFirst();
    return new CrawlVerdict(
        RunOutcome.PARTIAL,
        Optional.ofNullable(less.map(CrawlVerdict::noted).orElse(null))
            .orElse(ended + (unread.isEmpty() ? "." : ": " + unread)));
  }

  /// Judges another crawler.
  ///
  /// @param exitCode of the crawler
  /// @param complaint the error message from its standard error
  /// @param good the exit codes that mean success
  /// @param pages that the web server sent
  static CrawlVerdict ofPeer(int exitCode, String complaint, Set<Integer> good, long pages) {
    if (pages == 0) {
      return new CrawlVerdict(
          RunOutcome.FAILED,
          "The crawler read no page and ended with exit code " + exitCode + ": " + complaint);
    }
    return good.contains(exitCode)
        ? new CrawlVerdict(RunOutcome.DONE, "")
        : new CrawlVerdict(
            RunOutcome.PARTIAL, "The crawler ended with exit code " + exitCode + ": " + complaint);
  }

  private static String noted(JsonNode territory) {
    return territory.path("site").asText()
        + territory.path("path").asText()
        + ": "
        + territory.path("reason").asText();
  }

  /// {@return the figures of a summary}
  ///
  /// @param pages that the crawl read
  /// @param faults of the crawl; if the dispatcher was killed, the summary misses part of the time
  /// @param wallSeconds from the start of the first crawling process to the end of the last
  static CrawlResult figures(
      JsonNode summary, long pages, List<FaultResult> faults, double wallSeconds) {
    boolean wasKilled = faults.stream().anyMatch(fault -> fault.kill().equals(Fault.DISPATCHER));
    return new CrawlResult(
        wasKilled ? wallSeconds : summary.path("seconds").asDouble(),
        pages,
        summary.path("findings").asLong(),
        summary.path("wireBytesMobile").asLong(),
        summary.path("wireBytesClassic").asLong(),
        summary.path("classicBytesAvoided").asLong());
  }
}
