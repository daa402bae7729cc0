package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/// The options for asking a host again, as a picocli mixin.
final class RetryOptions {
  private static final RetryPolicy USUAL = RetryPolicy.DEFAULT;
  private static final int MOST = 1_000;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = {
        "How often to ask again where the host is busy or its answer was lost, with pauses that",
        "grow from 200ms to 10s or are as long as the host asks (default: 3)."
      })
  private int retries = USUAL.maxAttempts() - 1;

  @Option(
      names = "--retry-time",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long these pauses may last together (default: 1m).")
  private Duration time = USUAL.patience();

  RetryPolicy policy() {
    if (retries < 0 || retries > MOST) {
      throw new CommandException(
          ExitCode.USAGE, "The value of --retries is " + retries + "; it has to be 0 to 1000.");
    }
    return new RetryPolicy(retries + 1, USUAL.first(), USUAL.longest(), time);
  }
}
