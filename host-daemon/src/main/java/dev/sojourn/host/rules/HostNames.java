package dev.sojourn.host.rules;

import dev.sojourn.base.text.AddressText;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.identity.net.AtpAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The addresses of a host. Passports and robots.txt may use any of them for this host.
///
/// @param listening the addresses at which the host listens
/// @param all the listening addresses, `localhost` if one of them is a loopback address, and
///   `policy.names`
public record HostNames(List<AtpAddress> listening, Set<AtpAddress> all) {
  /// Copies list and set.
  public HostNames {
    listening = List.copyOf(listening);
    all = Set.copyOf(all);
  }

  /// {@return the names of a host}
  ///
  /// @param config the configuration of the host
  /// @param sockets the addresses at which the host listens, with ports other than 0
  public static HostNames of(HostConfig config, List<InetSocketAddress> sockets) {
    boolean isTls = config.tls().isPresent();
    var listening = sockets.stream().map(socket -> address(socket, isTls)).toList();
    var all = new HashSet<AtpAddress>(config.policy().names());
    all.addAll(listening);
    for (var socket : sockets) {
      if (socket.getAddress().isLoopbackAddress()) {
        all.add(new AtpAddress("localhost", socket.getPort(), isTls));
      }
    }
    return new HostNames(listening, all);
  }

  /// {@return the names known before the host runs, without addresses of `listen` with port 0,
  /// which the system replaces}
  ///
  /// @param config the configuration of the host
  public static Set<AtpAddress> configured(HostConfig config) {
    var known = config.listen().stream().filter(socket -> socket.getPort() != 0).toList();
    return of(config, known).all();
  }

  private static AtpAddress address(InetSocketAddress socket, boolean isTls) {
    var text = AddressText.of(socket.getAddress());
    var host = text.contains(":") ? "[" + text + "]" : text;
    return new AtpAddress(host, socket.getPort(), isTls);
  }
}
