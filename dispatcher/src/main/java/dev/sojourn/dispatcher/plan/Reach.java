package dev.sojourn.dispatcher.plan;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.robots.HostUrl;
import java.util.Optional;

/// Which hosts this dispatcher can and may send agents to.
///
/// @param isPlainAllowed whether `atp:` without TLS may be spoken beyond this machine
public record Reach(boolean isPlainAllowed) {

  /// {@return the address of a host, or empty if no agent can be sent there}
  ///
  /// @param host as robots.txt names it
  Optional<AtpAddress> address(HostUrl host) {
    return objection(host).isPresent() ? Optional.empty() : AtpAddress.parse(host.toString());
  }

  /// {@return why no agent is sent to a host, one sentence, or empty if one can be}
  ///
  /// @param host as robots.txt names it
  Optional<String> objection(HostUrl host) {
    if (!host.scheme().equals("atp") && !host.scheme().equals("atps")) {
      return Optional.of(
          "This program does not speak " + host.scheme() + ", which " + host + " asks for.");
    }
    var address = AtpAddress.parse(host.toString());
    if (address.isEmpty()) {
      return Optional.of(host + " is no address to which an agent could be sent.");
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

  /// {@return whether anything may be sent to an address, whoever names it}
  ///
  /// @param address of a host
  public boolean allows(AtpAddress address) {
    return address.isTls() || isPlainAllowed || isLoopback(address.host());
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.equals("[::1]")
        || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }
}
