package dev.sojourn.atp.agent;

/// The limits for the parts of a package.
///
/// @param maxPassportBytes of the passport's envelope; default 256 KiB
/// @param maxCodeBytes of the code jar; default 8 MiB
/// @param maxStateBytes of the state; default 16 MiB
/// @param maxHops statements in the hop log; default 1,024
/// @param maxHopBytes size of each statement's envelope; default 4 KiB
public record PackageLimits(
    int maxPassportBytes, int maxCodeBytes, int maxStateBytes, int maxHops, int maxHopBytes) {

  /// The defaults.
  public static final PackageLimits DEFAULT =
      new PackageLimits(256 * 1024, 8 * 1024 * 1024, 16 * 1024 * 1024, 1_024, 4 * 1024);

  /// Checks that nothing is negative, and that the number of parts fits its field.
  ///
  /// @throws IllegalArgumentException if a limit is out of range
  public PackageLimits {
    if (maxPassportBytes < 0 || maxCodeBytes < 0 || maxStateBytes < 0 || maxHopBytes < 0) {
      throw new IllegalArgumentException("limits: (expected: nothing negative)");
    }
    if (maxHops < 0 || maxHops > 60_000) {
      throw new IllegalArgumentException("maxHops: " + maxHops + " (expected: 0 to 60000)");
    }
  }
}
