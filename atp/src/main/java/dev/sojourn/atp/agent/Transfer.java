package dev.sojourn.atp.agent;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import java.time.Instant;

/// One transfer of an agent, as the owner signed it.
///
/// A host remembers the transfers that it has accepted: a repeated DISPATCH is then harmless, and a
/// replayed one useless. The memory must outlive a restart, at least until the passports that it
/// knows have expired.
///
/// @param ownerKeyId the key of the owner that chose the dispatch id
/// @param dispatchId the owner's name for the transfer
/// @param passport digest of the passport's envelope; covers the digests of code and state
/// @param nonce the passport's
/// @param expires after this the transfer may be forgotten: the passport is refused by then
public record Transfer(
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
