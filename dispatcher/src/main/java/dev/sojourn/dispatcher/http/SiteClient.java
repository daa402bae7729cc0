package dev.sojourn.dispatcher.http;

import dev.sojourn.fetch.http2.AnswerHead;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/// Sets up the HTTP client: no redirect, repeat, proxy, cookie, cache or decompression of its own,
/// and sockets that count and guard.
final class SiteClient implements AutoCloseable {
  /// How long a connection is kept for the next request.
  private static final long IDLE_SECONDS = 20;

  private final OpenSockets sockets;
  private final OkHttpClient client;

  /// @param settings how it speaks HTTP
  /// @param names finds addresses
  /// @param tls whose certificates count
  SiteClient(HttpSettings settings, SiteAddresses.SiteNames names, SSLContext tls) {
    this.sockets = new OpenSockets(settings);
    var usual = new OkHttpClient.Builder().build().hostnameVerifier();
    this.client =
        new OkHttpClient.Builder()
            .dns(host -> List.of(names.resolve(host)))
            .proxy(Proxy.NO_PROXY)
            .socketFactory(new Sockets(sockets))
            .sslSocketFactory(new GuardedTlsSocket.Factory(tls.getSocketFactory()), new NoTrust())
            // Another object than the usual one: with that, sites share a connection if one
            // certificate names them all.
            .hostnameVerifier((host, session) -> usual.verify(host, session))
            .connectionSpecs(
                List.of(
                    new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
                        .allEnabledCipherSuites()
                        .allEnabledTlsVersions()
                        .build(),
                    ConnectionSpec.CLEARTEXT))
            .protocols(
                settings.isHttp2()
                    ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                    : List.of(Protocol.HTTP_1_1))
            .connectionPool(
                new ConnectionPool(settings.maxConnections(), IDLE_SECONDS, TimeUnit.SECONDS))
            .connectTimeout(settings.connectTimeout())
            .readTimeout(settings.silenceTimeout())
            .writeTimeout(settings.silenceTimeout())
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            // One address after the other, on the thread of the exchange.
            .fastFallback(false)
            .eventListener(new Connections())
            .addNetworkInterceptor(SiteClient::answered)
            .build();
  }

  /// {@return an exchange to be made}
  ///
  /// @param request with its [SiteCall] as a tag
  Call call(Request request) {
    var given = siteCall(request).address();
    return given
        .map(address -> client.newBuilder().dns(new OneAddress(address)).build())
        .orElse(client)
        .newCall(request);
  }

  private static SiteCall siteCall(Request request) {
    return Objects.requireNonNull(request.tag(SiteCall.class), "a request without its SiteCall");
  }

  /// The client repeats a request after some answers, so all of them look alike to it.
  private static Response answered(Interceptor.Chain chain) throws IOException {
    var answer = chain.proceed(chain.request());
    var passed = answer.headers();
    var head =
        AnswerHead.read(
            IntStream.range(0, passed.size())
                .mapToObj(i -> new AnswerHead.Field(passed.name(i), passed.value(i)))
                .toList());
    siteCall(chain.request()).answered(head);
    return answer.newBuilder().headers(new Headers.Builder().build()).build();
  }

  @Override
  public void close() {
    client.dispatcher().cancelAll();
    sockets.close();
    client.connectionPool().evictAll();
  }

  /// An address that was given. The client uses no connection for it that was made by name, since
  /// that has another equal of this.
  private record OneAddress(InetAddress address) implements Dns {
    @Override
    public List<InetAddress> lookup(String host) {
      return List.of(address);
    }
  }

  private static final class Sockets extends SocketFactory {
    private final OpenSockets open;

    Sockets(OpenSockets open) {
      this.open = open;
    }

    @Override
    public Socket createSocket() {
      return open.make();
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException("a socket without an exchange");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException("a socket without an exchange");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException("a socket without an exchange");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException("a socket without an exchange");
    }
  }

  /// Says which exchange has which connection.
  private static final class Connections extends EventListener {
    @Override
    public void connectionAcquired(Call call, Connection connection) {
      socket(connection).acquire(siteCall(call.request()));
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
      socket(connection).release();
    }

    private static CountingSocket socket(Connection connection) {
      return connection.socket() instanceof GuardedTlsSocket tls
          ? tls.raw()
          : (CountingSocket) connection.socket();
    }
  }

  /// The certificates are checked by the context of TLS. The client asks this one only to order
  /// certificates that a program has pinned, which this one does not do.
  private static final class NoTrust implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      throw new CertificateException("nobody is trusted here");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      throw new CertificateException("nobody is trusted here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
