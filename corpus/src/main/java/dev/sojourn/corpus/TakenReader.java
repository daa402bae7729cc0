package dev.sojourn.corpus;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.confine.ResourceLimits;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ReadOrder;
import dev.sojourn.sandbox.pipe.ReadReply;
import dev.sojourn.sandbox.pipe.ReaderPipe;
import dev.sojourn.sandbox.start.ProcessWall;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// A reader that any page can take over. It starts and confines itself as a reader does. If a page
/// begins with [#MARK], it follows the script in the page, as arbitrary code, and replies with a
/// view whose title has all results. It says of other pages that their text is the title.
///
/// Words: `read`, `list`, `write` and `delete` PATH; `connect` and `datagram` PORT; `unix` PATH;
/// `listen`, `resolve NAME`, `processes`, `exec PROGRAM`, `environment`, `fill` (the heap); `call
/// FUNCTION ARGUMENTS` of the C library, with numbers and texts; `reply TITLE`, `links URLS`,
/// `failed TEXT` and `reason TEXT` (both with escapes as in Java), `slow`, `hex BYTES`, `zeros N`,
/// `close`, `exit STATUS`, `silent`; `many N WORD`, `forever WORD`.
public final class TakenReader {
  static final String MARK = "take over\n";

  private static final long MIB = 1L << 20;
  private static final ViewReader.Source PAGE =
      new ViewReader.Source(
          PageUrl.parse("http://127.0.0.1/").orElseThrow(), Map.of(), new byte[0]);

  private final SocketChannel channel;
  private final ReaderPipe orders;
  private boolean hasReplied;

  private TakenReader(SocketChannel channel, ReaderPipe orders) {
    this.channel = channel;
    this.orders = orders;
  }

