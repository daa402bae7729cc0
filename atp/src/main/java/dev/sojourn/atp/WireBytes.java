package dev.sojourn.atp;

/// The bytes that crossed a socket, including framing.
///
/// @param sent bytes written
/// @param received bytes read
public record WireBytes(long sent, long received) {

  /// No bytes in either direction.
  public static final WireBytes NONE = new WireBytes(0, 0);

  /// {@return the sums of both counts, for each direction}
  ///
  /// @param other further bytes
  public WireBytes plus(WireBytes other) {
    return new WireBytes(sent + other.sent, received + other.received);
  }

  /// {@return the bytes of both directions}
  public long total() {
    return sent + received;
  }
}
