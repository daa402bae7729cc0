package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/// The command that makes the figures of following, on few pages. Each change is found, and the web
/// server is asked for none of them.
class FollowLoadIT {
  @Test
  void changesAreFoundAndTheWebServerIsAskedForNoPage() throws Exception {
    ProgramStartCache.make();
    var run = Program.here("follow-load", "--pages", "20", "--changes", "2", "--json").succeeded();
    var measured = new ObjectMapper().readTree(run.out());
    assertThat(measured.get("pages").asInt()).isEqualTo(21);
    assertThat(measured.get("p95Millis").asLong()).isPositive();
    assertThat(measured.get("changeBytes").asLong()).isPositive();
    assertThat(measured.get("askedOfServer").asInt()).isZero();
  }
}
