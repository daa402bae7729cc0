package dev.sojourn.dispatcher.http;

import dev.sojourn.dispatcher.http2.Http2Connection;
import dev.sojourn.identity.net.AnswerHeads;
import dev.sojourn.identity.net.AnswerLength;
import dev.sojourn.identity.net.PlainHttpClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.Lookup;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.Http1StreamListener;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/// Sets up the HTTP client: its limits, and the sockets that count.
final class Connections {
  private static final int MAX_LINE_CHARS = 32 * 1024;
  private static final int MAX_FIELDS = 200;

  /// How long a connection is kept for the next request.
  private static final TimeValue IDLE = TimeValue.ofSeconds(20);

  private static final String HTTP_2 = "h2";

  /// Of a context: the connection that turned out to speak HTTP/2.
  private static final String AGREED = "sojourn.http2";

  /// Of a context: run when a connection that speaks HTTP/1.1 was made.
  private static final String CONNECTED = "sojourn.connected";

  private Connections() {}

  /// {@return a client without cookies, redirects, retries, proxies or decompression of its own}
  ///
  /// @param settings how it speaks HTTP
  /// @param names finds addresses
  /// @param tls whose certificates count
  static CloseableHttpClient client(HttpSettings settings, DnsResolver names, SSLContext tls) {
    return PlainHttpClient.builder(
            RequestConfig.custom()
                .setResponseTimeout(Timeout.of(settings.silenceTimeout()))
                .setConnectionRequestTimeout(Timeout.of(settings.exchangeTimeout())))
        .setConnectionManager(connections(settings, names, tls))
        .setRequestExecutor(new CleanExchanges(new InterimCount()))
        .setConnectionReuseStrategy(
            (request, answer, context) ->
                AnswerHeads.isReusable(answer)
                    && DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(
                        request, answer, context))
        .setUserAgent(settings.userAgent())
        // A crawl of thousands of sites speaks to most of them for a moment only.
        .evictIdleConnections(IDLE)
        .build();
  }

  /// {@return the context of an exchange}
  ///
  /// @param connected run where a connection is made for it, and speaks HTTP/1.1
  static HttpContext context(Runnable connected) {
    var context = HttpClientContext.create();
    context.setAttribute(CONNECTED, connected);
    return context;
  }

  /// {@return an origin as a URI}
  ///
  /// @throws IllegalArgumentException if nobody could be asked there
  static URI uri(String origin) {
    return URI.create(origin + "/");
  }

  /// {@return whether somebody could be asked at an origin} The URL Standard knows hosts like
  /// `{a"b}`, which no name service and no client knows, and the port 0.
  static boolean isAskable(String origin) {
    try {
      return new URI(origin + "/").getRawAuthority() != null && !origin.endsWith(":0");
    } catch (URISyntaxException _) {
      return false;
    }
  }

  private static PoolingHttpClientConnectionManager connections(
      HttpSettings settings, DnsResolver names, SSLContext tls) {
    var heads =
        Http1Config.custom().setMaxLineLength(MAX_LINE_CHARS).setMaxHeaderCount(MAX_FIELDS).build();
    var connectionFactory =
        ManagedHttpClientConnectionFactory.builder()
            .http1Config(heads)
            .responseParserFactory(AnswerHeads.readers(heads))
            .incomingContentLengthStrategy(AnswerLength.STRATEGY)
            .charCodingConfig(
                CharCodingConfig.custom()
                    // Octet by octet, since fields may be in any charset.
                    .setCharset(StandardCharsets.ISO_8859_1)
                    .setMalformedInputAction(CodingErrorAction.REPLACE)
                    .setUnmappableInputAction(CodingErrorAction.REPLACE)
                    .build())
            .build();
    return new CountingConnections()
        .setConnectionFactory(connectionFactory)
        .setDnsResolver(names)
        .setTlsSocketStrategy(
            settings.isHttp2() ? new OfferingTls(tls) : new DefaultClientTlsStrategy(tls))
        .setMaxConnTotal(settings.maxConnections())
        .setMaxConnPerRoute(settings.maxConnections())
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                .setSocketTimeout(Timeout.of(settings.silenceTimeout()))
                .setIdleTimeout(IDLE.toTimeout())
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
      return new Handover(
          sockets,
          schemePorts == null ? DefaultSchemePortResolver.INSTANCE : schemePorts,
          dns,
          RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, tls).build());
    }
  }

  /// Offers HTTP/2 with the handshake of TLS, and notes what the server chose. The client lets the
  /// handshake be prepared in a protected method only.
  private static final class OfferingTls extends DefaultClientTlsStrategy {
    OfferingTls(SSLContext context) {
      super(context);
    }

    @Override
    protected void initializeSocket(SSLSocket socket) {
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {HTTP_2, "http/1.1"});
      socket.setSSLParameters(parameters);
    }

    @Override
    public SSLSocket upgrade(
        Socket socket, String name, int port, Object attachment, HttpContext context)
        throws IOException {
      var tls = super.upgrade(socket, name, port, attachment, context);
      if (HTTP_2.equals(tls.getApplicationProtocol()) && socket instanceof CountingSocket raw) {
        context.setAttribute(AGREED, new Http2Connection.Agreed(tls, raw, raw.share(), name));
      }
      return tls;
    }
  }

  /// Makes connections, and takes those that speak HTTP/2 out of the hands of the client.
  private static final class Handover extends DefaultHttpClientConnectionOperator {
    Handover(
        DetachedSocketFactory sockets,
        SchemePortResolver schemePorts,
        DnsResolver dns,
        Lookup<TlsSocketStrategy> tls) {
      super(sockets, schemePorts, dns, tls);
    }

    @Override
    public void connect(
        ManagedHttpClientConnection connection,
        HttpHost host,
        NamedEndpoint endpoint,
        Path unixSocket,
        InetSocketAddress local,
        Timeout timeout,
        SocketConfig socket,
        Object attachment,
        HttpContext context)
        throws IOException {
      super.connect(
          connection, host, endpoint, unixSocket, local, timeout, socket, attachment, context);
      if (context.getAttribute(AGREED) instanceof Http2Connection.Agreed agreed) {
        // The client closes what it has at the exception.
        connection.bind(new Socket());
        throw new Http2AgreedException(agreed);
      }
      if (context.getAttribute(CONNECTED) instanceof Runnable connected) {
        connected.run();
      }
    }
  }
}
