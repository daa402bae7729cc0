package dev.sojourn.crawl.visits.audit;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.BotAuth;
import java.util.Optional;

/// The identity that a crawler claims besides the key that signs its agents, and the hosts that it
/// trusts.
///
/// @param url the URL that publishes its keys; passports contain it
/// @param httpKey signs the HTTP requests of visits from home, in the name of that URL
/// @param drafts the drafts whose verifiers accept those requests
/// @param hosts keys of hosts; if present, a visit counts only if one of these keys signed the
///   host's statement about the visit
public record CrawlIdentity(
    Optional<AgentUrl> url, Optional<SigningKey> httpKey, BotAuth drafts, Optional<KeySet> hosts) {

  /// No claimed identity.
  public static final CrawlIdentity NONE =
      new CrawlIdentity(Optional.empty(), Optional.empty(), BotAuth.BOTH, Optional.empty());

  /// Checks that a key for requests comes with the URL that publishes it.
  ///
  /// @throws IllegalArgumentException if there is a key without a URL, or the URL does not fit the
  ///   drafts
  public CrawlIdentity {
    if (httpKey.isPresent() && url.isEmpty()) {
      throw new IllegalArgumentException("url: (expected: one that publishes the key)");
    }
    if (url.filter(name -> !drafts.fits(name)).isPresent()) {
      throw new IllegalArgumentException("url: " + url.get() + " (expected: an origin)");
    }
  }
}
