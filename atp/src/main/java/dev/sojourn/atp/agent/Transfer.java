package dev.sojourn.atp.agent;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import java.time.Instant;

/// A host's memory of the transfers it has accepted: what makes a repeated DISPATCH harmless and a
/// replayed one useless. The memory must outlive a restart at least until the passports it knows
/// have expired.
@FunctionalInterface
public interface DispatchLedger {

  /// Looks a transfer up, and remembers it if it is new. Of two equal claims made at once exactly
  /// one is told that it is new.
  ///
  /// @param transfer what arrives
  /// @return how it relates to what arrived before
  Claim claim(Transfer transfer);

  /// One transfer of an agent, as the owner signed it.
  ///
  /// @param ownerKeyId whose dispatch ids these are
  /// @param dispatchId the owner's name for the transfer
  /// @param passport digest of the passport's envelope; covers the digests of code and state
  /// @param nonce the passport's
  /// @param expires after this the transfer may be forgotten: the passport is refused by then
  record Transfer(
      String ownerKeyId, String dispatchId, Digest passport, String nonce, Instant expires) {

    /// {@return the transfer that the package is}
    ///
    /// @param agent the package
    /// @param passport its verified passport
    public static Transfer of(AgentPackage agent, Passport passport) {
      return new Transfer(
          passport.ownerKeyId(),
          passport.dispatchId(),
          agent.passport().digest(),
          passport.nonce(),
          passport.expires());
    }
  }

  /// The answer of the memory about a transfer.
  enum Claim {
    /// Not seen before: take the agent in.
    NEW,
    /// The same transfer again: give the same answer, and do not run the agent a second time.
    REPEATED,
    /// The dispatch id or the nonce was used for another passport: [PackageFault#DISPATCH_REUSED].
    REUSED
  }
}
