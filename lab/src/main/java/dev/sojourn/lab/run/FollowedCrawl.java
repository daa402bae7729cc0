package dev.sojourn.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The output of a crawl that follows its sites: a line of JSON for each event (docs/crawl.md). The
/// last line is the summary.
final class FollowedCrawl {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  /// If no event comes for this long, all events of earlier changes have come.
  private static final Duration QUIET = Duration.ofSeconds(2);

  private final CrawlProgram program;
  private final long deadline;

  /// Reads the output of a crawl.
  ///
  /// @param program the crawling program
  /// @param limit the longest time from now
  FollowedCrawl(CrawlProgram program, Duration limit) {
    this.program = program;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /// Waits until everything was visited and agents stay.
  ///
  /// @return whether that happened in time; false if the program has ended
  boolean awaitStay() throws IOException, InterruptedException {
    return await(lines -> lines.stream().anyMatch(line -> is(line, "round-over")));
  }

  /// {@return how many pages the crawl has reported as changed, new or gone so far}
  long reported() throws IOException {
    return reported(program.outputLines());
  }

  /// Waits until the crawl has reported changes, and then no more for a while.
  ///
  /// @param pages the least number of pages to wait for
  /// @return the time of the last report, as of `System.nanoTime()`; 0 if the limit was reached
  long awaitReported(long pages) throws IOException, InterruptedException {
    if (!await(lines -> reported(lines) >= pages)) {
      return 0;
    }
    long at = System.nanoTime();
    int lines = program.outputLines().size();
    while (System.nanoTime() - at < QUIET.toNanos()) {
      Thread.sleep(BETWEEN_LOOKS);
      int now = program.outputLines().size();
      if (now > lines) {
        lines = now;
        at = System.nanoTime();
      }
    }
    return at;
  }

  /// A condition on the lines of a crawl.
  private interface Condition {
    boolean isMet(List<String> lines) throws IOException;
  }

  private boolean await(Condition condition) throws IOException, InterruptedException {
    while (!condition.isMet(program.outputLines())) {
      boolean isOver = System.nanoTime() > deadline;
      if (isOver || program.waitFor(BETWEEN_LOOKS)) {
        return condition.isMet(program.outputLines());
      }
    }
    return true;
  }

  /// {@return how many pages these lines report}
  static long reported(List<String> lines) throws IOException {
    long reported = 0;
    for (var line : lines) {
      var event = read(line);
      if (event.path("event").isTextual()) {
        reported += event.path("changed").asLong() + event.path("gone").asLong();
      }
    }
    return reported;
  }

  private static boolean is(String line, String kind) {
    return read(line).path("event").asText().equals(kind);
  }

  private static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException _) {
      return MissingNode.getInstance();
    }
  }
}
