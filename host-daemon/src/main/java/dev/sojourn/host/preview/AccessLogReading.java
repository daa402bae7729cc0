package dev.sojourn.host.preview;

/// The result of reading one line of an access log.
sealed interface AccessLogReading {

  /// A request.
  record Read(AccessLogEntry entry) implements AccessLogReading {}

  /// A line that is not a request.
  ///
  /// @param column the column of the error; 1 for the first character
  /// @param expected a description of valid text at this column
  record Malformed(int column, String expected) implements AccessLogReading {}
}
