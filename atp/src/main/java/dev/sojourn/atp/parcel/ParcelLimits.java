package dev.sojourn.atp.parcel;

/// Bounds within which parcels are unpacked.
///
/// @param maxRawBytes of the lines of one parcel; default 64 MiB
/// @param maxRatio how many times larger the lines may be than the compressed body; default 100
public record ParcelLimits(int maxRawBytes, int maxRatio) {

  /// The defaults.
  public static final ParcelLimits DEFAULT = new ParcelLimits(64 * 1024 * 1024, 100);

  /// Checks that both are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public ParcelLimits {
    if (maxRawBytes < 1 || maxRatio < 1) {
      throw new IllegalArgumentException("limits: (expected: positive)");
    }
  }
}
