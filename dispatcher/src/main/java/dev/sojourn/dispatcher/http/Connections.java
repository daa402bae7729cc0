package dev.sojourn.dispatcher.http;

import dev.sojourn.identity.net.PlainHttpClient;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.Http1StreamListener;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/// Sets up the HTTP client: its limits, and the sockets that count.
final class Connections {
  private static final int MAX_LINE_CHARS = 32 * 1024;
  private static final int MAX_FIELDS = 200;

  private Connections() {}

  /// {@return a client without cookies, redirects, retries, proxies or decompression of its own}
  static CloseableHttpClient client(HttpSettings settings, DnsResolver names) {
    return PlainHttpClient.builder(
            RequestConfig.custom()
                .setResponseTimeout(Timeout.of(settings.silenceTimeout()))
                .setConnectionRequestTimeout(Timeout.of(settings.exchangeTimeout())))
        .setConnectionManager(connections(settings, names))
        .setRequestExecutor(
            HttpRequestExecutor.builder().withHttp1StreamListener(new InterimCount()).build())
        .setUserAgent(settings.userAgent())
        .build();
  }

  /// {@return an origin as a URI}
  static URI uri(String origin) {
    return URI.create(origin + "/");
  }

  private static PoolingHttpClientConnectionManager connections(
      HttpSettings settings, DnsResolver names) {
    var connectionFactory =
        ManagedHttpClientConnectionFactory.builder()
            .http1Config(
                Http1Config.custom()
                    .setMaxLineLength(MAX_LINE_CHARS)
                    .setMaxHeaderCount(MAX_FIELDS)
                    .build())
            .charCodingConfig(
                CharCodingConfig.custom()
                    .setCharset(StandardCharsets.UTF_8)
                    .setMalformedInputAction(CodingErrorAction.REPLACE)
                    .setUnmappableInputAction(CodingErrorAction.REPLACE)
                    .build())
            .build();
    return new CountingConnections()
        .setConnectionFactory(connectionFactory)
        .setDnsResolver(names)
        .setMaxConnTotal(settings.maxConnections())
        .setMaxConnPerRoute(settings.maxConnections())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                .setSocketTimeout(Timeout.of(settings.silenceTimeout()))
                .setIdleTimeout(Timeout.ofSeconds(20))
                .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                .build())
        .build();
  }

  /// Counts interim answers. The client reads over any number of them.
  private static final class InterimCount implements Http1StreamListener {
    @Override
    public void onRequestHead(HttpConnection connection, HttpRequest request) {}

    @Override
    public void onResponseHead(HttpConnection connection, HttpResponse response) {
      if (response.getCode() < HttpStatus.SC_SUCCESS && WireAllowance.CURRENT.isBound()) {
        WireAllowance.CURRENT.get().addInterim();
      }
    }

    @Override
    public void onExchangeComplete(HttpConnection connection, boolean isKeptAlive) {}
  }

  /// The one place where the client lets its sockets be chosen is a protected method of its
  /// builder.
  private static final class CountingConnections extends PoolingHttpClientConnectionManagerBuilder {
    @Override
    protected HttpClientConnectionOperator createConnectionOperator(
        SchemePortResolver schemePorts, DnsResolver dns, TlsSocketStrategy tls) {
      DetachedSocketFactory sockets =
          socksProxy -> new CountingSocket(socksProxy == null ? Proxy.NO_PROXY : socksProxy);
      return new DefaultHttpClientConnectionOperator(
          sockets,
          schemePorts == null ? DefaultSchemePortResolver.INSTANCE : schemePorts,
          dns,
          RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, tls).build());
    }
  }
}
