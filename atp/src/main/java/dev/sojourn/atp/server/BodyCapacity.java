package dev.sojourn.atp.server;

/// The memory that a server provides for bodies: of requests that arrive or are handled, and of
/// answers that their peers have not taken yet.
///
/// @param maxBytes of all bodies together; default 256 MiB
/// @param maxBytesPerAddress of the bodies of one IP address; default 128 MiB
/// @param maxBytesPerNetwork of the bodies of one IPv4 /24 or IPv6 /56; default 192 MiB
/// @param maxUnpackedAtOnce the number of compressed bodies of more than 64 KiB, unpacked, that are
///   held at once; default 16
public record BodyCapacity(
    long maxBytes, long maxBytesPerAddress, long maxBytesPerNetwork, int maxUnpackedAtOnce) {

  private static final long MIB = 1L << 20;

  /// The defaults.
  public static final BodyCapacity DEFAULT = new BodyCapacity(256 * MIB, 128 * MIB, 192 * MIB, 16);

  /// Checks that all are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public BodyCapacity {
    boolean isMemory = maxBytes > 0 && maxBytesPerAddress > 0 && maxBytesPerNetwork > 0;
    if (!isMemory || maxUnpackedAtOnce < 1) {
      throw new IllegalArgumentException("bodies: (expected: all positive)");
    }
  }
}
