package dev.sojourn.dispatcher.http;

import dev.sojourn.dispatcher.http2.ExchangeMeter;
import dev.sojourn.dispatcher.http2.Http2Connection;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;

/// The connections that speak HTTP/2, one for each site. May be used by any number of threads.
///
/// The client of HTTP/1.1 makes all connections, and offers HTTP/2 with the handshake of TLS. Where
/// the server chooses it, the connection is handed over to here. Until it is known what a site
/// speaks, one thread connects and the others wait: they would make a connection each.
///
/// An address that was given is a site of its own, as it is for the client of HTTP/1.1.
final class Http2Sessions implements AutoCloseable {
  private final HttpSettings settings;
  private final ScheduledExecutorService timer;
  private final Map<HttpHost, Route> routes = new ConcurrentHashMap<>();
  private final Set<Http2Connection> connections = ConcurrentHashMap.newKeySet();

  /// An exchange with a site that speaks HTTP/1.1, or was not asked yet.
  interface OverHttp1 {
    /// {@return the reply}
    ///
    /// @param connected run where a connection was made for it
    /// @throws Http2AgreedException if that connection speaks HTTP/2
    HttpReply ask(Runnable connected) throws IOException, HttpException, InterruptedException;
  }

  /// An exchange with a site that speaks HTTP/2.
  interface OverHttp2 {
    /// {@return the reply}
    HttpReply ask(Http2Connection connection) throws IOException, InterruptedException;
  }

  /// The way to one site: its connection, or the knowledge that it speaks HTTP/1.1.
  private static final class Route {
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile Optional<Http2Connection> connection = Optional.empty();
    private volatile boolean isHttp1;

    private Optional<Http2Connection> usable() {
      return connection.filter(Http2Connection::isUsable);
    }

    private void spokeHttp1() {
      isHttp1 = true;
      letOthersConnect();
    }

    private void letOthersConnect() {
      if (connecting.isHeldByCurrentThread()) {
        connecting.unlock();
      }
    }
  }

  /// @param settings how HTTP is spoken
  /// @param timer runs short tasks
  Http2Sessions(HttpSettings settings, ScheduledExecutorService timer) {
    this.settings = settings;
    this.timer = timer;
  }

  /// Asks a site in the version of HTTP that it chose.
  ///
  /// @param host the site, with the address where one was given
  /// @param payer pays for what begins a connection
  HttpReply ask(HttpHost host, ExchangeMeter payer, OverHttp1 first, OverHttp2 then)
      throws IOException, HttpException, InterruptedException {
    if (!settings.isHttp2() || !URIScheme.HTTPS.same(host.getSchemeName())) {
      return first.ask(() -> {});
    }
    var route = routes.computeIfAbsent(host, _ -> new Route());
    var open = route.usable();
    if (open.isPresent()) {
      return then.ask(open.get());
    }
    if (!route.isHttp1 && !lock(route)) {
      throw new SocketTimeoutException();
    }
    try {
      // Another thread may have connected meanwhile.
      open = route.usable();
      if (open.isEmpty()) {
        return first.ask(route::spokeHttp1);
      }
    } catch (Http2AgreedException e) {
      open = Optional.of(adopt(route, e.connection(), payer));
    } finally {
      route.letOthersConnect();
    }
    return then.ask(open.get());
  }

  private boolean lock(Route route) throws InterruptedException {
    return route.connecting.tryLock(settings.exchangeTimeout().toNanos(), TimeUnit.NANOSECONDS);
  }

  private Http2Connection adopt(Route route, Http2Connection.Agreed agreed, ExchangeMeter payer)
      throws IOException {
    boolean isFull = connections.size() >= settings.maxConnections();
    connections.stream()
        .filter(other -> other.isIdle() && (isFull || !other.isUsable()))
        .forEach(this::close);
    var connection = Http2Connection.open(agreed, settings.silenceTimeout(), timer, payer);
    connections.add(connection);
    route.connection = Optional.of(connection);
    return connection;
  }

  private void close(Http2Connection connection) {
    connections.remove(connection);
    connection.close();
  }

  @Override
  public void close() {
    connections.forEach(this::close);
  }
}
