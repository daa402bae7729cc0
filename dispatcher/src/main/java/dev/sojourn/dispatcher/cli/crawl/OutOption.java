package dev.sojourn.dispatcher.cli.crawl;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option for the directory of a crawl, as a picocli mixin.
final class OutOption {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Where everything goes (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("sojourn-crawl");

  Path directory() {
    return out;
  }
}
