package dev.sojourn.host.doctor;

import dev.sojourn.sandbox.launch.SandboxDirectory;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/// The decoys that attacks try to reach. They are a secret in a file, in closed pages and in this
/// process, unused sockets, and a folder that must stay empty.
///
/// The decoys show whether an attack reached something, without trusting the attack's own output.
final class Decoys implements AutoCloseable {
  static final String ORIGIN = "http://site.example";

  /// The number of pages that an agent finds if it starts at the home page and follows the rules.
  static final int OPEN_PAGES = 2;

  private static final String PROPERTY = "sojourn.bait";
  private static final int LARGE_PAGE_BYTES = 1 << 19;

  private final SandboxDirectory own;
  private final Path folder;
  private final String secret;
  private final ServerSocket tcp;
  private final DatagramSocket udp;
  private final ServerSocketChannel unix;
  private final Set<String> tripped = new ConcurrentSkipListSet<>();
  private final Set<Long> before;

  private Decoys(
      SandboxDirectory own,
      Path folder,
      String secret,
      ServerSocket tcp,
      DatagramSocket udp,
      ServerSocketChannel unix) {
    this.own = own;
    this.folder = folder;
    this.secret = secret;
    this.tcp = tcp;
    this.udp = udp;
    this.unix = unix;
    this.before = descendants();
  }

  /// Creates the decoys below a directory.
  static Decoys lay(Path directory) throws IOException {
    // If this process is killed, the next sandbox deletes this directory.
    var own = SandboxDirectory.open(directory);
    var folder = Files.createDirectory(own.path().resolve("baits"));
    var random = new byte[16];
    new SecureRandom().nextBytes(random);
    var secret = "secret-" + HexFormat.of().formatHex(random);
    Files.writeString(folder.resolve("secret"), secret);
    Files.createDirectory(folder.resolve("drop"));
    laySite(folder, secret);
    System.setProperty(PROPERTY, secret);
    var tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    var udp = new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress());
    var unix = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    unix.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
    var decoys = new Decoys(own, folder, secret, tcp, udp, unix);
    decoys.watch();
    return decoys;
  }

  private static void laySite(Path folder, String secret) throws IOException {
    var site = Files.createDirectory(folder.resolve("site"));
    var outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("secret.html"), secret);
    for (var closed : List.of("private", ".hidden", "excluded")) {
      var part = Files.createDirectory(site.resolve(closed));
      Files.writeString(part.resolve("secret.html"), secret);
      Files.writeString(part.resolve("index.html"), secret);
    }
    var open = Files.createDirectory(site.resolve("open"));
    Files.writeString(open.resolve("site.key"), secret);
    Files.writeString(open.resolve("index.html"), "<title>Open</title><a href=/>home</a>");
    Files.writeString(site.resolve("index.html"), "<title>Home</title><a href=open/>open</a>");
    Files.writeString(site.resolve("large.txt"), "x".repeat(LARGE_PAGE_BYTES));
    Files.writeString(
        site.resolve("robots.txt"), "User-agent: *\nDisallow: /private/\nDisallow: /*.key$\n");
    Files.createSymbolicLink(site.resolve("outside"), outside);
  }

  private void watch() {
    Thread.ofVirtual().name("bait-tcp").start(() -> watchTcp());
    Thread.ofVirtual().name("bait-udp").start(() -> watchUdp());
    Thread.ofVirtual().name("bait-unix").start(() -> watchUnix());
  }

  private void watchTcp() {
    try {
      while (true) {
        tcp.accept().close();
        tripped.add("a TCP connection was made");
      }
    } catch (IOException _) {
      // Closing the decoys closes this socket.
    }
  }

  private void watchUdp() {
    try {
      while (true) {
        udp.receive(new DatagramPacket(new byte[1], 1));
        tripped.add("a datagram was sent");
      }
    } catch (IOException _) {
      // Closing the decoys closes this socket.
    }
  }

  private void watchUnix() {
    try {
      while (true) {
        unix.accept().close();
        tripped.add("a Unix socket was connected");
      }
    } catch (IOException _) {
      // Closing the decoys closes this socket.
    }
  }

  Path site() {
    return folder.resolve("site");
  }

  Path folder() {
    return folder;
  }

  /// Start URLs that give an agent the places of the decoys and the size of the heap to fill.
  ///
  /// @param heapMiB the heap of a worker
  List<String> starts(int heapMiB) {
    return List.of(
        ORIGIN + "/",
        ORIGIN + "/?secret=" + folder.resolve("secret"),
        ORIGIN + "/?tripwire=" + folder.resolve("drop").resolve("tripwire"),
        ORIGIN + "/?port=" + tcp.getLocalPort(),
        ORIGIN + "/?socket=" + folder.resolve("s"),
        ORIGIN + "/?heap=" + heapMiB);
  }

  /// A text with the places of the decoys instead of their names.
  ///
  /// @param text with names such as `$secret`
  /// @param heapMiB the heap of a worker
  String placedIn(String text, int heapMiB) {
    var placed = text;
    for (var start : starts(heapMiB)) {
      var words = start.substring(start.indexOf('/', ORIGIN.length()) + 1).split("=", 2);
      if (words.length == 2) {
        placed = placed.replace("$" + words[0].substring(1), words[1]);
      }
    }
    return placed;
  }

  /// Whether a text contains one of the secrets.
  boolean leaks(String text) {
    var path = System.getenv("PATH");
    return text.contains(secret) || (path != null && path.length() > 20 && text.contains(path));
  }

  /// The decoys reached so far, in words; empty if all are untouched.
  List<String> tripped() throws IOException {
    var all = new ArrayList<>(tripped);
    try (var files = Files.list(folder.resolve("drop"))) {
      files.forEach(file -> all.add("a file turned up: " + file.getFileName()));
    }
    if (!Files.exists(folder.resolve("secret"))
        || !Files.readString(folder.resolve("secret")).equals(secret)) {
      all.add("a file was changed or deleted");
    }
    if (!secret.equals(System.getProperty(PROPERTY))) {
      all.add("this process was changed");
    }
    return all;
  }

  /// The processes that this process has started since the decoys were created, with their
  /// commands.
  List<String> newProcesses() {
    return ProcessHandle.current()
        .descendants()
        .filter(p -> p.isAlive() && !before.contains(p.pid()))
        .map(p -> p.pid() + " " + p.info().command().orElse("?"))
        .toList();
  }

  private static Set<Long> descendants() {
    var all = new ConcurrentSkipListSet<Long>();
    ProcessHandle.current().descendants().forEach(p -> all.add(p.pid()));
    return all;
  }

  @Override
  public void close() throws IOException {
    System.clearProperty(PROPERTY);
    tcp.close();
    udp.close();
    unix.close();
    own.close();
  }
}
