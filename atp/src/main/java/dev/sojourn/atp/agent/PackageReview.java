package dev.sojourn.atp.agent;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.identity.trust.TrustedSigner;
import java.util.List;
import java.util.Optional;

/// All objections to a package at once, for human readers. A host stops at the first objection.
///
/// @param passport the passport as received, trusted or not; empty if it cannot be read
/// @param signer the signer, if trusted and if the signature is valid
/// @param refusals the objections, in the order in which a host checks them
public record PackageReview(
    Optional<Passport> passport,
    Optional<TrustedSigner> signer,
    List<PackageVerdict.Refused> refusals) {

  /// Copies the list.
  public PackageReview {
    refusals = List.copyOf(refusals);
  }
}
