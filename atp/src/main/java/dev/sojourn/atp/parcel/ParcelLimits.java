package dev.sojourn.atp.parcel;

/// The limits for unpacking parcels.
///
/// @param maxRawBytes of the lines of one parcel; default 64 MiB
/// @param maxRatio the largest ratio of the lines' size to that of the compressed body; default 100
/// @param maxLines lines of one parcel; default 2,000,000
/// @param maxLineBytes of one line, without its line feed; default 4 MiB
public record ParcelLimits(int maxRawBytes, int maxRatio, int maxLines, int maxLineBytes) {

  /// The defaults.
  public static final ParcelLimits DEFAULT =
      new ParcelLimits(64 * 1024 * 1024, 100, 2_000_000, 4 * 1024 * 1024);

  /// Checks that all are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public ParcelLimits {
    if (maxRawBytes < 1 || maxRatio < 1 || maxLines < 1 || maxLineBytes < 1) {
      throw new IllegalArgumentException("limits: (expected: positive)");
    }
  }
}
