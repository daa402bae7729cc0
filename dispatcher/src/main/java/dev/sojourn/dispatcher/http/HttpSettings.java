package dev.sojourn.dispatcher.http;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.identity.signature.BotSigner;
import java.time.Duration;
import java.util.Optional;

/// The HTTP settings of this crawler.
///
/// @param userAgent the User-Agent field; begins with the product token that robots.txt groups name
/// @param connectTimeout how long a connection may take to be made, TLS included
/// @param silenceTimeout how long a site may send nothing while an answer is due
/// @param exchangeTimeout how long one exchange may take in all, however steadily bytes trickle in
/// @param maxBodyBytes the largest body that is read, encoded and decoded alike
/// @param maxConnections open connections to all sites together
/// @param signer signs each request (Web Bot Auth), if the crawler has an identity
/// @param isHttp2 whether HTTP/2 is spoken if a server offers it over TLS
/// @param authorities the authorities whose certificates of sites count
public record HttpSettings(
    String userAgent,
    Duration connectTimeout,
    Duration silenceTimeout,
    Duration exchangeTimeout,
    int maxBodyBytes,
    int maxConnections,
    Optional<BotSigner> signer,
    boolean isHttp2,
    TlsAuthorities authorities) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if the user agent is blank or holds a control character, or a
  ///   limit is not positive
  public HttpSettings {
    if (userAgent.isBlank() || userAgent.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
      throw new IllegalArgumentException(
          "userAgent: " + userAgent + " (expected: printable ASCII characters)");
    }
    requirePositive("connectTimeout", connectTimeout);
    requirePositive("silenceTimeout", silenceTimeout);
    requirePositive("exchangeTimeout", exchangeTimeout);
    requirePositive("maxBodyBytes", maxBodyBytes);
    requirePositive("maxConnections", maxConnections);
  }

  /// Settings of a crawler that signs nothing, and speaks HTTP/2 if it is offered.
  ///
  /// @param userAgent the User-Agent field
  /// @param connectTimeout how long a connection may take to be made
  /// @param silenceTimeout how long a site may send nothing while an answer is due
  /// @param exchangeTimeout how long one exchange may take in all
  /// @param maxBodyBytes the largest body that is read
  /// @param maxConnections open connections to all sites together
  public HttpSettings(
      String userAgent,
      Duration connectTimeout,
      Duration silenceTimeout,
      Duration exchangeTimeout,
      int maxBodyBytes,
      int maxConnections) {
    this(
        userAgent,
        connectTimeout,
        silenceTimeout,
        exchangeTimeout,
        maxBodyBytes,
        maxConnections,
        Optional.empty(),
        true,
        TlsAuthorities.USUAL);
  }

  /// {@return these settings, with requests signed}
  ///
  /// @param by signs each of them
  public HttpSettings withSigner(BotSigner by) {
    return new HttpSettings(
        userAgent,
        connectTimeout,
        silenceTimeout,
        exchangeTimeout,
        maxBodyBytes,
        maxConnections,
        Optional.of(by),
        isHttp2,
        authorities);
  }

  /// {@return these settings, with HTTP/1.1 spoken only}
  public HttpSettings withoutHttp2() {
    return new HttpSettings(
        userAgent,
        connectTimeout,
        silenceTimeout,
        exchangeTimeout,
        maxBodyBytes,
        maxConnections,
        signer,
        false,
        authorities);
  }

  /// {@return these settings with another number of connections}
  ///
  /// @param most open connections to all sites together
  public HttpSettings withConnections(int most) {
    return new HttpSettings(
        userAgent,
        connectTimeout,
        silenceTimeout,
        exchangeTimeout,
        maxBodyBytes,
        most,
        signer,
        isHttp2,
        authorities);
  }

  /// {@return these settings, believing other certificates}
  ///
  /// @param others the authorities whose certificates of sites count
  public HttpSettings withAuthorities(TlsAuthorities others) {
    return new HttpSettings(
        userAgent,
        connectTimeout,
        silenceTimeout,
        exchangeTimeout,
        maxBodyBytes,
        maxConnections,
        signer,
        isHttp2,
        others);
  }

  /// {@return the limits of [FetchLimits#DEFAULT], 256 connections}
  ///
  /// @param userAgent the User-Agent field; begins with the product token
  public static HttpSettings standard(String userAgent) {
    return standard(userAgent, FetchLimits.DEFAULT);
  }

  /// {@return these limits, 256 connections}
  ///
  /// @param userAgent the User-Agent field; begins with the product token
  /// @param limits on the time and bytes of a site
  public static HttpSettings standard(String userAgent, FetchLimits limits) {
    return new HttpSettings(
        userAgent,
        limits.connect(),
        limits.silence(),
        limits.exchange(),
        limits.maxBodyBytes(),
        256);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than zero)");
    }
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than zero)");
    }
  }
}
