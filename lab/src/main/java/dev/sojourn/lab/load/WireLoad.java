package dev.sojourn.lab.load;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Puts every kind of load on host daemons in separate processes, and prints a table. It ends
/// without help: each line has a time limit, and requests that were not sent by then are omitted.
@Command(
    name = "wire-load",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Dispatch agents to host daemons of its own as fast as they take them, and print a table.",
      "Takes several minutes; each line has its time, and what was not sent by then is not sent."
    })
public final class WireLoad implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofSeconds(8);
  private static final Duration LONGEST_RELAY = Duration.ofSeconds(40);
  private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(3);
  private static final int CROWD = 10_000;
  private static final int HOPS = 1_000;
  private static final int WARM_UP_HOPS = 50_000;
  private static final int SHORT = 100;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--short", description = "A hundredth of everything: to see whether it runs.")
  private boolean isShort;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      description =
          "Only the parts whose names match: echo atp, echo atps, known atp, known atps, new atp,"
              + " new atps, slow, idle, relay.")
  private Pattern only = Pattern.compile("");

  private final SigningKey owner = SigningKey.generate(new SecureRandom());
  private final List<LoadRow> rows = new ArrayList<>();

  /// Creates the command; its options come from the command line.
  public WireLoad() {}

  /// One part of the table.
  @FunctionalInterface
  private interface Part {
    void run(Path folder)
        throws IOException, GeneralSecurityException, InterruptedException, ExecutionException;
  }

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    if (!json.isGiven()) {
      say(LoadRow.head());
    }
    for (var isTls : List.of(false, true)) {
      part("echo " + scheme(isTls), folder -> echo(folder, isTls));
    }
    for (var isTls : List.of(false, true)) {
      part("known " + scheme(isTls), folder -> dispatches(folder, isTls, false));
    }
    for (var isTls : List.of(false, true)) {
      part("new " + scheme(isTls), folder -> dispatches(folder, isTls, true));
    }
    part("slow", this::besideSlow);
    part("idle", this::besideIdle);
    part("relay", this::relay);
    if (json.isGiven()) {
      JsonOption.print(spec.commandLine().getOut(), rows.stream().map(LoadRow::json).toList());
    }
    return (rows.stream().allMatch(row -> row.other() == 0) ? ExitCode.DONE : ExitCode.PARTIAL)
        .code();
  }

  /// Measures a part. A failure becomes one line, and the other parts are still measured.
  private void part(String name, Part part)
      throws IOException, GeneralSecurityException, InterruptedException {
    if (!only.matcher(name).find()) {
      return;
    }
    var folder = Files.createTempDirectory("wire-load");
    try {
      part.run(folder.resolve(name.replace(' ', '-')));
      delete(folder);
    } catch (IOException | ExecutionException | CommandException e) {
      add(LoadRow.failed(name, e.getMessage() + "; its files are in " + folder));
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (var paths = Files.walk(folder)) {
      all = paths.toList();
    }
    for (var path : all.reversed()) {
      Files.deleteIfExists(path);
    }
  }

  private int divisor() {
    return isShort ? SHORT : 1;
  }

  private int few(int full) {
    return Math.max(1, full / divisor());
  }

  private static String scheme(boolean isTls) {
    return isTls ? "atps" : "atp";
  }

  private void dispatches(Path folder, boolean isTls, boolean isNew)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    for (var loads : LoadCase.groups(divisor())) {
      var own = folder.resolve("%d-connections".formatted(loads.getFirst().connections()));
      dispatches(own, loads, isTls, isNew);
    }
  }

  private void dispatches(Path folder, List<LoadCase> loads, boolean isTls, boolean isNew)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    try (var host = LoadHost.start(folder, owner, isTls)) {
      var bench = host.warmedUp(divisor(), LONGEST);
      for (var load : loads) {
        var requests =
            isNew
                ? host.requests().ofNewCode(load.requests())
                : host.requests().ofKnownCode(load.requests());
        var name = named(isTls, isNew) + ", " + load;
        if (load.isOneAtATime()) {
          bench.settle();
        }
        add(bench.measure(name, load, requests));
      }
    }
  }

  private void besideSlow(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    try (var host = LoadHost.start(folder, owner, false);
        var crowd = new Crowd()) {
      var bench = host.warmedUp(divisor(), LONGEST);
      bench.settle();
      crowd.slow(host.target(), few(CROWD));
      beside("that never finish a request", host, bench, crowd);
    }
  }

  private void besideIdle(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    idle(folder.resolve("new"));
    try (var host = LoadHost.start(folder, owner, true);
        var crowd = new Crowd()) {
      var bench = host.warmedUp(divisor(), LONGEST);
      bench.settle();
      crowd.idle(host.target(), few(CROWD));
      beside("idle over TLS", host, bench, crowd);
    }
  }

  /// Measures the cost of connections alone, on a new daemon.
  private void idle(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    try (var host = LoadHost.start(folder, owner, true);
        var crowd = new Crowd()) {
      long begun = System.nanoTime();
      crowd.idle(host.target(), few(CROWD));
      double seconds = (System.nanoTime() - begun) / 1e9;
      int made = crowd.size();
      var name = "%,d connections, idle over TLS, and nothing else".formatted(made);
      int failed = few(CROWD) - made;
      add(LoadRow.idle(name, made / seconds, made, failed, ProcessUse.residentMiB(host.pid())));
    }
  }

  private void beside(String what, LoadHost host, LoadBench bench, Crowd crowd)
      throws IOException, InterruptedException, ExecutionException {
    var load = LoadCase.honest(divisor());
    var requests = host.requests().ofKnownCode(load.requests());
    var name = "%s, beside %,d %s".formatted(load, crowd.size(), what);
    add(bench.measure(name, load, requests));
  }

  /// Measures a server that only reads and writes the same number of bytes.
  private void echo(Path folder, boolean isTls)
      throws IOException, GeneralSecurityException, InterruptedException, ExecutionException {
    var site = new LoadSite(folder);
    var certificate = isTls ? site.writeCertificate() : List.<Path>of();
    for (var isNew : List.of(false, true)) {
      var address = new AtpAddress("127.0.0.1", freePort(), isTls);
      var requests = new LoadRequests(address, owner, LoadSite.ORIGIN);
      var one = (isNew ? requests.ofNewCode(1) : requests.ofKnownCode(1)).getFirst();
      var process = EchoServer.start(one.length, address.port(), certificate);
      try {
        var bench = new LoadBench(LoadTarget.of(address, site.believed()), process.pid(), LONGEST);
        var warmUp = LoadCase.warmUp(divisor());
        bench.measure("", warmUp, copies(one, warmUp));
        for (var load : LoadCase.groups(divisor()).stream().flatMap(List::stream).toList()) {
          var name = "bare Netty, %s, %s".formatted(named(isTls, isNew), load);
          add(bench.measure(name, load, copies(one, load)));
        }
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static String named(boolean isTls, boolean isNew) {
    return scheme(isTls) + ", " + (isNew ? "new" : "known") + " code";
  }

  private static List<byte[]> copies(byte[] request, LoadCase load) {
    var same = new byte[load.requests()][];
    Arrays.fill(same, request);
    return List.of(same);
  }

  private static int freePort() throws IOException {
    try (var any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  /// Measures an agent that moves between two hosts. The daemons compile their code during the
  /// first hops, which have their own line. Each builds the start cache of its workers a minute
  /// after its start. So a warm-up follows, which is not shown.
  private void relay(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    if (!(AgentCatalog.ofThisProgram().find("indexing") instanceof AgentReading.Read(var code))) {
      throw new CommandException(
          ExitCode.FAILED, "The agent \"indexing\" is not here; start this with ./sojourn.");
    }
    try (var first = LoadHost.start(folder.resolve("first"), owner, false);
        var second = LoadHost.start(folder.resolve("second"), owner, false)) {
      var hosts = List.of(first, second);
      var alone = new Relay(owner, code, false);
      // A short run completes its few hops even on a busy machine.
      var longest = isShort ? LONGEST_WARM_UP : LONGEST_RELAY;
      add(alone.run("the first ones", hosts, few(HOPS), longest));
      alone.run("", hosts, isShort ? few(HOPS) : WARM_UP_HOPS, LONGEST_WARM_UP);
      add(alone.run("its owner keeps the log", hosts, few(HOPS), longest));
      var logged = new Relay(owner, code, true);
      add(logged.run("its hop log travels along", hosts, few(HOPS), longest));
    }
  }

  private void add(LoadRow row) {
    rows.add(row);
    if (!json.isGiven()) {
      say(row.line());
    }
  }

  private void say(String line) {
    var out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
