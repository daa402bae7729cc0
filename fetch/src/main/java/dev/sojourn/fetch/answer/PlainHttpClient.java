package dev.sojourn.fetch.answer;

import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/// The HTTP client that does nothing by itself: no redirect, retry, proxy, decompression, cookie,
/// authentication or change of protocol. The caller decides about every answer of a server.
public final class PlainHttpClient {
  private PlainHttpClient() {}

  /// {@return a builder of such a client}
  ///
  /// @param requests the time limits of its requests; automatic actions of a client are turned off
  ///   there too
  public static HttpClientBuilder builder(RequestConfig.Builder requests) {
    return HttpClients.custom()
        .setDefaultRequestConfig(
            requests.setProtocolUpgradeEnabled(false).setAuthenticationEnabled(false).build())
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableContentCompression()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableConnectionState();
  }
}
