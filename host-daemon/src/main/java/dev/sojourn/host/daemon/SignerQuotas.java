package dev.sojourn.host.daemon;

import dev.sojourn.host.quota.IntakeLimits;

/// The quotas of signers when an agent comes. Safe for use by many threads.
///
/// @param rules of the moment
/// @param places where visits wait
record SignerQuotas(CurrentRules rules, SignerPlaces places) {

  /// The limits for taking an agent in.
  IntakeLimits ofIntake(String signer) {
    var limits = rules.limits();
    var ofSigner = rules.limitsOf(signer);
    // With no room at all the store still knows an agent that came before, and says so.
    int unfinished = isQueueFull(signer) ? 0 : limits.visitsAtOnce() + limits.waitingVisits();
    return new IntakeLimits(
        unfinished, today -> ofSigner.spentBy(today).isEmpty(), rules.storageOf(signer));
  }

  /// Whether a signer has as many visits waiting as one signer may: half of all that may wait, so
  /// that there is room for others.
  private boolean isQueueFull(String signer) {
    int all = rules.limits().waitingVisits();
    return all > 0 && places.waiting(signer) > all / 2;
  }
}
