package dev.sojourn.atp.wire;

/// The sizes up to which messages are read.
///
/// @param maxStartLineBytes of the request or status line, its end not counted; default 8 KiB
/// @param maxHeaders header fields of a message; default 64
/// @param maxHeaderBytes of all header lines together, their ends and the empty line counted;
///   default 32 KiB
/// @param maxBodyBytes of the body; default 16 MiB
public record WireLimits(
    int maxStartLineBytes, int maxHeaders, int maxHeaderBytes, int maxBodyBytes) {

  /// The defaults.
  public static final WireLimits DEFAULT =
      new WireLimits(8 * 1024, 64, 32 * 1024, 16 * 1024 * 1024);

  /// Checks that all are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public WireLimits {
    if (maxStartLineBytes < 1 || maxHeaders < 1 || maxHeaderBytes < 1 || maxBodyBytes < 1) {
      throw new IllegalArgumentException("limits: (expected: all positive)");
    }
  }
}
