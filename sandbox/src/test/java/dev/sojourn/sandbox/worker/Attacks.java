package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.confine.RawCall;
import java.io.File;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/// The attempts of arbitrary code. Each attack is a word, its arguments are words after it.
final class Attacks {
  /// Not to be seen from within a namespace of processes.
  private static final Optional<ProcessHandle> PARENT = ProcessHandle.current().parent();

  private final RawCall raw = new RawCall();

  /// Classes and libraries of the JDK that these attacks need are loaded before the wall is there,
  /// so that it is the wall that stops them.
  Attacks() {
    Arrays.asList(Socket.class, ServerSocket.class, DatagramSocket.class, FileChannel.class)
        .forEach(type -> initialise(type.getName()));
    initialise("sun.nio.ch.Net");
    initialise("java.lang.ProcessHandleImpl");
    initialise("java.lang.ProcessImpl");
    initialise("java.net.Inet4AddressImpl");
    ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    ManagementFactory.getGarbageCollectorMXBeans();
    ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class);
  }

  private static void initialise(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Runs an attack; gives its result, or the exception that it met.
  String run(String line) {
    var words = line.split(" ", -1);
    try {
      var attack = words[0].equals("raw") ? raw(words) : attack(words[0], words);
      return String.valueOf(attack.call());
    } catch (Throwable e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  /// `raw CALL NUMBERS…`; a call is a name of the table or a number, an argument a number,
  /// `text:…`, `zeros:LENGTH`, `parent`.
  private Callable<Object> raw(String[] words) {
    var arguments = new long[words.length - 2];
    for (int i = 0; i < arguments.length; i++) {
      var word = words[i + 2];
      if (word.startsWith("text:")) {
        arguments[i] = raw.text(word.substring(5));
      } else if (word.startsWith("zeros:")) {
        arguments[i] = raw.zeros(Long.parseLong(word.substring(6)));
      } else if (word.equals("parent")) {
        arguments[i] = PARENT.orElseThrow().pid();
      } else {
        arguments[i] = Long.decode(word);
      }
    }
    boolean number = Character.isDigit(words[1].charAt(0));
    return () ->
        number
            ? raw.byNumber(Integer.decode(words[1]), arguments)
            : raw.byName(words[1], arguments);
  }

  @SuppressWarnings({"StreamResourceLeak", "AddressSelection"}) // none of this may succeed
  private static Callable<Object> attack(String name, String[] words) {
    return Objects.requireNonNull(
        Map.<String, Callable<Object>>ofEntries(
                Map.entry("read", () -> Files.readString(Path.of(words[1]))),
                Map.entry("properties", () -> System.getProperties().values().toString()),
                Map.entry("exists", () -> new File(words[1]).exists()),
                Map.entry("list", () -> Arrays.toString(new File(words[1]).list())),
                Map.entry("walk", () -> Files.list(Path.of(words[1])).count()),
                Map.entry("write", () -> Files.writeString(Path.of(words[1]), "x")),
                Map.entry(
                    "append",
                    () -> Files.writeString(Path.of(words[1]), "x", StandardOpenOption.APPEND)),
                Map.entry("truncate", () -> new RandomAccessFile(words[1], "rw")),
                Map.entry("delete", () -> delete(Path.of(words[1]))),
                Map.entry(
                    "rename", () -> Files.move(Path.of(words[1]), Path.of(words[1] + ".moved"))),
                Map.entry("mkdir", () -> Files.createDirectory(Path.of(words[1]))),
                Map.entry(
                    "link", () -> Files.createSymbolicLink(Path.of(words[1]), Path.of("/etc"))),
                Map.entry("chmod", () -> new File(words[1]).setWritable(true, false)),
                Map.entry("map", () -> FileChannel.open(Path.of(words[1]))),
                Map.entry("dump", () -> dump(words[1])),
                Map.entry("connect", () -> new Socket("127.0.0.1", Integer.parseInt(words[1]))),
                Map.entry("listen", () -> new ServerSocket(0)),
                Map.entry("datagram", () -> new DatagramSocket(0)),
                Map.entry("resolve", () -> InetAddress.getByName("sojourn.example")),
                Map.entry("unix", () -> unix(words[1])),
                Map.entry(
                    "channel", () -> SocketChannel.open(new InetSocketAddress("127.0.0.1", 80))),
                Map.entry("url", () -> URI.create(words[1]).toURL().openStream()),
                Map.entry("exec", () -> Runtime.getRuntime().exec(new String[] {words[1]})),
                Map.entry("build", () -> new ProcessBuilder(words[1]).inheritIO().start()),
                Map.entry("killParent", () -> PARENT.orElseThrow().destroyForcibly()),
                Map.entry("processes", () -> ProcessHandle.allProcesses().count()),
                Map.entry("library", () -> library(words[1])),
                Map.entry("environment", () -> System.getenv().toString()),
                Map.entry("garbage", Attacks::garbage),
                Map.entry("compile", Attacks::compile),
                Map.entry("threads", Attacks::threads),
                Map.entry("virtual", Attacks::virtual),
                Map.entry("define", Attacks::define),
                Map.entry("overflow", () -> overflow(0)),
                Map.entry("echo", () -> words[1]),
                Map.entry("print", () -> System.out.printf("x%n").checkError()),
                Map.entry("initialise", () -> Class.forName(words[1], true, null).getName()))
            .get(name),
        name);
  }

  private static boolean delete(Path path) throws Exception {
    Files.delete(path);
    return true;
  }

  private static String unix(String path) throws Exception {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(path));
      return "connected";
    }
  }

  private static String dump(String path) throws Exception {
    ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class)
        .dumpHeap(path, false);
    return "dumped";
  }

  @SuppressWarnings("restricted") // this must not work
  private static String library(String path) {
    System.load(path);
    return "loaded";
  }

  // The work that the JVM must go on doing.

  private static String garbage() {
    var kept = new byte[16][];
    for (int i = 0; i < 2_000; i++) {
      kept[i % kept.length] = new byte[1 << 20];
    }
    System.gc();
    boolean collected =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .allMatch(collector -> collector.getCollectionCount() > 0);
    return "collected " + collected;
  }

  private static String compile() {
    long before = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    long sum = 0;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    do {
      for (int i = 0; i < 3_000_000; i++) {
        sum += Integer.toString(i).hashCode() % 7;
      }
    } while (ManagementFactory.getCompilationMXBean().getTotalCompilationTime() == before
        && System.nanoTime() < end);
    boolean more = ManagementFactory.getCompilationMXBean().getTotalCompilationTime() > before;
    return "compiled " + (more && sum != 0);
  }

  private static String threads() throws InterruptedException {
    var counted = new java.util.concurrent.atomic.AtomicInteger();
    for (int round = 0; round < 5; round++) {
      var threads = new Thread[10];
      for (int i = 0; i < threads.length; i++) {
        threads[i] = Thread.ofPlatform().start(counted::incrementAndGet);
      }
      for (var thread : threads) {
        thread.join();
      }
    }
    return "ran " + counted;
  }

  private static String virtual() throws Exception {
    try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      return "virtual " + threads.submit(() -> Thread.currentThread().isVirtual()).get();
    }
  }

  private static String define() {
    WarmupAgent.run();
    return "defined";
  }

  @SuppressWarnings("InfiniteRecursion")
  private static String overflow(int depth) {
    try {
      return overflow(depth + 1);
    } catch (StackOverflowError _) {
      return "caught";
    }
  }
}
