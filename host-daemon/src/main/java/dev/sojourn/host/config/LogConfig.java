package dev.sojourn.host.config;

import java.util.Optional;

/// The log of the daemon, on standard error.
///
/// @param format `log.format`: `text` or `json`. Default `text`
/// @param level `log.level`: the lowest level of lines that are written. Default the level in the
///   file `conf/logback.xml`
public record LogConfig(Format format, Optional<Level> level) {
  /// The form of a line.
  public enum Format {
    /// For people.
    TEXT,
    /// One object of JSON a line.
    JSON
  }

  /// The importance of a line.
  public enum Level {
    /// Every step.
    TRACE,
    /// Each request and visit.
    DEBUG,
    /// The start and end of the daemon, and each visit that has ended.
    INFO,
    /// Events that an operator should examine.
    WARN,
    /// Faults of the program.
    ERROR,
    /// No lines.
    OFF
  }
}
