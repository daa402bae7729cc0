package dev.sojourn.host.metrics;

import dev.sojourn.host.store.StoreException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Serves health and metrics over plain HTTP, for the operator's tools: `/livez`, `/readyz` and
/// `/metrics`. It answers only GET and HEAD, once per connection.
///
/// An attacker's domain name may point to this server and lead a local browser to it (DNS
/// rebinding). Therefore the `Host` field of a request must be an address, a loopback name or a
/// name of this host. Clients that send incomplete requests cannot block others: at the limit, a
/// new connection replaces the oldest one.
public final class MetricsServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MetricsServer.class.getName());
  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String EXPOSITION = "text/plain; version=0.0.4; charset=utf-8";
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.%]+]");
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");
  private static final int BACKLOG = 16;
  private static final int MAX_CONNECTIONS = 32;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private record Answer(int status, String type, String text) {
    static Answer plain(int status, String text) {
      return new Answer(status, PLAIN, text);
    }
  }

  private final ServerSocket server;
  private final Set<String> names;
  private final HostMetrics metrics;
  private final Supplier<Health> health;
  private final ArrayDeque<Socket> open = new ArrayDeque<>();

  private MetricsServer(
      ServerSocket server, Set<String> names, HostMetrics metrics, Supplier<Health> health) {
    this.server = server;
    this.names = names;
    this.metrics = metrics;
    this.health = health;
  }

  /// Starts the server.
  ///
  /// @param listen the address
  /// @param names of this host, without ports; loopback names and the address are always accepted
  /// @param metrics of the daemon
  /// @param health the current health of the daemon
  /// @return the server; the caller closes it
  /// @throws IOException if it cannot listen on the address
  public static MetricsServer start(
      InetSocketAddress listen, Set<String> names, HostMetrics metrics, Supplier<Health> health)
      throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(listen, BACKLOG);
    } catch (IOException e) {
      socket.close();
      throw new IOException(
          "the page of metrics cannot listen on %s:%d (%s); end the other program, or change metrics.listen"
              .formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
          e);
    }
    var own = new HashSet<String>();
    names.forEach(name -> own.add(name.toLowerCase(Locale.ROOT)));
    own.add(listen.getHostString().toLowerCase(Locale.ROOT));
    var server = new MetricsServer(socket, own, metrics, health);
    Thread.ofPlatform().daemon().name("metrics").start(server::accept);
    return server;
  }

  /// {@return the address on which it listens}
  public InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        admit(server.accept());
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.log(System.Logger.Level.DEBUG, "A connection to the metrics failed: {0}", e);
          pause();
        }
      }
    }
  }

  /// Without a pause, a process without free descriptors would loop here.
  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void admit(Socket socket) {
    synchronized (this) {
      if (open.size() >= MAX_CONNECTIONS) {
        close(open.removeFirst());
      }
      open.addLast(socket);
    }
    Thread.ofVirtual().name("metrics-" + socket.getPort()).start(() -> serve(socket));
  }

  private void serve(Socket socket) {
    try (socket) {
      var request = MetricsRequest.read(socket);
      send(socket, request, answer(request));
      MetricsRequest.awaitEnd(socket);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A request for the metrics failed: {0}", e.getMessage());
    } finally {
      synchronized (this) {
        open.remove(socket);
      }
    }
  }

  private static void send(Socket socket, Optional<MetricsRequest> request, Answer answer)
      throws IOException {
    var body = answer.text().getBytes(StandardCharsets.UTF_8);
    var lines =
        List.of(
            "HTTP/1.1 " + answer.status() + " " + phrase(answer.status()),
            "Content-Type: " + answer.type(),
            "Content-Length: " + body.length,
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            "Allow: GET, HEAD",
            "Connection: close",
            "",
            "");
    var out = socket.getOutputStream();
    out.write(String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII));
    if (!request.map(MetricsRequest::method).equals(Optional.of("HEAD"))) {
      out.write(body);
    }
    out.flush();
  }

  private static String phrase(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 400 -> "Bad Request";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 421 -> "Misdirected Request";
      default -> "Service Unavailable";
    };
  }

  private Answer answer(Optional<MetricsRequest> read) {
    if (read.isEmpty()) {
      return Answer.plain(400, "This is no request that is read here.\n");
    }
    var request = read.get();
    if (request.host().filter(host -> !isOwn(host)).isPresent()) {
      return Answer.plain(
          421,
          "This page is asked by an address, by localhost, or by a name of this host"
              + " (policy.names).\n");
    }
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return Answer.plain(405, "Only GET and HEAD are answered.\n");
    }
    return switch (request.path()) {
      case "/livez" -> Answer.plain(200, "alive\n");
      case "/readyz" -> ready(health.get());
      case "/metrics" -> metrics();
      default -> Answer.plain(404, "Here are /livez, /readyz and /metrics.\n");
    };
  }

  /// DNS rebinding needs a name; an address is safe.
  private boolean isOwn(String host) {
    var name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    return ADDRESS.matcher(name).matches()
        || name.equals("localhost")
        || name.endsWith(".localhost")
        || names.contains(name);
  }

  private static Answer ready(Health health) {
    var remarks =
        health.remarks().stream().map(sentence -> sentence + "\n").collect(Collectors.joining());
    return health
        .obstacle()
        .map(why -> Answer.plain(503, "not ready: " + why + "\n" + remarks))
        .orElseGet(() -> Answer.plain(200, "ready\n" + remarks));
  }

  private Answer metrics() {
    try {
      return new Answer(200, EXPOSITION, metrics.text());
    } catch (StoreException e) {
      LOG.log(System.Logger.Level.WARNING, "The metrics could not be read: {0}", e.getMessage());
      return Answer.plain(503, "The disk of this host fails.\n");
    }
  }

  @Override
  public synchronized void close() {
    try {
      server.close();
      open.forEach(MetricsServer::close);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "The metrics did not close: {0}", e.getMessage());
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection did not close: {0}", e.getMessage());
    }
  }
}
