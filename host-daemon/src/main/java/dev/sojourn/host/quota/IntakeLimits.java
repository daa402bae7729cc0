package dev.sojourn.host.quota;

import java.util.function.Predicate;

/// The limits for taking an agent in. The store asks within the write that keeps the agent, so that
/// agents that come at the same time do not exceed it together.
///
/// @param unfinished visits that may wait and run at the same time
/// @param day whether one more agent of the signer may come today, after what their visits took
/// @param storage how much of the disk agents may take
public record IntakeLimits(int unfinished, Predicate<SignerUsage> day, StorageLimits storage) {
  /// {@return no limit but that of visits that wait and run}
  ///
  /// @param unfinished visits that may wait and run at the same time
  public static IntakeLimits unfinished(int unfinished) {
    return new IntakeLimits(unfinished, _ -> true, StorageLimits.NONE);
  }
}
