package dev.sojourn.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The output of a crawl that follows its sites: a line of JSON for each event (docs/crawl.md), and
/// the summary as the last one.
final class FollowedCrawl {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  /// After this long without an event, no event comes from earlier changes.
  private static final Duration QUIET = Duration.ofSeconds(2);

  private final CrawlProgram program;
  private final long deadline;

  /// Looks at a crawl.
  ///
  /// @param program that makes it
  /// @param limit longest time of it from now
  FollowedCrawl(CrawlProgram program, Duration limit) {
    this.program = program;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /// Waits until all was visited, and agents stay.
  ///
  /// @return whether that was in time; not if the program has ended
  boolean awaitStay() throws IOException, InterruptedException {
    return await(lines -> lines.stream().anyMatch(line -> is(line, "round-over")));
  }

  /// {@return how many pages it has reported as changed, new or gone up to now}
  long reported() throws IOException {
    return reported(program.outputLines());
  }

  /// Waits until it has reported changes, and then no more.
  ///
  /// @param pages how many it has reported by then at least
  /// @return the time at which the last of them was reported, as of `System.nanoTime()`; 0 if it
  ///   was not in time
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

  /// {@return the pages that some lines report}
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
