package dev.sojourn.app;

import dev.sojourn.base.cli.CommandRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The program of `bin/make-start-cache` that runs the commands which only ask or change one thing,
/// so that the virtual machine can keep their classes, and no others, ready to be used.
public final class ShortCommandsMain {
  private ShortCommandsMain() {}

  /// Runs the commands and ends the process. A command that fails has used its classes all the
  /// same.
  ///
  /// @param args the directory of [StartCacheMain], whose host runs
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
            List.of("host", "ban", "nobody", "--config", config, "--for", "1m"),
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
    var _ =
        CommandRun.commandLine(Main.class, Main.NAME, words)
            .setOut(new PrintWriter(Writer.nullWriter()))
            .execute(words);
  }
}
