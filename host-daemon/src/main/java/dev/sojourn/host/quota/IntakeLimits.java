package dev.sojourn.host.quota;

/// The limits for accepting an agent. The store checks them in the same write that stores the agent
/// (`ArrivalStore`). Agents that arrive at the same time therefore cannot exceed a limit together.
///
/// @param unfinished the number of visits that may wait and run at the same time
/// @param day the daily limits of all visits of the signer; a further agent is accepted while each
///   sum is below its limit
/// @param storage the limits of disk space
public record IntakeLimits(int unfinished, SignerUsage day, StorageLimits storage) {
  /// {@return limits with only a limit of visits that wait and run}
  ///
  /// @param unfinished the number of visits that may wait and run at the same time
  public static IntakeLimits unfinished(int unfinished) {
    return new IntakeLimits(unfinished, SignerUsage.UNBOUNDED, StorageLimits.NONE);
  }
}
