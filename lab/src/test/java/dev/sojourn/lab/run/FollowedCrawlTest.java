package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines of a crawl that follows its sites; shell scripts print them.
final class FollowedCrawlTest {
  private static final String STAYS =
      """
      echo '{"event":"staying","changed":0,"gone":0}'
      echo '{"event":"round-over","changed":0,"gone":0}'
      """;

  @TempDir private Path temp;

  private CrawlProgram started(String script) throws IOException {
    return CrawlProgram.start(List.of("sh", "-c", script), temp, "crawl");
  }

  @Test
  void pagesThatAreReportedAreSummedAndTheSummaryIsTheLastLine() throws Exception {
    var script =
        STAYS
            + """
            trap 'echo "{\\"complete\\":true,\\"pages\\":7}"; exit 0' TERM
            echo '{"event":"changed","changed":3,"gone":1}'
            echo '{"event":"changed","changed":0,"gone":2}'
            while :; do sleep 0.1; done
            """;
    try (var program = started(script)) {
      var crawl = new FollowedCrawl(program, Duration.ofMinutes(2));

      assertThat(crawl.awaitStay()).isTrue();
      assertThat(crawl.awaitReported(6)).isNotZero();
      assertThat(crawl.reported()).isEqualTo(6);
      assertThat(program.interrupt(Duration.ofMinutes(2))).isTrue();
      assertThat(program.exitCode()).isZero();
      assertThat(program.summary().path("pages").asInt()).isEqualTo(7);
    }
  }

  @Test
  void aCrawlThatEndsBeforeItsAgentsStayIsNotWaitedFor() throws Exception {
    try (var program = started("exit 3")) {
      assertThat(new FollowedCrawl(program, Duration.ofMinutes(10)).awaitStay()).isFalse();
      assertThat(program.isAlive()).isFalse();
      assertThat(program.summary().isMissingNode()).isTrue();
    }
  }

  @Test
  void changesThatAreUnreportedInTimeAreNotWaitedFor() throws Exception {
    try (var program = started(STAYS + "sleep 600")) {
      var crawl = new FollowedCrawl(program, Duration.ofSeconds(1));

      assertThat(crawl.awaitReported(1)).isZero();
      assertThat(program.isAlive()).isTrue();
    }
  }

  @Test
  void aLineThatIsHalfWrittenReportsNothingYet() throws IOException {
    assertThat(
            FollowedCrawl.reported(
                List.of("{\"event\":\"changed\",\"changed\":2}", "{\"event\":\"ch")))
        .isEqualTo(2);
    assertThat(FollowedCrawl.reported(List.of("{\"pages\":2,\"changed\":5}"))).isZero();
  }
}
