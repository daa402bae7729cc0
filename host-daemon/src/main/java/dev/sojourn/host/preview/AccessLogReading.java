package dev.sojourn.host.preview;

/// The result of reading one line of an access log.
sealed interface AccessLogReading {

  /// A request.
  record Read(AccessLogEntry entry) implements AccessLogReading {}

  /// A line that is none.
  ///
  /// @param column at which it ceases to be one; 1 for the first character
  /// @param expected what should stand there
  record Malformed(int column, String expected) implements AccessLogReading {}
}
