package dev.sojourn.lab.load;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.host.cli.CommandRun;
import dev.sojourn.lab.demo.HostProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Puts load on a host daemon in a process of its own, and prints one line of figures. A program of
/// its own; docs/performance.md shows how it is started.
@Command(
    name = "wire-load",
    mixinStandardHelpOptions = true,
    description = "Dispatch agents to a host daemon of its own as fast as it takes them.")
public final class WireLoad implements Callable<Integer> {
  private static final int MAX_ATTEMPTS = 200;
  private static final int BETWEEN_ATTEMPTS_MILLIS = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--connections", description = "Connections that dispatch.")
  private int connections = 8;

  @Option(names = "--depth", description = "Requests under way on each connection.")
  private int depth = 1;

  @Option(names = "--count", description = "Agents to dispatch after the warm-up.")
  private int count = 4_000;

  @Option(names = "--tls", description = "Over atps:.")
  private boolean isTls;

  @Option(names = "--new-code", description = "Code of its own with each agent.")
  private boolean isNewCode;

  @Option(names = "--idle", description = "Connections besides that do nothing.")
  private int idle;

  @Option(names = "--slow", description = "Connections besides that never finish a request.")
  private int slow;

  @Option(names = "--echo", description = "Against a bare Netty server instead of a host.")
  private boolean isEcho;

  /// Creates the command; its options come from the command line.
  public WireLoad() {}

  /// Runs the command line and ends the process.
  ///
  /// @param args options
  public static void main(String[] args) {
    System.exit(CommandRun.commandLine(new WireLoad(), "wire-load").execute(args));
  }

  @Override
  public Integer call() throws Exception {
    var site = new LoadSite(Files.createTempDirectory("wire-load"));
    var owner = SigningKey.generate(new SecureRandom());
    var config = site.write(owner, isTls);
    try (var host = HostProcess.start(config, site.folder().resolve("host.log"))) {
      var address = AtpAddress.parse(host.listening()).orElseThrow();
      var requests = new LoadRequests(address, owner, LoadSite.ORIGIN);
      int warmUp = Math.max(connections * depth, count / 2);
      var all =
          isNewCode ? requests.ofNewCode(warmUp + count) : requests.ofKnownCode(warmUp + count);
      if (isEcho) {
        echo(all, warmUp);
      } else {
        load(LoadTarget.of(address, site.believed()), all, warmUp);
      }
    }
    return 0;
  }

  private void load(LoadTarget target, List<byte[]> all, int warmUp) throws Exception {
    try (var first = new LoadConnection(target.connect())) {
      first.run(all.subList(0, 1), 1, new Latencies(1));
    }
    measure(target, all.subList(1, warmUp));
    try (var crowd = new Crowd()) {
      crowd.idle(target, idle);
      crowd.slow(target, slow);
      var crowded = idle + slow == 0 ? "" : "%d other connections, ".formatted(crowd.size());
      say(crowded + measure(target, all.subList(warmUp, all.size())));
      say(
          "%d other connections at the end, %d failures to connect; the host's memory: %s"
              .formatted(crowd.size(), crowd.failures(), memory()));
    }
  }

  private void echo(List<byte[]> all, int warmUp) throws Exception {
    var least = all.stream().skip(1).mapToInt(request -> request.length).min().orElseThrow();
    var same = new ArrayList<byte[]>(all.size());
    all.forEach(request -> same.add(Arrays.copyOf(request, least)));
    int port = freePort();
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                EchoServer.class.getName(),
                Integer.toString(least),
                Integer.toString(port))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      var target = LoadTarget.of(new AtpAddress("127.0.0.1", port), emptyStore());
      awaitListening(target);
      measure(target, same.subList(0, warmUp));
      say("echo: " + measure(target, same.subList(warmUp, same.size())));
    } finally {
      process.destroyForcibly();
    }
  }

  private static int freePort() throws IOException {
    try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  private static void awaitListening(LoadTarget target) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try (var _ = target.connect()) {
        return;
      } catch (IOException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_ATTEMPTS_MILLIS);
      }
    }
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private String measure(LoadTarget target, List<byte[]> requests) throws Exception {
    var latencies = new Latencies(requests.size());
    var links = new ArrayList<LoadConnection>();
    for (int i = 0; i < connections; i++) {
      links.add(new LoadConnection(target.connect()));
    }
    var begun = System.nanoTime();
    var scores = run(links, requests, latencies);
    var took = Duration.ofNanos(System.nanoTime() - begun);
    for (var link : links) {
      link.close();
    }
    int okay = scores.stream().mapToInt(LoadConnection.Score::okay).sum();
    int other = scores.stream().mapToInt(LoadConnection.Score::other).sum();
    var why = scores.stream().map(LoadConnection.Score::lastOther).filter(s -> !s.isEmpty());
    return "%s %s, %d connections of depth %d: %,.0f dispatches/s; %s; %d bytes each; %d other%s"
        .formatted(
            isTls ? "atps" : "atp",
            isNewCode ? "new code" : "known code",
            connections,
            depth,
            okay / (took.toNanos() / 1e9),
            latencies,
            requests.getLast().length,
            other,
            why.findFirst().map(line -> " (" + line + ")").orElse(""));
  }

  private List<LoadConnection.Score> run(
      List<LoadConnection> links, List<byte[]> requests, Latencies latencies)
      throws InterruptedException, ExecutionException {
    var running = new ArrayList<Future<LoadConnection.Score>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < links.size(); i++) {
        var link = links.get(i);
        int from = (int) ((long) requests.size() * i / links.size());
        int to = (int) ((long) requests.size() * (i + 1) / links.size());
        running.add(threads.submit(() -> link.run(requests.subList(from, to), depth, latencies)));
      }
    }
    var scores = new ArrayList<LoadConnection.Score>();
    for (var one : running) {
      scores.add(one.get());
    }
    return scores;
  }

  /// The memory that the system says the daemon holds; without its workers.
  private static String memory() throws IOException {
    var host = ProcessHandle.current().children().findFirst();
    if (host.isEmpty()) {
      return "unknown";
    }
    var status = Path.of("/proc", Long.toString(host.get().pid()), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS") || line.startsWith("VmHWM"))
        .map(line -> line.replaceAll("\\s+", " "))
        .reduce((a, b) -> a + ", " + b)
        .orElse("unknown");
  }

  private void say(String line) {
    var out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
