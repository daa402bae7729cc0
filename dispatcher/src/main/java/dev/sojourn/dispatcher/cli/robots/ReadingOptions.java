package dev.sojourn.dispatcher.cli.robots;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import picocli.CommandLine.Option;

/// The options for reading a file: `--dialect` and `--strict`, as a picocli mixin.
final class ReadingOptions {

  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      description = "rfc9309 or 1996 (default: ${DEFAULT-VALUE}).")
  private String dialect = "rfc9309";

  @Option(
      names = "--strict",
      description = "Read the file as it is: repair no misspelt field and no missing colon.")
  private boolean strict;

  RobotsOptions options() {
    var reading = isStrict() ? RobotsOptions.STRICT : RobotsOptions.STANDARD;
    return reading.withDialect(dialect());
  }

  boolean isStrict() {
    return strict;
  }

  private Dialect dialect() {
    return switch (dialect) {
      case "rfc9309" -> Dialect.RFC9309;
      case "1996" -> Dialect.WEB_ROBOTS_CONTROL_1996;
      default ->
          throw new CommandException(
              ExitCode.USAGE, "--dialect: " + dialect + " (expected: rfc9309 or 1996).");
    };
  }
}
