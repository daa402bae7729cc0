package dev.sojourn.host.rules;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.config.SignerLimits;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.host.site.FolderMemory;
import dev.sojourn.host.site.Sites;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustEntry;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustStore;
import dev.sojourn.identity.trust.TrustedSigner;
import dev.sojourn.visit.RoutePolicy;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The current rules: the trusted signers, the sites, the limits of visits. All rules are replaced
/// together when the configuration is read again. Safe for use by several threads.
public final class CurrentRules {
  private static final System.Logger LOG = System.getLogger(CurrentRules.class.getName());

  private final InstantSource clock;
  private volatile Rules rules;

  /// A consistent set of rules.
  ///
  /// @param config the configuration of the rules
  /// @param names the names of this host
  /// @param owners the signers whose agents are accepted
  /// @param hosts the hosts whose statements are trusted
  /// @param sites the sites that agents may visit
  /// @param decisions the decisions that the operator made while the daemon ran
  public record Rules(
      HostConfig config,
      Set<AtpAddress> names,
      TrustStore owners,
      TrustStore hosts,
      Sites sites,
      TrustDecisions decisions) {
    /// Copies the set.
    public Rules {
      names = Set.copyOf(names);
    }

    /// {@return the rules of a configuration, still without names of the host}
    ///
    /// @param config a valid configuration
    /// @param directories looks up keys
    /// @param clock the time
    /// @param decisions the bans and the further trusted signers
    public static Rules of(
        HostConfig config, KeyLookup directories, InstantSource clock, TrustDecisions decisions) {
      var memory = new FolderMemory(config.data());
      return new Rules(
          config,
          Set.of(),
          new TrustStore(entries(decisions.addTo(config.trust())), directories),
          new TrustStore(entries(config.hosts()), directories),
          warned(Sites.open(config.sites(), config.privatePaths(), memory, clock)),
          decisions);
    }

    /// {@return the rules of a configuration that was read again, with the same names and
    /// decisions}
    ///
    /// @param next a valid configuration
    /// @param directories looks up keys
    /// @param clock the time
    public Rules reread(HostConfig next, KeyLookup directories, InstantSource clock) {
      var reopened = sites.reopen(next.sites(), next.privatePaths(), clock);
      return new Rules(next, names, owners, hosts, warned(reopened), decisions)
          .withTrust(next, directories);
    }

    /// {@return these rules with other decisions}
    ///
    /// @param next the decisions
    /// @param directories looks up keys
    public Rules decided(TrustDecisions next, KeyLookup directories) {
      var trusted = new TrustStore(entries(next.addTo(config.trust())), directories);
      return new Rules(config, names, trusted, hosts, sites, next);
    }

    private static Sites warned(Sites sites) {
      sites.warnings().forEach(warning -> LOG.log(System.Logger.Level.WARNING, warning));
      return sites;
    }

    private static List<TrustEntry> entries(List<TrustConfig> trusted) {
      return trusted.stream().map(TrustConfig::entry).toList();
    }

    /// {@return these rules with the trust of another configuration}
    ///
    /// @param next a configuration that differs only in trust, so that the sites need not be opened
    ///   again
    /// @param directories looks up keys
    public Rules withTrust(HostConfig next, KeyLookup directories) {
      return new Rules(
          next,
          names,
          new TrustStore(entries(decisions.addTo(next.trust())), directories),
          new TrustStore(entries(next.hosts()), directories),
          sites,
          decisions);
    }

    /// {@return these rules for a host with other names}
    ///
    /// @param all all names of the host
    public Rules knownAs(Set<AtpAddress> all) {
      return new Rules(config, all, owners, hosts, sites, decisions);
    }

    /// {@return the routes that robots.txt must have for visits at this host}
    public RoutePolicy routes() {
      return new RoutePolicy.AtHost(names, config.policy().unrouted());
    }

    /// {@return the operator's name for the signer of a passport}
    ///
    /// @param passport the passport of an agent
    public String signer(Passport passport) {
      return owners.name(passport.ownerKeyId(), passport.signatureAgent());
    }

    /// {@return the terms of a verified passport, or its refusal}
    ///
    /// @param passport the passport of an agent
    public Terms terms(Passport passport) {
      return Terms.of(passport, sites, config.limits(), routes());
    }
  }

