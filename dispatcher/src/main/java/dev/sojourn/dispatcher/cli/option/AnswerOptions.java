package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.fetch.site.FetchLimits;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the time-outs of hosts and sites and the size of their answers, as a picocli
/// mixin.
public final class AnswerOptions {
  // The longest time-out that a connection can measure.
  private static final Duration LONGEST = Duration.ofDays(20);

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "How long to wait for the whole of an answer, as 500ms, 30s or 2m (default: 30s of a",
        "host, 2m of a site)."
      })
  private Optional<Duration> whole = Optional.empty();

  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "How long to wait for a connection, and as long again for TLS with a host (default: 5s and",
        "10s; 10s for both with a site)."
      })
  private Optional<Duration> connect = Optional.empty();

  @Option(
      names = "--max-answer",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "The largest answer that is read, as 512KiB or 64MiB (default: 16MiB).")
  private Optional<Integer> most = Optional.empty();

  /// Creates the options; picocli fills them.
  public AnswerOptions() {}

  /// {@return the settings of connections to hosts}
  ///
  /// @throws CommandException if a value makes no sense
  public ClientSettings ofHosts() {
    var usual = ClientSettings.DEFAULT;
    var wire = usual.limits();
    return usual
        .withConnect(
            time("--connect-timeout", connect, usual.connect()),
            time("--connect-timeout", connect, usual.handshake()))
        .withResponse(time("--timeout", whole, usual.response()))
        .withLimits(
            new WireLimits(
                wire.maxStartLineBytes(),
                wire.maxHeaders(),
                wire.maxHeaderBytes(),
                most.orElse(wire.maxBodyBytes())));
  }

  /// {@return the limits of requests to sites}
  ///
  /// @throws CommandException if a value makes no sense
  public FetchLimits ofSites() {
    var usual = FetchLimits.DEFAULT;
    return new FetchLimits(
        time("--connect-timeout", connect, usual.connect()),
        usual.silence(),
        time("--timeout", whole, usual.exchange()),
        most.orElse(usual.maxBodyBytes()));
  }

  private static Duration time(String option, Optional<Duration> given, Duration usual) {
    var time = given.orElse(usual);
    if (!time.isPositive() || time.compareTo(LONGEST) > 0) {
      throw new CommandException(
          ExitCode.USAGE, "The value of " + option + " has to be 1ms or more, and 20d at most.");
    }
    return time;
  }
}
