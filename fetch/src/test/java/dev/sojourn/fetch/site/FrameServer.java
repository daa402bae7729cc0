package dev.sojourn.fetch.site;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import okhttp3.internal.http2.Hpack;
import okio.Buffer;

/// A server of literal HTTP/2 frames over TLS, which does to its peer whatever a test says.
final class FrameServer implements AutoCloseable {
  static final int DATA = 0x0;
  static final int HEADERS = 0x1;
  static final int PRIORITY = 0x2;
  static final int RST_STREAM = 0x3;
  static final int SETTINGS = 0x4;
  static final int PUSH_PROMISE = 0x5;
  static final int PING = 0x6;
  static final int GOAWAY = 0x7;
  static final int WINDOW_UPDATE = 0x8;
  static final int CONTINUATION = 0x9;
  static final int END_STREAM = 0x1;
  static final int END_HEADERS = 0x4;

  /// A block of one field, which is in the static table: `:status: 200`.
  static final byte[] OK = {(byte) 0x88};

  /// Serves one connection. To close it, it returns or throws.
  interface Script {
    void serve(Peer peer) throws IOException;
  }

  /// @param stream that it came on
  /// @param fields as `name: value`
  record Request(int stream, List<String> fields) {
    String path() {
      return fields.stream()
          .filter(field -> field.startsWith(":path: "))
          .findFirst()
          .orElseThrow()
          .substring(":path: ".length());
    }
  }

  private final ServerSocket server;
  private final SSLContext tls;
  private final String protocol;
  private final Script script;
  private final List<SSLSocket> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  final List<Request> requests = new CopyOnWriteArrayList<>();

  /// The frames besides requests, as `type stream payload`, the payload in hexadecimal.
  final List<String> others = new CopyOnWriteArrayList<>();

  private FrameServer(SSLContext tls, String protocol, Script script) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.tls = tls;
    this.protocol = protocol;
    this.script = script;
  }

  static FrameServer start(SSLContext tls, Script script) throws IOException {
    return start(tls, "h2", script);
  }

  /// @param protocol that the server chooses, whatever is offered
  static FrameServer start(SSLContext tls, String protocol, Script script) throws IOException {
    var server = new FrameServer(tls, protocol, script);
    Thread.ofVirtual().start(server::serveAll);
    return server;
  }

  String origin() {
    return "https://localhost:" + server.getLocalPort();
  }

  int port() {
    return server.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (var socket : open) {
      socket.close();
    }
  }

  private void serveAll() {
    try {
      while (true) {
        var raw = server.accept();
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(raw, null, true);
        socket.setHandshakeApplicationProtocolSelector((_, _) -> protocol);
        open.add(socket);
        int number = connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket, number));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(SSLSocket socket, int number) {
    try (socket) {
      var peer = new Peer(number, new DataInputStream(socket.getInputStream()), socket);
      peer.in.readNBytes(24);
      script.serve(peer);
    } catch (IOException e) {
      // The script closed the connection, or the peer did.
    }
  }

  /// One connection. Used by one thread at a time.
  final class Peer {
    private final int number;
    private final DataInputStream in;
    private final OutputStream out;
    private final Buffer block = new Buffer();
    private Hpack.Reader fields = new Hpack.Reader(block, 4096, 4096);

    private Peer(int number, DataInputStream in, SSLSocket socket) throws IOException {
      this.number = number;
      this.in = in;
      this.out = socket.getOutputStream();
    }

    /// Which connection it is, from 1.
    int connection() {
      return number;
    }

    /// Reads up to the next request.
    Request next() throws IOException {
      while (true) {
        int head = in.readInt();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        var payload = in.readNBytes(head >>> 8);
        if ((head & 0xff) == HEADERS) {
          var block = new ByteArrayOutputStream();
          block.writeBytes(payload);
          for (int more = flags; (more & END_HEADERS) == 0; ) {
            int length = in.readInt() >>> 8;
            more = in.readUnsignedByte();
            in.readInt();
            block.writeBytes(in.readNBytes(length));
          }
          var request = new Request(stream, decoded(block.toByteArray()));
          requests.add(request);
          return request;
        }
        others.add("%d %d %s".formatted(head & 0xff, stream, HexFormat.of().formatHex(payload)));
      }
    }

    private List<String> decoded(byte[] octets) throws IOException {
      block.write(octets);
      fields.readHeaders();
      return fields.getAndResetHeaderList().stream()
          .map(field -> field.name.utf8() + ": " + field.value.utf8())
          .toList();
    }

    /// Decodes fields without a table from now on.
    void forgetTable() {
      fields = new Hpack.Reader(block, 0, 0);
    }

    void send(int type, int flags, int stream, byte[] payload) throws IOException {
      raw(frame(type, flags, stream, payload));
    }

    void raw(byte[] octets) throws IOException {
      out.write(octets);
      out.flush();
    }

    /// @param settings six octets each
    void settings(int... settings) throws IOException {
      send(SETTINGS, 0, 0, octets(settings));
    }

    void ok(int stream, String body) throws IOException {
      var octets = new ByteArrayOutputStream();
      octets.writeBytes(frame(HEADERS, END_HEADERS, stream, OK));
      octets.writeBytes(frame(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.UTF_8)));
      raw(octets.toByteArray());
    }
  }

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt((payload.length << 8) | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  static byte[] octets(int... values) {
    var octets = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      octets[i] = (byte) values[i];
    }
    return octets;
  }

  /// A block of `:status` and further fields, literally, in no table.
  static byte[] block(String status, String... fields) {
    var block = new ByteArrayOutputStream();
    block.writeBytes(octets(0x08, 3));
    block.writeBytes(status.getBytes(StandardCharsets.US_ASCII));
    for (var field : fields) {
      var parts = field.split(": ", 2);
      block.write(0x00);
      for (var part : parts) {
        block.write(part.length());
        block.writeBytes(part.getBytes(StandardCharsets.US_ASCII));
      }
    }
    return block.toByteArray();
  }
}
