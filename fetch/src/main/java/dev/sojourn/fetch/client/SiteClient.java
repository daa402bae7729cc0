package dev.sojourn.fetch.client;

import dev.sojourn.fetch.answer.AnswerHead;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
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
/// and sockets that count and guard. May be used by any thread.
public final class SiteClient implements AutoCloseable {
  /// How long a connection is kept for the next request.
  private static final long IDLE_SECONDS = 20;

  private final OpenSockets sockets;
  private final OkHttpClient client;

  /// Makes a client.
  ///
  /// @param limits its bounds
  /// @param names finds addresses; the connection goes to one of them
  /// @param tls whose certificates count
  public SiteClient(ClientLimits limits, Dns names, SSLContext tls) {
    this.sockets = new OpenSockets(limits);
    var usual = new OkHttpClient.Builder().build().hostnameVerifier();
    this.client =
        new OkHttpClient.Builder()
            .dns(names)
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
                limits.isHttp2()
                    ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                    : List.of(Protocol.HTTP_1_1))
            .connectionPool(
                new ConnectionPool(
                    limits.isKept() ? limits.maxConnections() : 0, IDLE_SECONDS, TimeUnit.SECONDS))
            .connectTimeout(limits.connectTime())
            .readTimeout(limits.silence())
            .writeTimeout(limits.silence())
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
  /// @param request to be sent
  /// @param allowance what it may receive
  /// @param address to which it goes, whatever its name leads to; empty if its name is looked up
  public SiteCall call(
      Request request, WireAllowance allowance, Optional<InetSocketAddress> address) {
    return new SiteCall(this, request, allowance, address);
  }

  Call call(Request request, Optional<InetSocketAddress> address) {
    return address
        .map(given -> client.newBuilder().dns(new OneAddress(given.getAddress())).build())
        .orElse(client)
        .newCall(request);
  }

  /// The client looks up no address in a URL, so that an address which its names refuse would be
  /// asked.
  void requireAllowed(String host) throws UnknownHostException {
    if (SiteUrl.isAddress(host)) {
      var _ = client.dns().lookup(host);
    }
  }

  /// Reads an answer.
  ///
  /// @param <T> what is made of it
  @FunctionalInterface
  public interface Reading<T> {
    /// {@return what is made of an answer}
    ///
    /// @param head of it
    /// @param body as it is sent
    /// @throws IOException if it cannot be read
    T read(AnswerHead head, InputStream body) throws IOException;
  }

  /// Makes an exchange on a thread of its own, and waits for it no longer than its time, whatever
  /// the server and the name service do.
  ///
  /// @param <T> what is made of the answer
  /// @param call to be made
  /// @param time from the request to the end of its answer
  /// @param reading reads the answer
  /// @param failed makes the same of a fault
  /// @return what was made; empty if the time is over
  /// @throws InterruptedException if the thread was interrupted
  public static <T> Optional<T> within(
      Duration time, SiteCall call, Reading<T> reading, Function<Exception, T> failed)
      throws InterruptedException {
    var made = new CompletableFuture<T>();
    var thread =
        Thread.ofVirtual()
            .name("exchange")
            .start(() -> made.complete(exchange(call, reading, failed)));
    try {
      return Optional.of(made.get(time.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException _) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange reports its failures as values", e);
    } finally {
      // Both end an exchange that is still under way.
      thread.interrupt();
      call.expire();
    }
  }

  private static <T> T exchange(SiteCall call, Reading<T> reading, Function<Exception, T> failed) {
    try (var response = call.execute()) {
      try {
        return reading.read(call.head(), response.body().byteStream());
      } finally {
        call.cancel();
      }
    } catch (IOException | RuntimeException e) {
      // The client takes some answers of a server for a mistake of its caller.
      return failed.apply(e);
    }
  }

  /// {@return how many ways to servers are kept whose answers failed}
  int failedServers() {
    return client.getRouteDatabase$okhttp().getFailedRoutes().size();
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
  private final class Connections extends EventListener {
    @Override
    public void connectionAcquired(Call call, Connection connection) {
      socket(connection).acquire(siteCall(call.request()));
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
      socket(connection).release();
      // The client keeps the way to each server whose first answer failed, for ever.
      client.getRouteDatabase$okhttp().connected(connection.route());
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
