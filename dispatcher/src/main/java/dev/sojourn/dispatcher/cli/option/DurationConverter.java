package dev.sojourn.dispatcher.cli.option;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads durations such as `500ms`, `90s`, `15m`, `2h` or `7d`.
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

  /// Creates the converter, for picocli.
  public DurationConverter() {}

  @Override
  public Duration convert(String value) {
    var matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + value + "' is no length of time (expected: a number and ms, s, m, h or d)");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