  /// Runs a reader until its socket closes.
  ///
  /// @param arguments the MiB, the threads, and the path of the socket
  /// @throws Exception if the other side is gone
  public static void main(String[] arguments) throws Exception {
    var policy = SeccompPolicy.prepare();
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[2]));
    var limits =
        new ResourceLimits(Long.parseLong(arguments[0]) * MIB, Integer.parseInt(arguments[1]));
    var pipe = new Pipe(channel);
    loadAll();
    pipe.send(new FromWorker.Ready(List.of(ProcessWall.raise(policy, limits))));
    var reader = new TakenReader(channel, new ReaderPipe(pipe));
    while (true) {
      reader.answer(reader.orders.readOrder());
    }
  }

  /// Loads classes and libraries that the scripts need, so that only the wall stops them.
  private static void loadAll() throws Exception {
    for (var name :
        List.of("sun.nio.ch.Net", "java.lang.ProcessHandleImpl", "java.lang.ProcessImpl")) {
      var _ = Class.forName(name);
    }
    for (var type :
        List.of(Socket.class, ServerSocket.class, DatagramSocket.class, FileChannel.class)) {
      var _ = Class.forName(type.getName());
    }
    var _ = Class.forName("java.net.Inet4AddressImpl");
    var _ = Linker.nativeLinker();
    for (var wanted : ReadOrder.Wanted.values()) {
      var _ = reply(new ReadOrder(wanted, 0, PAGE), "");
    }
  }

  private void answer(ReadOrder order) throws IOException {
    var text = new String(order.source().body(), StandardCharsets.UTF_8);
    if (!text.startsWith(MARK)) {
      orders.send(reply(order, text));
      return;
    }
    hasReplied = false;
    var noted = new ArrayList<String>();
    for (var line : text.substring(MARK.length()).lines().toList()) {
      noted.add(result(line));
    }
    if (!hasReplied) {
      orders.send(reply(order, String.join(" ", noted)));
    }
  }

  private static ReadReply reply(ReadOrder order, String title) {
    return switch (order.wanted()) {
      case PAGE -> view(title, Stream.of());
      case TREE -> new ReadReply.Done(TreeView.EMPTY.octets());
      case TEXT -> new ReadReply.Done(order.source().body());
    };
  }

  private static ReadReply view(String title, Stream<String> links) {
    return view(title, links, "");
  }

  private static ReadReply view(String title, Stream<String> links, String unparsed) {
    var all = links.map(url -> new Link(url, "", false)).toList();
    return new ReadReply.Done(
        PageView.of(
                new ParsedPage(
                    new ParsedPage.Type("text/html", "UTF-8", true),
                    new ParsedPage.Texts(title, List.of(), "", "", List.of()),
                    new ParsedPage.Links(all, List.of(), 0, 0),
                    ParsedPage.Statements.NONE,
                    0,
                    Set.of(),
                    unparsed))
            .octets());
  }

  /// Follows a line of a script; returns its result, or the exception.
  private String result(String line) {
    int blank = line.indexOf(' ');
    var word = blank < 0 ? line : line.substring(0, blank);
    var rest = blank < 0 ? "" : line.substring(blank + 1);
    try {
      return String.valueOf(follow(word, rest));
    } catch (Throwable e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  @SuppressWarnings("AddressSelection") // No name is found.
  private Object follow(String word, String rest) throws Throwable {
    return switch (word) {
      case "read" -> Files.readString(Path.of(rest));
      case "list" -> names(Path.of(rest));
      case "write" -> Files.writeString(Path.of(rest), "x");
      case "delete" -> Files.deleteIfExists(Path.of(rest)) ? "deleted" : "not there";
      case "connect" -> new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(rest));
      case "datagram" -> datagram(Integer.parseInt(rest));
      case "unix" -> SocketChannel.open(UnixDomainSocketAddress.of(rest));
      case "listen" -> new ServerSocket(0);
      case "resolve" -> InetAddress.getByName(rest);
      case "processes" -> ProcessHandle.allProcesses().count();
      case "exec" -> new ProcessBuilder(rest).start().pid();
      case "environment" -> System.getenv() + " " + System.getProperties();
      case "fill" -> fill();
      case "call" -> call(rest.split(" ", -1));
      default -> say(word, rest);
    };
  }

  private String say(String word, String rest) throws Throwable {
    switch (word) {
      case "reply" -> send(view(rest, Stream.of()));
      case "links" -> send(view("Lies", Arrays.stream(rest.split(" ", -1))));
      case "failed" -> send(new ReadReply.Failed(rest.translateEscapes()));
      case "reason" -> send(view("", Stream.of(), rest.translateEscapes()));
      case "slow" -> send(new ReadReply.TooSlow());
      case "hex" -> write(HexFormat.of().parseHex(rest));
      case "zeros" -> write(new byte[Integer.parseInt(rest)]);
      case "close" -> channel.close();
      case "exit" -> Runtime.getRuntime().halt(Integer.parseInt(rest));
      case "silent" -> Thread.currentThread().join();
      case "many" -> {
        var words = rest.split(" ", 2);
        for (int i = Integer.parseInt(words[0]); i > 0; i--) {
          var _ = result(words[1]);
        }
      }
      case "forever" -> {
        while (true) {
          var _ = result(rest);
        }
      }
      default -> throw new IllegalArgumentException(word);
    }
    return "";
  }

  private void send(ReadReply reply) throws IOException {
    hasReplied = true;
    orders.send(reply);
  }

  private void write(byte[] octets) throws IOException {
    for (var rest = ByteBuffer.wrap(octets); rest.hasRemaining(); ) {
      channel.write(rest);
    }
  }

  private static String names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.toList().toString();
    }
  }

  private static String datagram(int port) throws IOException {
    try (var socket = new DatagramSocket()) {
      socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), port));
    }
    return "sent";
  }

  private static int fill() {
    var all = new ArrayList<byte[]>();
    do {
      all.add(new byte[1 << 20]);
    } while (all.size() < Integer.MAX_VALUE);
    return all.size();
  }

  /// Calls a function of the C library, which returns a number.
  @SuppressWarnings("restricted")
  private static Object call(String[] words) throws Throwable {
    var types = new MemoryLayout[words.length - 1];
    Arrays.fill(types, ValueLayout.JAVA_LONG);
    var linker = Linker.nativeLinker();
    var function =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow(words[0]),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
    var arguments = new ArrayList<Object>();
    for (var word : Arrays.asList(words).subList(1, words.length)) {
      boolean isNumber = word.matches("-?[0-9].*");
      arguments.add(isNumber ? Long.decode(word) : Arena.global().allocateFrom(word).address());
    }
    return words[0] + " " + function.invokeWithArguments(arguments);
  }
}
