package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.WireBytes;
import dev.sojourn.atp.tls.ClientTls;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends requests and keeps connections for later requests. Safe for use by many (virtual) threads.
/// Each call blocks the calling thread.
// Close futures are ignored: nothing depends on them.
@SuppressWarnings("FutureReturnValueIgnored")
public final class AtpClient implements AutoCloseable {

  private final ClientSettings settings;
  private final EventLoopGroup loops;
  private final NameService names;
  private final ConcurrentMap<Way, ConcurrentLinkedDeque<ClientConnection>> idle =
      new ConcurrentHashMap<>();
  private volatile boolean closed;
  private @Nullable ClientTls tls;

  private AtpClient(ClientSettings settings, EventLoopGroup loops, NameService names) {
    this.settings = settings;
    this.loops = loops;
    this.names = names;
  }

  /// The key of kept connections. A connection made for any destination is never reused for a
  /// request that may go only to some destinations.
  private record Way(AtpAddress host, Destinations destinations) {}

  /// {@return a client}
  ///
  /// @param settings of the client
  public static AtpClient open(ClientSettings settings) {
    return open(settings, NameService.SYSTEM);
  }

  static AtpClient open(ClientSettings settings, NameService names) {
    return new AtpClient(
        settings,
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("atp-client", true), NioIoHandler.newFactory()),
        names);
  }

  /// Sends a request and waits for its answer, at most for [ClientSettings#response()].
  ///
  /// @param host the receiver
  /// @param request the request to send
  /// @return the answer, or why there is none
  /// @throws InterruptedException if the thread is interrupted; the connection is closed
  public Exchange send(AtpAddress host, AtpRequest request) throws InterruptedException {
    return send(host, request, settings.response());
  }

  /// Sends a request to a host at any address, and waits for its answer. No request is sent twice.
  ///
  /// @param host the receiver: the addressed host, or a gateway if the request's URI is absolute
  /// @param request the request to send
  /// @param timeout from sending to the end of the answer
  /// @return the answer, or why there is none
  /// @throws InterruptedException if the thread is interrupted; the connection is closed
  public Exchange send(AtpAddress host, AtpRequest request, Duration timeout)
      throws InterruptedException {
    return send(host, request, timeout, Destinations.ANY);
  }

  /// Sends a request and waits for its answer. No request is sent twice. Each new connection
  /// resolves the name once, and connects to exactly the address that was checked.
  ///
  /// @param host the receiver: the addressed host, or a gateway if the request's URI is absolute
  /// @param request the request to send
  /// @param timeout from sending to the end of the answer
  /// @param destinations which addresses the host may have
  /// @return the answer, or why there is none
  /// @throws InterruptedException if the thread is interrupted; the connection is closed
  public Exchange send(
      AtpAddress host, AtpRequest request, Duration timeout, Destinations destinations)
      throws InterruptedException {
    if (closed) {
      return new Exchange.Unreachable("The client is closed.", WireBytes.NONE);
    }
    var meant = request.target().authority().orElse(host);
    var addressed = request.withHeader(AtpHeaders.HOST, meant.authority());
    var way = new Way(host, destinations);
    var kept = borrow(way);
    if (kept.isPresent()) {
      return use(way, kept.get(), addressed, timeout);
    }
    return switch (connect(way)) {
      case Connected.Barred barred -> new Exchange.Barred(barred.reason(), WireBytes.NONE);
      case Connected.No no -> new Exchange.Unreachable(no.reason(), WireBytes.NONE);
      case Connected.Yes yes -> use(way, yes.connection(), addressed, timeout);
    };
  }

  /// {@return the settings that the client was opened with}
  public ClientSettings settings() {
    return settings;
  }

  /// Closes all connections. Requests under way end as [Exchange.Lost].
  @Override
  public void close() {
    closed = true;
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    idle.clear();
  }

  private Exchange use(Way way, ClientConnection connection, AtpRequest request, Duration timeout)
      throws InterruptedException {
    var exchange = connection.exchange(request, timeout);
    // The host may already be closing a connection that still looks open here.
    if (exchange instanceof Exchange.Answered answered
        && answered.response().headers().keepsAlive()
        && connection.isOpen()) {
      keep(way, connection);
    }
    return exchange;
  }

  /// Borrows the most recently used connection, so that the others become idle and are closed.
  private Optional<ClientConnection> borrow(Way way) {
    var kept = idle.get(way);
    while (kept != null) {
      var connection = kept.pollFirst();
      if (connection == null) {
        break;
      }
      if (connection.isOpen()) {
        return Optional.of(connection);
      }
    }
    return Optional.empty();
  }

  private void keep(Way way, ClientConnection connection) {
    var kept = idle.computeIfAbsent(way, _ -> new ConcurrentLinkedDeque<>());
    kept.removeIf(old -> !old.isOpen());
    if (closed || kept.size() >= settings.maxIdlePerHost()) {
      connection.close();
    } else {
      kept.addFirst(connection);
    }
  }

  /// The outcome of connecting.
  private sealed interface Connected {
    record Yes(ClientConnection connection) implements Connected {}

    record No(String reason) implements Connected {}

    record Barred(String reason) implements Connected {}
  }

  private Connected connect(Way way) throws InterruptedException {
    var host = way.host();
    ResolvedName name;
    try {
      // Resolves here, since Netty's resolver would block the event loop.
      name = ResolvedName.of(host.host(), names);
    } catch (UnknownHostException _) {
      return new Connected.No("The name " + host.host() + " of " + host + " is not known.");
    }
    var allowed = name.allowed(way.destinations()::allow);
    if (allowed.isEmpty()) {
      var kind = name.candidates().getFirst().kind();
      return new Connected.Barred(way.destinations().objection(host, kind).orElseThrow());
    }
    return connect(host, allowed.getFirst());
  }

  private Connected connect(AtpAddress host, InetAddress address) throws InterruptedException {
    var connection = new ClientConnection(host);
    Consumer<ChannelPipeline> security = host.isTls() ? secure(host) : _ -> {};
    var connected =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                Math.toIntExact(settings.connect().toMillis()))
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connection.addTo(channel.pipeline(), settings, security);
                  }
                })
            .connect(new InetSocketAddress(address, host.port()));
    try {
      connected.await();
    } catch (InterruptedException e) {
      connected.addListener(_ -> connection.close());
      throw e;
    }
    if (!connected.isSuccess()) {
      return new Connected.No(reason(host, connected.cause()));
    }
    return host.isTls()
        ? establish(host, connection, connected.channel())
        : new Connected.Yes(connection);
  }

  private Connected establish(AtpAddress host, ClientConnection connection, Channel channel)
      throws InterruptedException {
    var established = ClientTls.established(channel);
    try {
      established.await();
    } catch (InterruptedException e) {
      connection.close();
      throw e;
    }
    return established.isSuccess()
        ? new Connected.Yes(connection)
        : new Connected.No(ClientTls.reason(host, established.cause()));
  }

  private Consumer<ChannelPipeline> secure(AtpAddress host) {
    var secured = tls();
    return pipeline -> secured.addTo(pipeline, host, settings.handshake());
  }

  /// Created on first use, because reading the authorities takes a while.
  private synchronized ClientTls tls() {
    var made = tls;
    if (made == null) {
      made = ClientTls.of(settings.authorities());
      tls = made;
    }
    return made;
  }

  private String reason(AtpAddress host, Throwable cause) {
    return switch (cause) {
      case ConnectTimeoutException _ ->
          host + " does not take connections within " + settings.connect() + ".";
      case ConnectException _ -> host + " refuses connections.";
      default -> host + " cannot be reached: " + cause.getMessage() + ".";
    };
  }
}
