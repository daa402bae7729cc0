package dev.sojourn.host.config;

/// What is wrong with one value of a configuration.
///
/// @param place where it stands: `host.toml:3:9`, or `environment variable SOJOURN_LISTEN`
/// @param key its full name, as `limits.pages`
/// @param found what stands there
/// @param expected what could stand there
public record ConfigError(String place, String key, String found, String expected) {

  /// {@return the error in one line}
  @Override
  public String toString() {
    return place + ": " + key + ": found " + found + " (expected: " + expected + ")";
  }
}
