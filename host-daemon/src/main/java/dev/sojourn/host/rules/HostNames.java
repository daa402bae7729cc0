package dev.sojourn.host.rules;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.host.config.HostConfig;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;

/// The addresses by which a host is known: passports and robots.txt mean this host by any of them.
///
/// @param listening the address at which it listens
/// @param all that address, `localhost` where it is one of this machine alone, and `policy.names`
public record HostNames(AtpAddress listening, Set<AtpAddress> all) {
  /// Copies the set.
  public HostNames {
    all = Set.copyOf(all);
  }

  /// {@return the names of a host}
  ///
  /// @param config of the host
  /// @param socket where it listens, with a port that is not 0
  public static HostNames of(HostConfig config, InetSocketAddress socket) {
    boolean isTls = config.tls().isPresent();
    var listening = address(socket, isTls);
    var all = new HashSet<AtpAddress>(config.policy().names());
    all.add(listening);
    if (socket.getAddress().isLoopbackAddress()) {
      all.add(new AtpAddress("localhost", socket.getPort(), isTls));
    }
    return new HostNames(listening, all);
  }

  /// {@return the names that a configuration tells before the host runs: with port 0 in `listen`,
  /// which the system replaces, the names in `policy.names` alone}
  ///
  /// @param config of the host
  public static Set<AtpAddress> configured(HostConfig config) {
    return config.listen().getPort() == 0
        ? Set.copyOf(config.policy().names())
        : of(config, config.listen()).all();
  }

  private static AtpAddress address(InetSocketAddress socket, boolean isTls) {
    var text = socket.getAddress().getHostAddress();
    int zone = text.indexOf('%');
    var plain = zone < 0 ? text : text.substring(0, zone);
    var host = plain.contains(":") ? "[" + plain + "]" : plain;
    return new AtpAddress(host, socket.getPort(), isTls);
  }
}
