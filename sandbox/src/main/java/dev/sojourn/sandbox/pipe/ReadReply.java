package dev.sojourn.sandbox.pipe;

/// The reply of a reader.
public sealed interface ReadReply {
  /// The page was read.
  ///
  /// @param octets the encoded view, or a text in UTF-8; unchecked
  record Done(byte[] octets) implements ReadReply {}

  /// The page took more processor time than the order allowed.
  record TooSlow() implements ReadReply {}

  /// The page cannot be read.
  ///
  /// @param reason one clause
  record Failed(String reason) implements ReadReply {}
}