  /// Creates rules that can be replaced.
  ///
  /// @param first the first rules
  /// @param clock the clock for the ends of bans
  public CurrentRules(Rules first, InstantSource clock) {
    this.rules = first;
    this.clock = clock;
  }

  /// {@return the current rules; two calls may return different rules, so take related values from
  /// one result}
  public Rules now() {
    return rules;
  }

  /// Replaces the rules.
  ///
  /// @param next the new rules
  public void replace(Rules next) {
    rules = next;
  }

  /// {@return the limits of visits}
  public LimitsConfig limits() {
    return rules.config().limits();
  }

  /// {@return the sites that agents may visit}
  public Sites sites() {
    return rules.sites();
  }

  /// {@return the operator's name for the signer of a passport}
  ///
  /// @param passport the passport of an agent
  public String signerName(Passport passport) {
    return rules.signer(passport);
  }

  /// {@return the names in `[[trust]]` of the current configuration}
  public Set<String> signers() {
    return rules.config().trust().stream().map(TrustConfig::name).collect(Collectors.toSet());
  }

  /// {@return the current ban of a signer, by name, key or URL; empty if there is none} Makes no
  /// requests. The signer may only claim to own the key.
  ///
  /// @param signer the thumbprint of a key, or the URL that publishes keys
  public Optional<Ban> ban(String signer) {
    var now = rules;
    var names = Stream.concat(Stream.of(signer), now.owners().namesOf(signer).stream()).toList();
    return now.decisions().banOf(names, clock.instant());
  }

  /// {@return the limits of all visits of a signer; [SignerLimits#NONE] if the signer is no longer
  /// trusted}
  ///
  /// @param signer the operator's name for the signer
  public SignerLimits limitsOf(String signer) {
    return rules.config().trust().stream()
        .filter(table -> table.name().equals(signer))
        .map(TrustConfig::limits)
        .findFirst()
        .orElse(SignerLimits.NONE);
  }

  /// {@return the disk space for the agents of a signer, and for the agents of all signers}
  ///
  /// @param signer the operator's name for the signer
  public StorageLimits storageOf(String signer) {
    return limitsOf(signer).storage(limits().storedBytes());
  }

  /// {@return a live list of the signers whose agents are accepted}
  public TrustList owners() {
    return new Live(true);
  }

  /// {@return a live list of the hosts whose statements are trusted}
  public TrustList hosts() {
    return new Live(false);
  }

  /// {@return whether a trusted host has an address}
  ///
  /// @param keyId the thumbprint of the host's key
  /// @param address a stop of an itinerary
  public boolean isHostAt(String keyId, AtpAddress address) {
    var host = hosts().signer(keyId).map(TrustedSigner::name);
    return rules.config().hosts().stream()
        .anyMatch(
            table -> host.equals(Optional.of(table.name())) && table.addresses().contains(address));
  }

  /// A list that always uses the current rules.
  private final class Live implements TrustList {
    private final boolean isOfOwners;

    Live(boolean isOfOwners) {
      this.isOfOwners = isOfOwners;
    }

    private TrustStore store() {
      return isOfOwners ? rules.owners() : rules.hosts();
    }

    @Override
    public Optional<TrustedSigner> signer(String keyId) {
      return store().signer(keyId).filter(signer -> !bars(signer.name(), keyId, signer.url()));
    }

    @Override
    public TrustLookup lookUp(String keyId) {
      return unbarred(keyId, store().lookUp(keyId));
    }

    @Override
    public TrustLookup lookUp(String keyId, String url) {
      return unbarred(keyId, store().lookUp(keyId, url));
    }

    /// Removes banned signers, so that they look like unknown signers.
    private TrustLookup unbarred(String keyId, TrustLookup found) {
      return switch (found) {
        case TrustLookup.Known(var signers) -> {
          var left = signers.stream().filter(s -> !bars(s.name(), keyId, s.url())).toList();
          yield left.isEmpty() ? new TrustLookup.Unknown() : new TrustLookup.Known(left);
        }
        case TrustLookup.ByThumbprint(var name) ->
            bars(name, keyId, Optional.empty()) ? new TrustLookup.Unknown() : found;
        case TrustLookup.Unknown _, TrustLookup.Unavailable _ -> found;
      };
    }

    private boolean bars(String name, String keyId, Optional<String> url) {
      return isOfOwners && rules.decisions().bars(name, keyId, url, clock.instant());
    }
  }
}
