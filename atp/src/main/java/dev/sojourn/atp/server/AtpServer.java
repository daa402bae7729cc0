package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.tls.CertificateDates;
import dev.sojourn.atp.tls.HostCertificate;
import dev.sojourn.atp.wire.BodyBudget;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/// A listening server. Any thread may close it, except the threads that run its handler.
// The pipeline reports the outcome of writing and closing. A listener does if it matters.
@SuppressWarnings("FutureReturnValueIgnored")
public final class AtpServer implements AutoCloseable {

  private static final int BACKLOG = 1_024;
  private static final int MAX_IO_THREADS = 4;
  private static final int LAST_ANSWERS_SECONDS = 1;
  // Smaller than MOST_REFUSED, since a refusal over TLS costs a handshake with a signature.
  private static final int MAX_REFUSED_TLS = 64;

  /// Answers requests until the server is opened.
  private static final AtpHandler STARTING =
      (_, _) ->
          AtpResponse.unavailable(
              "starting", "This host is about to start.", Duration.ofSeconds(1));

  private final ServerContext core;
  private final AtomicReference<AtpHandler> handler;
  private final EventLoopGroup loops;
  private final ChannelGroup open;
  private final AtpServerInitializer connections;
  private final List<Channel> listening;
  private final AtomicBoolean closed = new AtomicBoolean();

  private AtpServer(
      ServerContext core,
      AtomicReference<AtpHandler> handler,
      EventLoopGroup loops,
      ChannelGroup open,
      AtpServerInitializer connections,
      List<Channel> listening) {
    this.connections = connections;
    this.core = core;
    this.handler = handler;
    this.loops = loops;
    this.open = open;
    this.listening = List.copyOf(listening);
  }

  /// Starts listening, and answers requests at once.
  ///
  /// @param config the addresses and the capacity of the server
  /// @param handler answers the requests
  /// @param faultListener receives faults of the handler and of the server
  /// @param clock the time
  /// @return the running server
  /// @throws IOException if it cannot listen on the address, or the certificate cannot be used
  public static AtpServer start(
      AtpServerConfig config, AtpHandler handler, FaultListener faultListener, InstantSource clock)
      throws IOException {
    var server = listen(config, faultListener, clock);
    server.open(handler);
    return server;
  }

  /// Starts listening, and asks every peer to come back later until [#open] is called. This is for
  /// services that need the port before they can be created.
  ///
  /// @param config the addresses and the capacity of the server
  /// @param faultListener receives faults of the handler and of the server
  /// @param clock the time
  /// @return the listening server
  /// @throws IOException if it cannot listen on the address, or the certificate cannot be used
  public static AtpServer listen(
      AtpServerConfig config, FaultListener faultListener, InstantSource clock) throws IOException {
    return listen(config, Optional.empty(), faultListener, clock);
  }

