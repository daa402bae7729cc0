package dev.sojourn.atp;

/// Bytes that crossed a socket, framing included.
///
/// @param sent bytes written
/// @param received bytes read
public record WireBytes(long sent, long received) {

  /// No bytes in either direction.
  public static final WireBytes NONE = new WireBytes(0, 0);

  /// {@return the sum of both, each way}
  ///
  /// @param other further bytes
  public WireBytes plus(WireBytes other) {
    return new WireBytes(sent + other.sent, received + other.received);
  }

  /// {@return bytes of both ways together}
  public long total() {
    return sent + received;
  }
}
