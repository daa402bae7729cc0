package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program as somebody meets it who has not read anything.
final class LauncherIT {
  private static final Duration A_MOMENT = Duration.ofMinutes(10);
  private static final List<String> COMMANDS =
      List.of("demo", "crawl", "plan", "search", "key", "agent", "robots", "host", "lab");

  @TempDir private Path temp;

  @Test
  void helpNamesEveryCommand() throws IOException, InterruptedException {
    var help = Program.run(temp, A_MOMENT, "--help").succeeded();

    assertThat(help.out()).contains(COMMANDS);
    assertThat(help.err()).isEmpty();
  }

  /// `CommandHelpTest` asks each command, in its own process.
  @Test
  @Tag("long-form")
  void aCommandHasHelp() throws IOException, InterruptedException {
    var help = Program.run(temp, A_MOMENT, "crawl", "--help").succeeded();

    assertThat(help.out()).contains("sojourn crawl");
    assertThat(help.err()).isEmpty();
  }

  @Test
  void anUnknownWordGetsASuggestion() {
    var run = Program.here("serach", "x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("serach", "search");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void anUnwritableOutIsNamedInOneSentence() {
    var run = Program.here("demo", "--out", "/proc/nowhere");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("/proc/nowhere", "--out").hasLineCount(1);
  }
}
