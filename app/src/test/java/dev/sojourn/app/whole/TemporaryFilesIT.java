package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that is killed leaves no file in the directory for temporary files.
final class TemporaryFilesIT {
  private static final Duration A_WHILE = Duration.ofMinutes(10);
  private static final Path DISTRIBUTION = Path.of("target/dist").toAbsolutePath();
  private static final Path OF_THE_HOST = Path.of("../host-daemon/target/dist").toAbsolutePath();

  /// The shell's own name is the directory.
  private static final String MOUNT = "mount -t tmpfs -o noexec tmpfs \"$0\"";

  @TempDir private Path temp;

  @Test
  void aKilledDaemonAndAKilledCrawlLeaveNothingInTheDirectoryForTemporaryFiles()
      throws IOException, InterruptedException {
    var left = Files.createDirectory(temp.resolve("tmp"));
    var isSlowAsked = new CountDownLatch(1);
    var slow = new CountDownLatch(1);
    var web = site(isSlowAsked, slow);
    var started = new ArrayList<Process>();
    try {
      var origin = "http://127.0.0.1:" + web.getAddress().getPort();
      var host = start(OF_THE_HOST.resolve("bin/sojourn-host"), left, host(origin, 0));
      started.add(host);
      var listening = listening();
      answerRobots(web, "Mobile-agent-server: / none\nMobile-agent-server: /at/ " + listening);
      var crawl =
          start(
              DISTRIBUTION.resolve("bin/sojourn"),
              left,
              List.of(
                  "crawl",
                  "--key",
                  temp.resolve("owner.jwk").toString(),
                  "--out",
                  temp.resolve("out").toString(),
                  origin + "/",
                  origin + "/at/index.html"));
      started.add(crawl);
      await().atMost(A_WHILE).until(() -> isSlowAsked.getCount() == 0 || !crawl.isAlive());
      assertThat(crawl.isAlive()).as(Files.readString(temp.resolve("sojourn.err"))).isTrue();
      await().atMost(A_WHILE).until(() -> crawl.descendants().findAny().isPresent());
      await().atMost(A_WHILE).until(() -> host.descendants().findAny().isPresent());
      assertThat(figures(host.pid())).doesNotExist();
      assertThat(figures(crawl.pid())).doesNotExist();
      kill(started);
    } finally {
      kill(started);
      slow.countDown();
      web.stop(0);
    }

    assertThat(left).isEmptyDirectory();
  }

  @Test
  void aDirectoryForTemporaryFilesThatIsMountedNoexecIsNoHindrance()
      throws IOException, InterruptedException {
    var mounted = Files.createDirectory(temp.resolve("tmp"));
    var mount = List.of("unshare", "-rm", "sh", "-c", MOUNT + " && exec \"$@\"", "sh");
    var words = new ArrayList<>(mount);
    words.set(words.size() - 1, mounted.toString());
    assumeThat(runs(Stream.concat(words.stream(), Stream.of("true")).toList()))
        .as("a mount of its own, which this machine does not give to this user")
        .isTrue();
    words.add(OF_THE_HOST.resolve("bin/sojourn-host").toString());
    words.addAll(host("http://127.0.0.1:9", 1));
    var host = start("sojourn-host", words, mounted);
    try {
      await().atMost(A_WHILE).until(() -> !host.isAlive() || isListening());
      assertThat(host.isAlive()).as(Files.readString(temp.resolve("sojourn-host.err"))).isTrue();
      await().atMost(A_WHILE).until(() -> host.descendants().findAny().isPresent());
    } finally {
      kill(List.of(host));
    }
  }

  private static boolean runs(List<String> words) throws InterruptedException {
    try {
      return new ProcessBuilder(words).start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  /// Kills processes with the workers that they started, and waits for the end of all.
  private static void kill(List<Process> processes) {
    var all = new ArrayList<ProcessHandle>();
    for (var process : processes) {
      process.descendants().forEach(all::add);
      all.add(process.toHandle());
    }
    processes.forEach(Process::destroyForcibly);
    all.forEach(
        process ->
            await().atMost(A_WHILE).untilAsserted(() -> assertThat(process.isAlive()).isFalse()));
  }

  /// The file in which a Java virtual machine would keep its figures for other tools.
  private static Path figures(long pid) {
    return Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"), Long.toString(pid));
  }

  private HttpServer site(CountDownLatch isSlowAsked, CountDownLatch slow) throws IOException {
    var web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    web.createContext(
        "/",
        exchange -> {
          isSlowAsked.countDown();
          try {
            slow.await();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    web.start();
    return web;
  }

  private static void answerRobots(HttpServer web, String robots) {
    web.createContext(
        "/robots.txt",
        exchange -> {
          var body = robots.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private List<String> host(String origin, int spareWorkers) throws IOException {
    var key = SigningKey.generate(new SecureRandom());
    key.write(temp.resolve("owner.jwk"));
    Files.write(temp.resolve("owner.pub"), key.verifyKey().toJwk().toArray());
    var pages = Files.createDirectories(temp.resolve("root/at"));
    Files.writeString(pages.resolve("index.html"), "<title>At the host</title>");
    var config = temp.resolve("host.toml");
    Files.writeString(
        config,
        """
        listen = "127.0.0.1:0"
        data = "data"

        [[site]]
        origin = "%s"
        root = "root"

        [[trust]]
        name = "test"
        keys = "owner.pub"

        [limits]
        spare-workers = %d
        """
            .formatted(origin, spareWorkers));
    return List.of("run", "--json", "--config", config.toString());
  }

  private String listening() {
    var out = temp.resolve("sojourn-host.out");
    await().atMost(A_WHILE).until(() -> Files.exists(out) && Files.readString(out).endsWith("\n"));
    try {
      return new ObjectMapper().readTree(Files.readString(out)).required("listening").asText();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private boolean isListening() throws IOException {
    return Files.readString(temp.resolve("sojourn-host.out")).endsWith("\n");
  }

  private Process start(Path program, Path directory, List<String> words) throws IOException {
    var all = Stream.concat(Stream.of(program.toString()), words.stream()).toList();
    return start(program.getFileName().toString(), all, directory);
  }

  private Process start(String name, List<String> words, Path directory) throws IOException {
    var builder =
        new ProcessBuilder(words)
            .redirectOutput(temp.resolve(name + ".out").toFile())
            .redirectError(temp.resolve(name + ".err").toFile());
    builder
        .environment()
        .put("SOJOURN_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + directory);
    return builder.start();
  }
}
