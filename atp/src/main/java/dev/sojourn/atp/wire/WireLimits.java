package dev.sojourn.atp.wire;

/// The size limits of messages.
///
/// @param maxStartLineBytes of the request or status line, without its line end; default 8 KiB
/// @param maxHeaders header fields of a message; default 64
/// @param maxHeaderBytes of all header lines together, with their line ends and the empty line;
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
