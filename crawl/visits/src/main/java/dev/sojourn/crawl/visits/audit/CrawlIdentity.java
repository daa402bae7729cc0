package dev.sojourn.crawl.visits.audit;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.BotAuth;
import java.util.Optional;

/// The identity that a crawler claims, besides the key that signs its agents, and which hosts it
/// believes.
///
/// @param url the URL that publishes its keys; passports name it
/// @param httpKey signs the HTTP requests of visits from home, in the name of that URL
/// @param drafts whose verifiers accept those requests
/// @param hosts keys of hosts; if there are any, a visit counts only if one of them signed its
///   host's statement about it
public record CrawlIdentity(
    Optional<AgentUrl> url, Optional<SigningKey> httpKey, BotAuth drafts, Optional<KeySet> hosts) {

  /// No identity in particular.
  public static final CrawlIdentity NONE =
      new CrawlIdentity(Optional.empty(), Optional.empty(), BotAuth.BOTH, Optional.empty());

  /// Checks that a key for requests comes with the URL that publishes it.
  ///
  /// @throws IllegalArgumentException if there is a key for them and no URL, or none that the
  ///   drafts know
  public CrawlIdentity {
    if (httpKey.isPresent() && url.isEmpty()) {
      throw new IllegalArgumentException("url: (expected: one that publishes the key)");
    }
    if (url.filter(name -> !drafts.fits(name)).isPresent()) {
      throw new IllegalArgumentException("url: " + url.get() + " (expected: an origin)");
    }
  }
}
