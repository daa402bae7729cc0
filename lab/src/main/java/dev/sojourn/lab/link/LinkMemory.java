package dev.sojourn.lab.link;

/// The memory of all links of an emulator: the bytes that they have read and not delivered yet.
/// Confined to the event loop of the emulator.
final class LinkMemory {
  /// Bytes of one connection and direction that may be on the link, not yet written, or not yet
  /// acknowledged. A real connection is bounded by the window of its receiver in the same way.
  static final int WINDOW_BYTES = 1 << 20;

  /// Beyond this all windows are narrow.
  static final long PLENTY_BYTES = 128L << 20;

  /// Enough for a chunk and the bytes on their way, at any number of connections.
  static final int NARROW_BYTES = 32 << 10;

  private long bytes;

  void add(int count) {
    bytes += count;
  }

  void remove(int count) {
    bytes -= count;
  }

  /// {@return the bytes that one direction of a connection may hold now}
  int windowBytes() {
    return bytes < PLENTY_BYTES ? WINDOW_BYTES : NARROW_BYTES;
  }
}
