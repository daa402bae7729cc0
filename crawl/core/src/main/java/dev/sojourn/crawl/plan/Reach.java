package dev.sojourn.crawl.plan;

import dev.sojourn.identity.net.AddressKind;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.HostUrl;
import java.net.InetAddress;
import java.util.Optional;

/// The hosts that this dispatcher can and may send agents to.
///
/// @param isPlainAllowed whether `atp:` without TLS is allowed beyond this machine
public record Reach(boolean isPlainAllowed) {

  /// {@return the address of a host, or empty if no agent can be sent there}
  ///
  /// @param host as robots.txt names it
  /// @param destinations the addresses that hosts of the site may have
  Optional<AtpAddress> address(HostUrl host, Destinations destinations) {
    return objection(host, destinations).isPresent()
        ? Optional.empty()
        : AtpAddress.parse(host.toString());
  }

  /// {@return why no agent is sent to a host, one sentence; empty if an agent can be sent} Names
  /// are not resolved: [dev.sojourn.atp.client.AtpClient] checks the address of a name when it
  /// connects.
  ///
  /// @param host as robots.txt names it
  /// @param destinations the addresses that hosts of the site may have
  Optional<String> objection(HostUrl host, Destinations destinations) {
    if (!host.scheme().equals("atp") && !host.scheme().equals("atps")) {
      return Optional.of(
          "This program does not speak " + host.scheme() + ", which " + host + " asks for.");
    }
    var address = AtpAddress.parse(host.toString());
    if (address.isEmpty()) {
      return Optional.of(host + " is no address to which an agent could be sent.");
    }
    var kind = kind(address.get().host());
    var bar = kind.flatMap(k -> destinations.objection(address.get(), k));
    if (bar.isPresent()) {
      return bar;
    }
    if (!allows(address.get())) {
      return Optional.of(
          "Agents are not sent to "
              + host
              + " over a plain connection; ask its operator for an atps: address, or allow it with"
              + " --plain-atp where the network is trusted.");
    }
    return Optional.empty();
  }

  /// {@return whether data may be sent to an address, no matter who named it}
  ///
  /// @param address of a host
  public boolean allows(AtpAddress address) {
    return address.isTls() || isPlainAllowed || isLoopback(address.host());
  }

  /// The kind of a literal address; empty for a name.
  private static Optional<AddressKind> kind(String host) {
    try {
      return Optional.of(AddressKind.of(InetAddress.ofLiteral(host)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.equals("[::1]")
        || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
