package dev.sojourn.dispatcher.cli.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.dispatcher.crawl.UserStartCache;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.samples.IndexingAgent;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A crawl whose disk becomes full. Mounts one of a few MiB, which needs root.
class FullCrawlDiskIT {
  private static final int PAGES = 120;

  @TempDir private Path directory;

  @Test
  void itSaysHowItGoesOnAndGoesOnWhereThereIsRoomAgain() throws Exception {
    var mounted = SmallDisk.mount(directory.resolve("disk"), "1m");
    assumeTrue(mounted.isPresent(), "mounting needs privileges");
    UserStartCache.ofTests();
    var key = directory.resolve("owner.key");
    SigningKey.generate(new SecureRandom()).write(key);
    var err = new StringWriter();
    var site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", FullCrawlDiskIT::answer);
    site.start();
    try (var disk = mounted.get()) {
      var out = disk.path().resolve("out");
      var start = "http://127.0.0.1:" + site.getAddress().getPort() + "/0";
      var agent = IndexingAgent.class;
      var code = agent.getProtectionDomain().getCodeSource().getLocation().getPath();
      int full =
          run(
              err,
              start,
              "--out=" + out,
              "--key=" + key,
              "--delay=0s",
              "--agent=" + code,
              "--main=" + agent.getName());

      assertThat(full).as("%s", err).isEqualTo(ExitCode.FAILED.code());
      assertThat(err.toString().lines().toList().getLast())
          .endsWith(
              "The disk of %s is full. What the crawl kept is whole; free some space, and go on with: sojourn crawl --resume --out %s --key %s --delay 0s"
                  .formatted(out, out, key));

      disk.resize("64m");
      int whole = run(err, "--resume", "--out=" + out, "--key=" + key, "--delay=0s");
      assertThat(whole).as("%s", err).isEqualTo(ExitCode.DONE.code());
      assertThat(Files.readAllLines(out.resolve("findings.jsonl"))).hasSize(PAGES);
    } finally {
      site.stop(0);
    }
  }

  private static int run(StringWriter err, String... words) {
    return CommandRun.commandLine(new CrawlCommand(), "crawl")
        .setErr(new PrintWriter(err))
        .setOut(new PrintWriter(new StringWriter()))
        .execute(words);
  }

  /// A chain of pages whose words do not compress well, so that the disk is full before its end.
  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      if (path.equals("/robots.txt")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      int number = Integer.parseInt(path.substring(1));
      var page = new StringBuilder("<title>Page %d</title><p>".formatted(number));
      for (int word = 0; word < 1_000; word++) {
        page.append(Long.toString((number * 1_000L + word) * 0x9E3779B97F4AL & 0xffffffffffL, 36));
        page.append(' ');
      }
      if (number + 1 < PAGES) {
        page.append("<a href='/%d'>next</a>".formatted(number + 1));
      }
      var body = page.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
