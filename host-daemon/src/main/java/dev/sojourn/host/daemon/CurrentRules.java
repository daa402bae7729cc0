package dev.sojourn.host.daemon;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.config.SignerLimits;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.site.Sites;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustStore;
import dev.sojourn.identity.trust.TrustedSigner;
import java.util.Optional;

/// The rules that count now: whom to trust, which sites there are, what visits may cost. They are
/// replaced as a whole when the configuration is read again. Safe for use by several threads.
final class CurrentRules {
  private volatile Rules rules;

  /// Rules that were read together.
  ///
  /// @param config they come from
  /// @param owners whose agents are taken in
  /// @param hosts whose statements count
  /// @param sites that agents may visit
  record Rules(HostConfig config, TrustStore owners, TrustStore hosts, Sites sites) {}

  CurrentRules(Rules first) {
    this.rules = first;
  }

  /// The rules of this moment. Two calls may give different ones, so what belongs together is taken
  /// from one.
  Rules now() {
    return rules;
  }

  void replace(Rules next) {
    rules = next;
  }

  LimitsConfig limits() {
    return rules.config().limits();
  }

  Sites sites() {
    return rules.sites();
  }

  /// How the operator calls the signer of a passport.
  String signerName(Passport passport) {
    return rules.owners().name(passport.ownerKeyId(), passport.signatureAgent());
  }

  /// The limits of all visits of a signer; none of their own for one who is not trusted any more.
  SignerLimits limitsOf(String signer) {
    return rules.config().trust().stream()
        .filter(table -> table.name().equals(signer))
        .map(TrustConfig::limits)
        .findFirst()
        .orElse(SignerLimits.NONE);
  }

  /// How much of the disk the agents of a signer may take, and those of all.
  StorageLimits storageOf(String signer) {
    return limitsOf(signer).storage(limits().storedBytes());
  }

  /// Whose agents are taken in, at any time.
  TrustList owners() {
    return new Live(true);
  }

  /// Whose statements count, at any time.
  TrustList hosts() {
    return new Live(false);
  }

  /// A list that asks the rules of the moment.
  private final class Live implements TrustList {
    private final boolean isOfOwners;

    Live(boolean isOfOwners) {
      this.isOfOwners = isOfOwners;
    }

    private TrustStore book() {
      return isOfOwners ? rules.owners() : rules.hosts();
    }

    @Override
    public Optional<TrustedSigner> signer(String keyId) {
      return book().signer(keyId);
    }

    @Override
    public TrustLookup lookUp(String keyId) {
      return book().lookUp(keyId);
    }

    @Override
    public TrustLookup lookUp(String keyId, String url) {
      return book().lookUp(keyId, url);
    }
  }
}
