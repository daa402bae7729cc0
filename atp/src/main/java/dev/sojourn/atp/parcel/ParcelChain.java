package dev.sojourn.atp.parcel;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.nio.ByteBuffer;

/// The digest over all parcels of a visit up to one of them. The host signs it, and the owner
/// computes it from the received parcels.
///
/// @param head `SHA-256(previous head || number || digest of the lines || SHA-256(frame))`, with
///   the number as 8 bytes, big-endian. Before the first parcel, it is the SHA-256 of no bytes.
public record ParcelChain(Digest head) {

  /// The chain before the first parcel.
  public static final ParcelChain EMPTY = new ParcelChain(Digest.of(Bytes.EMPTY));

  private static final int DIGEST_BYTES = 32;

  /// {@return the chain with one more parcel}
  ///
  /// @param parcel the next one
  public ParcelChain then(Parcel parcel) {
    return then(parcel.number(), parcel.digest(), parcel.body());
  }

  /// {@return the chain with one more parcel}
  ///
  /// @param number of the parcel
  /// @param lines digest of its lines
  /// @param frame its zstd frame
  public ParcelChain then(long number, Digest lines, Bytes frame) {
    var next =
        ByteBuffer.allocate(3 * DIGEST_BYTES + Long.BYTES)
            .put(head.toArray())
            .putLong(number)
            .put(lines.toArray())
            .put(Digest.of(frame).toArray());
    return new ParcelChain(Digest.of(next.array()));
  }
}
