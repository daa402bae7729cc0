package dev.sojourn.host.quota;

/// The limits for taking an agent in. The store decides within the write that keeps the agent
/// (`ArrivalStore`). So agents that come at the same time do not exceed a limit together.
///
/// @param unfinished visits that may wait and run at the same time
/// @param day the limits of all visits of the signer a day; one more agent comes while each sum is
///   below that
/// @param storage how much of the disk agents may take
public record IntakeLimits(int unfinished, SignerUsage day, StorageLimits storage) {
  /// {@return no limit but that of visits that wait and run}
  ///
  /// @param unfinished visits that may wait and run at the same time
  public static IntakeLimits unfinished(int unfinished) {
    return new IntakeLimits(unfinished, SignerUsage.UNBOUNDED, StorageLimits.NONE);
  }
}
