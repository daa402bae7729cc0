package dev.sojourn.base.toml;

import java.util.Comparator;
import java.util.regex.Pattern;

/// An error in one value of a file, or in a value that takes precedence over the file.
///
/// @param place of the value: `host.toml:3:9`, or `environment variable SOJOURN_LISTEN`
/// @param key its full name, such as `limits.pages`
/// @param found the value, in the form for a message
/// @param expected a valid value, in the form for a message
public record TomlError(String place, String key, String found, String expected) {
  /// The key of a syntax error.
  public static final String TOML = "TOML";

  /// The beginning of a place outside the file.
  public static final String ENVIRONMENT = "environment variable ";

  /// Errors of the whole file first, then by line and column, then the environment.
  public static final Comparator<TomlError> IN_FILE_ORDER =
      Comparator.comparing((TomlError e) -> e.place().startsWith(ENVIRONMENT))
          .thenComparingInt(e -> e.position(1))
          .thenComparingInt(e -> e.position(2));

  private static final Pattern POSITION = Pattern.compile(".*:(\\d{1,9}):(\\d{1,9})");

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
