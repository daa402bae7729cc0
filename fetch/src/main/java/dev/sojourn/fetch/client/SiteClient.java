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

/// Sets up the HTTP client without redirects, repeats, proxies, cookies, cache or decompression,
/// and with sockets that count and guard. May be used by any thread.
public final class SiteClient implements AutoCloseable {
  /// The time for which an idle connection is kept.
  private static final long IDLE_SECONDS = 20;

  private final OpenSockets sockets;
  private final OkHttpClient client;

  /// Makes a client.
  ///
  /// @param limits its bounds
  /// @param names finds the addresses of a name; a connection goes to one of them
  /// @param tls decides which certificates are trusted
  public SiteClient(ClientLimits limits, Dns names, SSLContext tls) {
    this.sockets = new OpenSockets(limits);
    var usual = new OkHttpClient.Builder().build().hostnameVerifier();
    this.client =
        new OkHttpClient.Builder()
            .dns(names)
            .proxy(Proxy.NO_PROXY)
            .socketFactory(new Sockets(sockets))
            .sslSocketFactory(new GuardedTlsSocket.Factory(tls.getSocketFactory()), new NoTrust())
            // Not the usual object itself: with it, the client shares a connection between all
            // sites that one certificate names.
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
            // Addresses are tried one after the other, on the thread of the exchange.
            .fastFallback(false)
            .eventListener(new Connections())
            .addNetworkInterceptor(SiteClient::answered)
            .build();
  }

  /// {@return a new exchange, not begun yet}
  ///
  /// @param request the request without a tag
  /// @param allowance the bytes that it may receive
  /// @param address the address to ask instead of looking up the name; empty to look it up
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

  /// Checks a host that is an address. The client does not pass such a host to its name service, so
  /// that service could not refuse it.
  void requireAllowed(String host) throws UnknownHostException {
    if (SiteUrl.isAddress(host)) {
      var _ = client.dns().lookup(host);
    }
  }

  /// Reads an answer.
  ///
  /// @param <T> the type of the result
  @FunctionalInterface
  public interface Reading<T> {
    /// {@return the result of an answer}
    ///
    /// @param head the head of the answer
    /// @param body as it is sent
    /// @throws IOException if it cannot be read
    T read(AnswerHead head, InputStream body) throws IOException;
  }

  /// Makes an exchange on its own thread, and waits at most a given time, whatever the server and
  /// the name service do.
  ///
  /// @param <T> the type of the result
  /// @param call to be made
  /// @param time the limit from the request to the end of the answer
  /// @param reading reads the answer
  /// @param failed turns a fault into a result
  /// @return the result; empty if the time has passed
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
      // Both calls end an exchange that is still under way.
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
      // For some answers the client throws an exception as if its caller had made a mistake.
      return failed.apply(e);
    }
  }

  /// {@return the number of recorded routes to servers that failed}
  int failedServers() {
    return client.getRouteDatabase$okhttp().getFailedRoutes().size();
  }

  private static SiteCall siteCall(Request request) {
    return Objects.requireNonNull(request.tag(SiteCall.class), "a request without its SiteCall");
  }

  /// Hides the head from the client, which would repeat a request after some answers.
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

  /// A name service with one given address. The client reuses a connection only for an equal name
  /// service, so never one that was made by name.
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

  /// Assigns connections to exchanges.
  private final class Connections extends EventListener {
    @Override
    public void connectionAcquired(Call call, Connection connection) {
      socket(connection).acquire(siteCall(call.request()));
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
      socket(connection).release();
      // The client would record the route to each failed server for ever.
      client.getRouteDatabase$okhttp().connected(connection.route());
    }

    private static CountingSocket socket(Connection connection) {
      return connection.socket() instanceof GuardedTlsSocket tls
          ? tls.raw()
          : (CountingSocket) connection.socket();
    }
  }

  /// Trusts nobody: the context of TLS checks certificates. The client would ask this object only
  /// for pinned certificates, and there are none.
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
