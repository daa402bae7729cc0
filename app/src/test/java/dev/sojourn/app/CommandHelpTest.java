package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The help of each command, in this process; `LauncherIT` starts the program itself.
final class CommandHelpTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"demo", "crawl", "plan", "search", "key", "agent", "robots", "host", "lab"})
  void everyCommandHasHelp(String command) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        Main.line()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(command, "--help");

    assertThat(exitCode).isZero();
    assertThat(out.toString()).contains("sojourn " + command);
    assertThat(err.toString()).isEmpty();
  }
}