  /// Starts listening. Uses a socket that another process hands over, if there is one. Asks every
  /// peer to come back later until [#open] is called.
  ///
  /// @param config the capacity of the server, and the addresses if no socket is handed over
  /// @param handedOver replaces all addresses; is closed with the server
  /// @param faultListener receives faults of the handler and of the server
  /// @param clock the time
  /// @return the listening server
  /// @throws IOException if it cannot listen on the address, or the certificate cannot be used
  public static AtpServer listen(
      AtpServerConfig config,
      Optional<ServerSocketChannel> handedOver,
      FaultListener faultListener,
      InstantSource clock)
      throws IOException {
    Optional<HostCertificate> certificate =
        config.tls().isPresent()
            ? Optional.of(HostCertificate.open(config.tls().get(), clock))
            : Optional.empty();
    int ioThreads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_IO_THREADS);
    var loops =
        new MultiThreadIoEventLoopGroup(
            ioThreads, new DefaultThreadFactory("atp-server", true), NioIoHandler.newFactory());
    var threads = threads(faultListener);
    var open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    var handler = new AtomicReference<>(STARTING);
    var core = context(config, handler, threads, faultListener, certificate, clock);
    var connections = new AtpServerInitializer(core, open);
    try {
      var listening = bindAll(config, handedOver, loops, connections);
      return new AtpServer(core, handler, loops, open, connections, listening);
    } catch (IOException e) {
      certificate.ifPresent(HostCertificate::close);
      threads.shutdown();
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw e;
    }
  }

  /// Listens on all addresses, or on no address if one fails.
  private static List<Channel> bindAll(
      AtpServerConfig config,
      Optional<ServerSocketChannel> handedOver,
      EventLoopGroup loops,
      AtpServerInitializer connections)
      throws IOException {
    var listening = new ArrayList<Channel>();
    for (var address : handedOver.isPresent() ? config.bind().subList(0, 1) : config.bind()) {
      var bound = bind(address, handedOver, loops, connections);
      if (!bound.isSuccess()) {
        listening.forEach(channel -> channel.close().awaitUninterruptibly());
        var sentence = "Cannot listen on " + address + ": " + bound.cause().getMessage();
        throw bound.cause() instanceof BindException
            ? new BindException(sentence)
            : new IOException(sentence, bound.cause());
      }
      bound.channel().pipeline().addLast("accept-faults", new AcceptFaults());
      listening.add(bound.channel());
    }
    return listening;
  }

  /// Creates one virtual thread for each request.
  private static ExecutorService threads(FaultListener faultListener) {
    return Executors.newThreadPerTaskExecutor(
        Thread.ofVirtual()
            .name("atp-request-", 0)
            .uncaughtExceptionHandler(
                (_, fault) -> faultListener.report("A thread of a request", fault))
            .factory());
  }

  private static ServerContext context(
      AtpServerConfig config,
      AtomicReference<AtpHandler> handler,
      ExecutorService threads,
      FaultListener faultListener,
      Optional<HostCertificate> certificate,
      InstantSource clock) {
    var bodies = config.capacity().bodies();
    return new ServerContext(
        config,
        new DecompressionHandler(
            (request, peer) -> handler.get().handle(request, peer),
            config.limits(),
            bodies.maxUnpackedAtOnce()),
        threads,
        faultListener,
        certificate,
        new BodyBudget(bodies.maxBytes(), bodies.maxBytesPerAddress(), bodies.maxBytesPerNetwork()),
        new ConnectionPlaces(
            config.capacity(),
            certificate.isPresent() ? MAX_REFUSED_TLS : ServerCapacity.MOST_REFUSED),
        new MalformedRequests(),
        clock);
  }

  private static ChannelFuture bind(
      InetSocketAddress address,
      Optional<ServerSocketChannel> handedOver,
      EventLoopGroup loops,
      AtpServerInitializer connections) {
    var bootstrap =
        new ServerBootstrap()
            .group(loops)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(connections);
    var opened =
        handedOver.isPresent()
            // The socket is bound already, and the process that opened it has set its options.
            ? bootstrap
                .channelFactory(() -> new NioServerSocketChannel(handedOver.get()))
                .register()
            : bootstrap
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .bind(address);
    return opened.awaitUninterruptibly();
  }

  /// {@return whether all threads that read and write connections run a task within a time}
  ///
  /// @param within the longest wait for all threads together
  public boolean answers(Duration within) {
    long until = System.nanoTime() + within.toNanos();
    for (var loop : loops) {
      if (loop.isShuttingDown()
          || !loop.submit(() -> {})
              .awaitUninterruptibly(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  /// Begins to handle requests.
  ///
  /// @param service answers requests from now on
  public void open(AtpHandler service) {
    handler.set(service);
  }

  /// {@return the address and port on which the server listens, the first if there are several}
  public InetSocketAddress address() {
    return addresses().getFirst();
  }

  /// {@return all addresses and ports that the server listens on, in the order of the
  /// configuration}
  public List<InetSocketAddress> addresses() {
    return listening.stream().map(channel -> (InetSocketAddress) channel.localAddress()).toList();
  }

  /// {@return the connections at this moment, and totals since the start}
  public ServerCounts counts() {
    return new ServerCounts(core.connections().now(), core.malformed().now(), connections.denied());
  }

  /// {@return the number of malformed requests since the last call, by the sender's address; only
  /// for the first 1,000 addresses}
  public Map<String, Long> takeMalformedBySender() {
    return core.malformed().takeBySender();
  }

  /// {@return the dates of the certificate that peers see; empty without TLS}
  public Optional<CertificateDates> certificate() {
    return core.certificate().map(HostCertificate::dates);
  }

  /// Stops listening. Requests under way may end within the configured grace period. After that,
  /// they are interrupted. All connections are then closed.
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    listening.forEach(channel -> channel.close().awaitUninterruptibly());
    core.certificate().ifPresent(HostCertificate::close);
    open.forEach(
        channel -> channel.pipeline().fireUserEventTriggered(AtpServerHandler.Signal.CLOSING));
    if (!open.newCloseFuture().awaitUninterruptibly(core.config().timeouts().grace().toMillis())) {
      core.threads().shutdownNow();
      open.newCloseFuture().awaitUninterruptibly(TimeUnit.SECONDS.toMillis(LAST_ANSWERS_SECONDS));
    }
    // From now on the group closes connections that join it: one may have been accepted before, and
    // be registered only now. A loop that ends closes no such connection.
    open.close().awaitUninterruptibly();
    core.threads().shutdown();
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
