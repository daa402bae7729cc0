package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program as a newcomer meets it.
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

  /// As in a job of cron. The octal digits are those of an ü in UTF-8.
  @Test
  void withoutALocaleFilesAreFoundWhoseNamesAreNotAscii() throws Exception {
    var script =
        """
        name=$(printf '\\303\\274'); mkdir "$1/$name"; echo '<title>x</title>' >"$1/$name/$name.html"
        exec env -u LANG -u LC_ALL -u LC_CTYPE "$2" agent try indexing "$1/$name"
        """;
    var out = temp.resolve("out").toFile();
    var tried =
        new ProcessBuilder("sh", "-c", script, "sh", temp.toString(), Program.LAUNCHER.toString())
            .redirectErrorStream(true)
            .redirectOutput(out)
            .start();

    assertThat(tried.waitFor()).as("%s", contentOf(out)).isZero();
    assertThat(contentOf(out)).contains("\"url\":\"http://localhost/%C3%BC.html\"");
  }

  @Test
  void anUnwritableOutIsNamedInOneSentence() {
    var run = Program.here("demo", "--out", "/proc/nowhere");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("/proc/nowhere", "--out").hasLineCount(1);
  }
}
