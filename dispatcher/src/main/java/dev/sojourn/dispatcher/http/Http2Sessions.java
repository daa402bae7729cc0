package dev.sojourn.dispatcher.http;

import dev.sojourn.dispatcher.http2.ExchangeMeter;
import dev.sojourn.dispatcher.http2.Http2Connection;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
  private volatile boolean isClosed;

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

  /// The way to one site: its connection, or the knowledge that it speaks HTTP/1.1. A crawl has
  /// many sites, so a way with neither is forgotten once nobody is on it.
  final class Route implements AutoCloseable {
    private final HttpHost host;
    private final ReentrantLock connecting = new ReentrantLock();

    /// This and the connection change in computations of the map only, so nobody comes to a way
    /// while it is forgotten, and no connection is taken for another.
    private final AtomicInteger users = new AtomicInteger();

    private volatile Optional<Http2Connection> connection = Optional.empty();
    private volatile boolean isHttp1;

    private Route(HttpHost host) {
      this.host = host;
    }

    /// {@return how many requests to the site are under way, one at least}
    int users() {
      return users.get();
    }

    /// Leaves the way.
    @Override
    public void close() {
      routes.computeIfPresent(
          host,
          (_, route) -> {
            route.users.decrementAndGet();
            return route.isNeeded() ? route : null;
          });
    }

    private void begun(Http2Connection begun) {
      routes.computeIfPresent(
          host,
          (_, route) -> {
            route.connection = Optional.of(begun);
            return route;
          });
    }

    private void ended(Http2Connection ended) {
      connections.remove(ended);
      routes.computeIfPresent(
          host,
          (_, route) -> {
            route.connection = route.connection.filter(other -> other != ended);
            return route.isNeeded() ? route : null;
          });
    }

    private boolean isNeeded() {
      return users.get() > 0 || connection.isPresent() || isHttp1;
    }

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

  /// {@return the way to a site, which the caller closes}
  ///
  /// @param host the site, with the address where one was given
  Route route(HttpHost host) {
    return routes.compute(
        host,
        (_, known) -> {
          var route = known == null ? new Route(host) : known;
          route.users.incrementAndGet();
          return route;
        });
  }

  /// {@return the number of ways that are known}
  int routes() {
    return routes.size();
  }

  /// Asks a site in the version of HTTP that it chose.
  ///
  /// @param payer pays for what begins a connection
  HttpReply ask(Route route, ExchangeMeter payer, OverHttp1 first, OverHttp2 then)
      throws IOException, HttpException, InterruptedException {
    if (!settings.isHttp2() || !URIScheme.HTTPS.same(route.host.getSchemeName())) {
      return first.ask(() -> {});
    }
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
    if (connections.size() >= settings.maxConnections()) {
      connections.stream()
          .max(Comparator.comparingLong(Http2Connection::idleNanos))
          .ifPresent(Http2Connection::closeIfIdle);
    }
    var connection = Http2Connection.open(agreed, settings.silenceTimeout(), timer, payer);
    connections.add(connection);
    route.begun(connection);
    connection.whenEnded(() -> route.ended(connection));
    // Closing may have looked before this connection was among them.
    if (isClosed) {
      connection.close();
      throw new SocketException("the fetcher was closed");
    }
    return connection;
  }

  @Override
  public void close() {
    isClosed = true;
    connections.forEach(Http2Connection::close);
  }
}
