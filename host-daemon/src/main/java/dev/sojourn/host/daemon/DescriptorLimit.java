package dev.sojourn.host.daemon;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.sojourn.atp.server.ServerCapacity;
import java.lang.management.ManagementFactory;

/// The limit of open files and sockets of this process. Connections leave some of them for pages,
/// the store, workers and the operator.
final class DescriptorLimit {
  // Logs in the name of the daemon, which operators look for.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  /// The reserve includes refused connections, which are open briefly to send the reason.
  private static final long BESIDES = 128 + ServerCapacity.MOST_REFUSED;

  private static final int LEAST = 8;

  private DescriptorLimit() {}

  /// {@return the capacity, with fewer connections if this process may not open enough files} The
  /// log reports a reduction.
  static ServerCapacity bound(ServerCapacity wished) {
    if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os)) {
      return wished;
    }
    var bound = bound(wished, os.getMaxFileDescriptorCount(), os.getOpenFileDescriptorCount());
    if (!bound.equals(wished)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "At most {0} connections are served at once and not wire.connections, since this"
              + " process may open {1} files only; raise that (LimitNOFILE, ulimit -n)",
          bound.maxConnections(),
          String.valueOf(os.getMaxFileDescriptorCount()));
    }
    return bound;
  }

  /// Reduces the capacity to a known limit.
  ///
  /// @param limit the number of files that may be open
  /// @param open the number of files that are open now
  static ServerCapacity bound(ServerCapacity wished, long limit, long open) {
    long room = limit - open - BESIDES;
    return wished.withAtMost(Math.clamp(room, LEAST, Integer.MAX_VALUE));
  }
}
