package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.client.SiteUrl;
import dev.sojourn.identity.net.AddressKind;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Decides which addresses a site may name, in redirects and as hosts of agents. A site of the
/// Internet must not make this machine ask an address inside its network.
///
/// The site's own name is resolved once: a second answer of its name service could differ. Confined
/// to one thread.
final class SiteAddresses {
  private final String origin;
  private final RobotsFetcher.Network network;
  private Optional<ResolvedName> own = Optional.empty();

  SiteAddresses(String origin, RobotsFetcher.Network network) {
    this.origin = PageUrl.parse(origin).map(PageUrl::origin).orElse(origin);
    this.network = network;
  }

  /// {@return the addresses at which a URL may be asked}
  ResolvedName of(PageUrl url) throws UnknownHostException {
    if (!isOwn(url)) {
      return ResolvedName.of(network.resolve(url));
    }
    if (own.isEmpty()) {
      own = Optional.of(ResolvedName.of(network.resolve(url)));
    }
    return own.get();
  }

  /// {@return why a URL may not be asked, as a clause; empty if it may}
  String objection(PageUrl url, ResolvedName name) {
    if (isOwn(url)) {
      return "";
    }
    return name.barred(this::mayName)
        .map(
            kind ->
                "it redirects to %s, %s, where %s send a crawler"
                    .formatted(
                        Failures.shown(url.origin()),
                        kind.words(),
                        isInside() ? "this site may not" : "no site of the Internet may"))
        .orElse("");
  }

  private boolean mayName(AddressKind kind) {
    return isInside() ? own.orElseThrow().barred(kind::mayBeNamedBy).isEmpty() : kind.isPublic();
  }

  /// {@return the addresses allowed for hosts that the site names; valid after its name was
  /// resolved}
  Destinations destinations() {
    return isInside() ? Destinations.INSIDE : Destinations.PUBLIC;
  }

  /// Whether the site is in the user's own network: the user named it, and so trusts it there. A
  /// name with one public address is on the Internet, even if it has others.
  private boolean isInside() {
    return own.filter(name -> !name.isAnyPublic()).isPresent();
  }

  private boolean isOwn(PageUrl url) {
    return url.origin().equals(origin);
  }

  /// Resolves the names of sites, for robots.txt and pages alike. Each connection goes to an
  /// address from here; nothing resolves the name a second time.
  ///
  /// A name never leads to a link-local address or to a metadata service. A name that ever had a
  /// public address never leads into this network. An address that the user typed is not checked.
  /// May be used by any number of threads.
  static final class SiteNames {
    /// The names that are remembered; later ones are not.
    private static final int MAX_NAMES = 1_000_000;

    private final NameService names;
    private final Set<String> ofTheInternet = ConcurrentHashMap.newKeySet();

    /// A name that leads to a forbidden address.
    static final class BarredException extends UnknownHostException {
      private static final long serialVersionUID = 1;

      BarredException(String clause) {
        super(clause);
      }

      @Override
      public Throwable fillInStackTrace() {
        return this;
      }
    }

    SiteNames(NameService names) {
      this.names = names;
    }

    /// {@return the allowed addresses of a name, at least one}
    InetAddress[] resolve(String host) throws UnknownHostException {
      var resolved = ResolvedName.of(host, names);
      if (SiteUrl.isAddress(host)) {
        return resolved.addresses().toArray(InetAddress[]::new);
      }
      var name = host.toLowerCase(Locale.ROOT);
      if (resolved.isAnyPublic() && ofTheInternet.size() < MAX_NAMES) {
        ofTheInternet.add(name);
      }
      boolean isPublic = ofTheInternet.contains(name);
      var allowed = resolved.allowed(kind -> isAllowed(kind, isPublic));
      if (allowed.isEmpty()) {
        throw new BarredException(
            "its name leads to %s, where %s"
                .formatted(
                    resolved.candidates().getFirst().kind().words(),
                    isPublic ? "no site of the Internet is asked" : "nobody is asked"));
      }
      return allowed.toArray(InetAddress[]::new);
    }

    /// Remembers a site that an earlier run of a crawl found on the Internet.
    void addOfTheInternet(String host) {
      ofTheInternet.add(host.toLowerCase(Locale.ROOT));
    }

    private static boolean isAllowed(AddressKind kind, boolean isPublic) {
      return isPublic ? kind.isPublic() : kind.mayBeNamedBy(AddressKind.LOOPBACK);
    }
  }
}
