package dev.sojourn.dispatcher.http;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.AddressKind;
import dev.sojourn.atp.client.Destinations;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Says which addresses a site may have this machine ask, by redirects and as hosts of agents. A
/// site of the Internet that redirects to an address that is none of the Internet would have things
/// asked here that it cannot ask itself.
///
/// The site's own name is resolved once: its name service could say something else the second time.
/// Confined to one thread.
final class SiteAddresses {
  private final String origin;
  private final RobotsFetcher.Network network;
  private List<InetAddress> own = List.of();

  SiteAddresses(String origin, RobotsFetcher.Network network) {
    this.origin = PageUrl.parse(origin).map(PageUrl::origin).orElse(origin);
    this.network = network;
  }

  /// {@return where a URL may be asked, if it may}
  List<InetAddress> of(PageUrl url) throws UnknownHostException {
    if (!isOwn(url)) {
      return List.of(network.resolve(url));
    }
    if (own.isEmpty()) {
      own = List.of(network.resolve(url));
    }
    return own;
  }

  /// {@return why a URL is not asked, a clause; empty if it may be}
  String objection(PageUrl url, List<InetAddress> addresses) {
    if (isOwn(url) || isInside()) {
      return "";
    }
    return addresses.stream()
        .map(AddressKind::of)
        .filter(kind -> !kind.isPublic())
        .findFirst()
        .map(
            kind ->
                "it redirects to %s, %s, where no site of the Internet may send a crawler"
                    .formatted(Failures.shown(url.origin()), kind.words()))
        .orElse("");
  }

  /// {@return where the hosts may be that the site names, once it was asked for its file}
  Destinations destinations() {
    return isInside() ? Destinations.ANY : Destinations.PUBLIC;
  }

  /// Whoever names a site of his own network trusts it with that network. A name with one public
  /// address is one of the Internet, whatever else it resolves to.
  private boolean isInside() {
    return !own.isEmpty() && own.stream().noneMatch(address -> AddressKind.of(address).isPublic());
  }

  private boolean isOwn(PageUrl url) {
    return url.origin().equals(origin);
  }
}
