package dev.sojourn.sandbox.reader;

import dev.sojourn.page.view.MalformedViewException;

/// The result of one attempt to read a page.
///
/// @param <T> type of the view
sealed interface ReadResult<T> {
  /// The page was read.
  ///
  /// @param <T> type of the view
  /// @param view the checked view
  record Done<T>(T view) implements ReadResult<T> {}

  /// The page took more processor time than it may.
  ///
  /// @param <T> type of the view
  record TooSlow<T>() implements ReadResult<T> {}

  /// The page cannot be read.
  ///
  /// @param <T> type of the view
  /// @param reason the claim of a process that may be hostile
  record Failed<T>(String reason) implements ReadResult<T> {}

  /// The reader died or broke the rules.
  ///
  /// @param <T> type of the view
  record Lost<T>() implements ReadResult<T> {}

  /// No reader could be started.
  ///
  /// @param <T> type of the view
  /// @param reason for the owner of the agent
  record NotStarted<T>(String reason) implements ReadResult<T> {}

  /// Makes a view of the octets of a reader that may be hostile.
  ///
  /// @param <T> type of the view
  interface Decoder<T> {
    /// Returns a checked view.
    ///
    /// @throws MalformedViewException if they are none
    T decode(byte[] octets) throws MalformedViewException;
  }
}
