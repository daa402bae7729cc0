package dev.sojourn.host.config;

import java.util.Comparator;
import java.util.regex.Pattern;

/// An error in one value of a configuration.
///
/// @param place of the value: `host.toml:3:9`, or `environment variable SOJOURN_LISTEN`
/// @param key its full name, as `limits.pages`
/// @param found the text there
/// @param expected the text that could stand there
public record ConfigError(String place, String key, String found, String expected) {
  /// The beginning of a place that is not in the file.
  static final String ENVIRONMENT = "environment variable ";

  /// The key of a mistake in the form of the file.
  public static final String TOML = "TOML";

  private static final Pattern POSITION = Pattern.compile(".*:(\\d{1,9}):(\\d{1,9})");

  /// First errors of the file as a whole, then by line and column, then the environment.
  public static final Comparator<ConfigError> IN_FILE_ORDER =
      Comparator.comparing((ConfigError e) -> e.place().startsWith(ENVIRONMENT))
          .thenComparingInt(e -> e.position(1))
          .thenComparingInt(e -> e.position(2));

  private int position(int group) {
    var matcher = POSITION.matcher(place);
    return matcher.matches() ? Integer.parseInt(matcher.group(group)) : 0;
  }

  /// {@return the error in one line}
  @Override
  public String toString() {
    return place + ": " + key + ": found " + found + " (expected: " + expected + ")";
  }
}
