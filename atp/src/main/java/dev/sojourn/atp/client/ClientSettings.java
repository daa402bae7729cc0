package dev.sojourn.atp.client;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.atp.wire.WireLimits;
import java.time.Duration;

/// The settings of a client.
///
/// @param connect time to establish a connection; default 5 s
/// @param handshake time to establish TLS with an `atps:` host; default 10 s
/// @param response time from sending a request to the end of its answer, if the caller names none;
///   default 30 s
/// @param idle after which an unused connection is closed; shorter than the server's; default 30 s
/// @param maxIdlePerHost unused connections kept to each host; default 8
/// @param limits sizes of answers
/// @param authorities the authorities whose certificates of `atps:` hosts count; default those that
///   the JDK knows
public record ClientSettings(
    Duration connect,
    Duration handshake,
    Duration response,
    Duration idle,
    int maxIdlePerHost,
    WireLimits limits,
    TlsAuthorities authorities) {

  /// The defaults.
  public static final ClientSettings DEFAULT =
      new ClientSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          8,
          WireLimits.DEFAULT,
          TlsAuthorities.USUAL);

  /// Checks that all are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public ClientSettings {
    boolean isConnecting = connect.isPositive() && handshake.isPositive();
    if (!(isConnecting && response.isPositive() && idle.isPositive()) || maxIdlePerHost < 0) {
      throw new IllegalArgumentException("settings: (expected: all positive)");
    }
  }

  /// {@return the same, but waiting for connections as long as this}
  ///
  /// @param time to establish a connection
  /// @param tls to establish TLS over it
  public ClientSettings withConnect(Duration time, Duration tls) {
    return new ClientSettings(time, tls, response, idle, maxIdlePerHost, limits, authorities);
  }

  /// {@return the same, but waiting for answers as long as this}
  ///
  /// @param time from sending a request to the end of its answer, if the caller names none
  public ClientSettings withResponse(Duration time) {
    return new ClientSettings(connect, handshake, time, idle, maxIdlePerHost, limits, authorities);
  }

  /// {@return the same, but reading answers up to other sizes}
  ///
  /// @param others sizes of answers
  public ClientSettings withLimits(WireLimits others) {
    return new ClientSettings(
        connect, handshake, response, idle, maxIdlePerHost, others, authorities);
  }

  /// {@return the same, but believing other authorities}
  ///
  /// @param others the authorities whose certificates of `atps:` hosts count
  public ClientSettings withAuthorities(TlsAuthorities others) {
    return new ClientSettings(connect, handshake, response, idle, maxIdlePerHost, limits, others);
  }
}
