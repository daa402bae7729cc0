package dev.sojourn.fetch.site;

import dev.sojourn.fetch.client.ClientLimits;
import dev.sojourn.fetch.client.WireAllowance;
import dev.sojourn.fetch.http1.HeadRules;
import dev.sojourn.identity.signature.BotSigner;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// The HTTP settings of a crawler.
///
/// @param userAgent the User-Agent field; begins with the product token that robots.txt groups name
/// @param limits on the time and bytes of one answer
/// @param maxConnections open connections to all sites together
/// @param signer signs each request (Web Bot Auth), if the crawler has an identity
/// @param isHttp2 whether HTTP/2 is spoken if a server offers it over TLS
/// @param tls decides which certificates of sites are trusted
public record HttpSettings(
    String userAgent,
    FetchLimits limits,
    int maxConnections,
    Optional<BotSigner> signer,
    boolean isHttp2,
    SSLContext tls) {
  private static final int USUAL_CONNECTIONS = 256;

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if the user agent is blank or holds a control character, or
  ///   there is no connection
  public HttpSettings {
    if (userAgent.isBlank() || userAgent.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
      throw new IllegalArgumentException(
          "userAgent: " + userAgent + " (expected: printable ASCII characters)");
    }
    if (maxConnections <= 0) {
      throw new IllegalArgumentException(
          "maxConnections: " + maxConnections + " (expected: more than zero)");
    }
  }

  /// {@return settings of a crawler that signs nothing and trusts the authorities of the JDK;
  /// HTTP/2, 256 connections}
  ///
  /// @param userAgent the User-Agent field; begins with the product token
  /// @param limits on the time and bytes of one answer
  public static HttpSettings standard(String userAgent, FetchLimits limits) {
    return new HttpSettings(
        userAgent, limits, USUAL_CONNECTIONS, Optional.empty(), true, usualAuthorities());
  }

  /// {@return settings for a few requests, with [FetchLimits#DEFAULT]}
  ///
  /// @param userAgent the User-Agent field; begins with the product token
  /// @param tls decides which certificates of sites are trusted
  public static HttpSettings standard(String userAgent, SSLContext tls) {
    return new HttpSettings(
        userAgent, FetchLimits.DEFAULT, USUAL_CONNECTIONS, Optional.empty(), true, tls);
  }

  private static SSLContext usualAuthorities() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  /// {@return the bounds of the HTTP client}
  ClientLimits client() {
    return new ClientLimits(
        limits.connect(),
        limits.silence(),
        maxConnections,
        WireAllowance.maxBytes(limits.maxBodyBytes()),
        HeadRules.LENIENT,
        isHttp2,
        true);
  }
}
