package dev.sojourn.host.daemon;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.sojourn.atp.server.ServerCapacity;
import java.lang.management.ManagementFactory;

/// The limit of files and sockets that this process may have open. Connections leave some of them
/// for all else: for pages, the store, workers, and the operator.
final class DescriptorLimit {
  // In the name of the daemon, for operators who read its log.
  private static final System.Logger LOG = System.getLogger(HostDaemon.class.getName());

  /// Connections that are refused with a reason are open for a moment, too.
  private static final long BESIDES = 128 + ServerCapacity.MOST_REFUSED;

  private static final int LEAST = 8;

  private DescriptorLimit() {}

  /// {@return the capacity, with fewer connections if this process may not open that many files}
  /// The log says so.
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

  /// The same, if the limit is known.
  ///
  /// @param limit files that may be open
  /// @param open files that are open now
  static ServerCapacity bound(ServerCapacity wished, long limit, long open) {
    long room = limit - open - BESIDES;
    return wished.withAtMost(Math.clamp(room, LEAST, Integer.MAX_VALUE));
  }
}
