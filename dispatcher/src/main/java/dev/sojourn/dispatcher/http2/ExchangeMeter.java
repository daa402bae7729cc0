package dev.sojourn.dispatcher.http2;

/// The account of one exchange: the bytes on the wire that it pays for, and whether it may receive
/// more. It is called under the lock of the connection, by one thread at a time.
public interface ExchangeMeter {
  /// Counts bytes that arrived.
  ///
  /// @param bytes how many
  void received(long bytes);

  /// Counts bytes that were written.
  ///
  /// @param bytes how many
  void sent(long bytes);

  /// Counts an answer that is not the last one (status 1xx).
  void addInterim();

  /// {@return why nothing more may be read, a clause; empty if it may}
  String objection();
}
