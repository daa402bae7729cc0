package dev.sojourn.app;

import dev.sojourn.base.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Runs commands that only read or change one thing, for `bin/make-start-cache`. So the virtual
/// machine can cache their classes and no others.
public final class ShortCommandsMain {
  private ShortCommandsMain() {}

  /// Runs the commands and ends the process. A failed command has loaded its classes too.
  ///
  /// @param args the directory of [StartCacheMain], whose host is running
  /// @throws IOException if the directory cannot be written
  public static void main(String[] args) throws IOException {
    var work = Path.of(args[0]);
    var robots = work.resolve("robots.txt");
    Files.writeString(robots, "User-agent: *\nDisallow: /private/\nMobile-agent-server: / none\n");
    var config = work.resolve("host.toml").toString();
    var key = work.resolve("key").toString();
    for (var words :
        List.of(
            List.of("--version"),
            List.of("host", "ps", "--config", config),
            List.of("host", "ban", "nobody", "--config", config, "--for", "1h"),
            List.of("host", "bans", "--config", config),
            List.of("host", "sites", "--config", config, "--json"),
            List.of("robots", "explain", robots.toString(), "Bot", "http://127.0.0.1/private/a"),
            List.of("robots", "check", robots.toString(), "--json"),
            List.of("visit", "ls", work.resolve("crawl").toString()),
            List.of("key", "show", key, "--json"),
            List.of("agent", "ls"))) {
      run(words.toArray(String[]::new));
    }
    System.exit(0);
  }

  private static void run(String... words) {
    var _ = CommandRun.commandLine(Main.class, Main.NAME, words).execute(words);
  }
}
