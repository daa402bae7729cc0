package dev.sojourn.host.config;

import java.util.Comparator;
import java.util.regex.Pattern;

/// An error in one value of a configuration.
///
/// @param place the place of the value: `host.toml:3:9`, or `environment variable SOJOURN_LISTEN`
/// @param key the full name of the key, such as `limits.pages`
/// @param found the text found
/// @param expected a description of valid text
public record ConfigError(String place, String key, String found, String expected) {
  /// The start of the text for a place in the environment.
  static final String ENVIRONMENT = "environment variable ";

  /// The key of an error in the syntax of the file.
  public static final String TOML = "TOML";

  private static final Pattern POSITION = Pattern.compile(".*:(\\d{1,9}):(\\d{1,9})");

  /// Orders errors: first those of the file as a whole, then by line and column, then those of the
  /// environment.
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
