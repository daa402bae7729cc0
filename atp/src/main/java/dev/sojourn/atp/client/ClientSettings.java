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
/// @param idle time after which an unused connection is closed, shorter than the server's; default
///   30 s
/// @param maxIdlePerHost unused connections kept to each host; default 8
/// @param limits the largest sizes of answers
/// @param authorities the authorities that may certify an `atps:` host; default those that the JDK
///   trusts
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

  /// Checks that all times are positive, and that `maxIdlePerHost` is not negative.
  ///
  /// @throws IllegalArgumentException if one is not
  public ClientSettings {
    boolean isConnecting = connect.isPositive() && handshake.isPositive();
    if (!(isConnecting && response.isPositive() && idle.isPositive()) || maxIdlePerHost < 0) {
      throw new IllegalArgumentException(
          "client settings (expected: positive times, and maxIdlePerHost of at least 0)");
    }
  }

  /// {@return the same settings, with other times to connect}
  ///
  /// @param time to establish a connection
  /// @param tls to establish TLS over it
  public ClientSettings withConnect(Duration time, Duration tls) {
    return new ClientSettings(time, tls, response, idle, maxIdlePerHost, limits, authorities);
  }

  /// {@return the same settings, with another time to wait for an answer}
  ///
  /// @param time from sending a request to the end of its answer, if the caller names none
  public ClientSettings withResponse(Duration time) {
    return new ClientSettings(connect, handshake, time, idle, maxIdlePerHost, limits, authorities);
  }

  /// {@return the same settings, with other size limits for answers}
  ///
  /// @param others sizes of answers
  public ClientSettings withLimits(WireLimits others) {
    return new ClientSettings(
        connect, handshake, response, idle, maxIdlePerHost, others, authorities);
  }

  /// {@return the same settings, with other authorities}
  ///
  /// @param others the authorities that may certify an `atps:` host
  public ClientSettings withAuthorities(TlsAuthorities others) {
    return new ClientSettings(connect, handshake, response, idle, maxIdlePerHost, limits, others);
  }
}
