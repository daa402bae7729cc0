package dev.sojourn.host.rules;

import dev.sojourn.base.text.AddressText;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.identity.net.AtpAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The addresses by which a host is known: passports and robots.txt mean this host by any of them.
///
/// @param listening the addresses at which it listens; none before it does
/// @param all those, `localhost` if one is of this machine alone, and `policy.names`
public record HostNames(List<AtpAddress> listening, Set<AtpAddress> all) {
  /// Copies list and set.
  public HostNames {
    listening = List.copyOf(listening);
    all = Set.copyOf(all);
  }

  /// {@return the names of a host}
  ///
  /// @param config of the host
  /// @param sockets at which it listens, each with a port that is not 0
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

  /// {@return the names that a configuration has before the host runs: without the addresses of
  /// `listen` that have port 0, which the system replaces}
  ///
  /// @param config of the host
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
