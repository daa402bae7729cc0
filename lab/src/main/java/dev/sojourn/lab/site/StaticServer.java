package dev.sojourn.lab.site;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A web server for the files of a folder, over HTTP/1.1 with persistent connections and gzip. Its
/// access log counts every byte of its connections. In the lab it runs as a separate program. It
/// serves only crawlers on this machine, so it supports only GET and HEAD.
public final class StaticServer implements AutoCloseable {
  /// The argument that lets `/page` mean the file `page.html`.
  public static final String CLEAN_URLS = "clean-urls";

  /// The argument that turns compression off.
  public static final String PLAIN = "plain";

  private static final int BACKLOG = 1_024;
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int BUFFER_BYTES = 16 << 10;

  private final SiteFiles files;
  private final AccessLog log;
  private final ServerSocket socket;

  private StaticServer(SiteFiles files, AccessLog log, ServerSocket socket) {
    this.files = files;
    this.log = log;
    this.socket = socket;
  }

  /// Serves until standard input ends. The first line on standard output is the port.
  ///
  /// @param arguments the folder, the file of the access log, and optionally [#CLEAN_URLS] and
  ///   [#PLAIN]
  /// @throws IOException if the port or the log cannot be opened
  public static void main(String[] arguments) throws IOException {
    var words = List.of(arguments);
    boolean hasCleanUrls = words.contains(CLEAN_URLS);
    boolean hasGzip = !words.contains(PLAIN);
    try (var server = start(Path.of(arguments[0]), Path.of(arguments[1]), hasCleanUrls, hasGzip);
        var out = new FileOutputStream(FileDescriptor.out)) {
      out.write((server.port() + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      try (var in = new FileInputStream(FileDescriptor.in)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  /// Starts to serve a folder on a free port of the loopback address.
  ///
  /// @param root the folder
  /// @param accessLog the file of the access log, which is overwritten
  /// @param hasCleanUrls whether `/page` means the file `page.html`
  /// @param hasGzip whether text is compressed for clients that accept gzip
  /// @return the server; the caller must close it
  /// @throws IOException if the port or the log cannot be opened
  public static StaticServer start(Path root, Path accessLog, boolean hasCleanUrls, boolean hasGzip)
      throws IOException {
    var socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    try {
      var log = new AccessLog(accessLog, InstantSource.system());
      var files = new SiteFiles(root, hasCleanUrls, hasGzip, InstantSource.system());
      var server = new StaticServer(files, log, socket);
      Thread.ofVirtual().name("accept").start(server::accept);
      return server;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /// {@return the port on the loopback address}
  public int port() {
    return socket.getLocalPort();
  }

  /// Accepts no more connections, and closes the access log.
  @Override
  public void close() throws IOException {
    socket.close();
    log.close();
  }

  private void accept() {
    try {
      while (true) {
        var connection = socket.accept();
        Thread.ofVirtual().name("connection").start(() -> serve(connection));
      }
    } catch (IOException _) {
      // The program ends.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      var in = new BufferedInputStream(connection.getInputStream(), BUFFER_BYTES);
      var out = connection.getOutputStream();
      for (var head = head(in); head.isPresent(); head = head(in)) {
        var request = RequestHead.parse(head.get());
        var answer = files.answer(request);
        // The answer is logged before it is sent, so a client that has the answer also finds the
        // log entry.
        log.add(request, answer);
        out.write(answer.bytes());
        out.flush();
        if (!request.isKept()) {
          return;
        }
      }
    } catch (IOException _) {
      // The client has disconnected and would not read an error.
    }
  }

  /// Reads the head of a request with its empty line; empty at the end of the connection.
  private static Optional<String> head(BufferedInputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 2) {
      int next = in.read();
      if (next < 0 || head.size() >= MAX_HEAD_BYTES) {
        return Optional.empty();
      }
      head.write(next);
      if (next == '\n') {
        ends++;
      } else if (next != '\r') {
        ends = 0;
      }
    }
    return Optional.of(head.toString(StandardCharsets.ISO_8859_1));
  }
}
