package dev.sojourn.atp.agent;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.identity.trust.TrustedSigner;
import java.util.List;
import java.util.Optional;

/// All objections to a package at once, for people; a host stops at the first.
///
/// @param passport the passport as it came, believed or not; empty if it cannot be read
/// @param signer its signer, if trusted and if the signature is theirs
/// @param refusals each reason, in the order in which a host looks for them
public record PackageReview(
    Optional<Passport> passport,
    Optional<TrustedSigner> signer,
    List<PackageVerdict.Refused> refusals) {

  /// Copies the list.
  public PackageReview {
    refusals = List.copyOf(refusals);
  }
}
