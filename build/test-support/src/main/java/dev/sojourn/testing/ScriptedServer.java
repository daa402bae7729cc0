package dev.sojourn.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A server of raw bytes, which does to its peer whatever a test says.
public final class ScriptedServer implements AutoCloseable {
  /// Answers one request. To close the connection, it throws or closes `out`.
  @FunctionalInterface
  public interface Script {
    /// Answers a request.
    ///
    /// @param request that came
    /// @param out takes the answer
    /// @throws IOException to close the connection
    void answer(Request request, OutputStream out) throws IOException;
  }

  /// A request that came.
  ///
  /// @param connection which connection it came on, from 1
  /// @param line the first one
  /// @param fields as they came
  public record Request(int connection, String line, List<String> fields) {
    /// {@return what the first line asks for}
    public String target() {
      return line.split(" ", 3)[1];
    }
  }

  private final HeldPort port;
  private volatile ServerSocket server;
  private final Script script;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private final AtomicLong received = new AtomicLong();

  /// All that came so far.
  public final List<Request> requests = new CopyOnWriteArrayList<>();

  private ScriptedServer(HeldPort port, Script script) throws IOException {
    this.port = port;
    this.server = listening(port);
    this.script = script;
  }

  /// {@return a server that listens on loopback; the caller closes it}
  ///
  /// @param script what it does
  /// @throws IOException if it cannot listen
  public static ScriptedServer start(Script script) throws IOException {
    var server = new ScriptedServer(HeldPort.take(), script);
    server.listen();
    return server;
  }

  /// Stops listening, as a server that is restarted.
  ///
  /// @throws IOException if that fails
  public void refuse() throws IOException {
    server.close();
  }

  /// Listens again, at the same port.
  ///
  /// @throws IOException if that fails
  public void accept() throws IOException {
    server = listening(port);
    listen();
  }

  private static ServerSocket listening(HeldPort port) throws IOException {
    return new ServerSocket(port.number(), 50, InetAddress.getLoopbackAddress());
  }

  private void listen() {
    var listening = server;
    Thread.ofVirtual().start(() -> serveAll(listening));
  }

  /// {@return its scheme, address and port}
  public String origin() {
    return "http://127.0.0.1:" + port.number();
  }

  /// {@return how many connections were made}
  public int connections() {
    return connections.get();
  }

  /// {@return the most requests that were answered at once}
  public int mostUnderWay() {
    return mostUnderWay.get();
  }

  /// {@return the bytes that arrived}
  public long receivedBytes() {
    return received.get();
  }

  /// {@return the head of an answer}
  ///
  /// @param status of it
  /// @param fields as `name: value`
  public static String head(int status, String... fields) {
    var lines = new ArrayList<String>();
    lines.add("HTTP/1.1 " + status + " Said");
    lines.addAll(List.of(fields));
    return String.join("\r\n", lines) + "\r\n\r\n";
  }

  /// Writes a text.
  ///
  /// @param out takes it, in UTF-8
  /// @param text any
  /// @throws IOException if the peer has gone
  public static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /// Writes a whole answer.
  ///
  /// @param out takes it
  /// @param status of it
  /// @param body of it, in UTF-8
  /// @param fields besides its length
  /// @throws IOException if the peer has gone
  public static void page(OutputStream out, int status, String body, String... fields)
      throws IOException {
    var all = new ArrayList<>(List.of(fields));
    all.add("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
    say(out, head(status, all.toArray(String[]::new)) + body);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (var socket : open) {
      socket.close();
    }
    port.close();
  }

  private void serveAll(ServerSocket listening) {
    try {
      while (true) {
        var socket = listening.accept();
        open.add(socket);
        int number = connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket, number));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      while (true) {
        var line = in.readLine();
        if (line == null) {
          return;
        }
        long bytes = line.length() + 2L;
        var fields = new ArrayList<String>();
        for (var field = in.readLine(); !field.isEmpty(); field = in.readLine()) {
          fields.add(field);
          bytes += field.length() + 2;
        }
        received.addAndGet(bytes + 2);
        var request = new Request(number, line, fields);
        requests.add(request);
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try {
          script.answer(request, socket.getOutputStream());
        } finally {
          underWay.decrementAndGet();
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // The script closed the connection, or the peer did.
    }
  }
}
