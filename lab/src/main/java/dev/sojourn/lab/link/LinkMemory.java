package dev.sojourn.lab.link;

/// The memory of all links of an emulator: the bytes that were read but not delivered yet. Confined
/// to the event loop of the emulator.
final class LinkMemory {
  /// The limit of bytes for one direction of a connection: on the link, not written or not
  /// acknowledged. The receiver's window limits a real connection in the same way.
  static final int WINDOW_BYTES = 1 << 20;

  /// If all links together hold more bytes than this, all windows are narrow.
  static final long PLENTY_BYTES = 128L << 20;

  /// Enough for a chunk and the bytes on their way, with any number of connections.
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
