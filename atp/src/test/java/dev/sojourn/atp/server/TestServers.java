package dev.sojourn.atp.server;

import dev.sojourn.atp.wire.WireLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Servers of tests: without TLS, with the default limits, and with ignored faults.
public final class TestServers {
  private TestServers() {}

  /// {@return a server on a free port of this machine}
  ///
  /// @param handler answers the requests
  public static AtpServer start(AtpHandler handler) throws IOException {
    return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), handler);
  }

  static AtpServer start(InetSocketAddress bind, AtpHandler handler) throws IOException {
    return AtpServer.start(
        new AtpServerConfig(
            List.of(bind),
            Optional.empty(),
            WireLimits.DEFAULT,
            ServerTimeouts.DEFAULT,
            ServerCapacity.DEFAULT,
            AddressFilter.NONE),
        handler,
        (_, _) -> {},
        InstantSource.system());
  }

  /// {@return a capacity that one peer may take whole}
  ///
  /// @param bytes of all bodies together
  public static BodyCapacity bodies(long bytes) {
    return new BodyCapacity(bytes, bytes, bytes, BodyCapacity.DEFAULT.maxUnpackedAtOnce());
  }
}
