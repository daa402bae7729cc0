package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.dispatcher.cli.crawl.CrawlCommand;
import dev.sojourn.dispatcher.cli.crawl.PlanCommand;
import dev.sojourn.dispatcher.cli.search.SearchCommand;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.samples.IndexingAgent;
import dev.sojourn.testing.HeldPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The words at the end of `crawl`: what is wrong, once, and the next step.
class CrawlWordsIT {
  @TempDir Path directory;
  private Path out;
  private Path key;

  private record Ran(int exit, String out, String err) {}

  @BeforeEach
  void makeAKey() throws IOException {
    out = directory.resolve("out");
    key = directory.resolve("my.key");
    var owner = SigningKey.generate(new SecureRandom());
    owner.write(key);
    new KeySet(List.of(owner.verifyKey())).write(Path.of(key + ".pub"));
  }

  private static Ran run(Object command, String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        CommandRun.commandLine(command, "sojourn")
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words);
    return new Ran(exit, out.toString(), err.toString());
  }

  private Ran crawl(String... words) {
    var classes = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--out", out.toString(), "--key", key.toString(), "--delay", "1ms"));
    all.addAll(List.of("--agent", classes.getPath(), "--main", IndexingAgent.class.getName()));
    return run(new CrawlCommand(), all.toArray(String[]::new));
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(out.resolve("summary.json").toFile());
  }

  @Test
  void aHostThatDoesNotTrustTheKeyIsToBeGivenItsPublicPart() throws IOException {
    var stranger = SigningKey.generate(new SecureRandom());
    try (var site = new TestSite(directory.resolve("www"), 3);
        var host = TestHost.start(directory.resolve("host"), site, stranger.verifyKey(), "")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      var ran = crawl(site.origin() + "/");
      var sentence =
          "%s refuses: The passport is signed with key %s, whose owner this host does not trust; to be let in, give %s.pub to its operator, who adds it under [[trust]]."
              .formatted(
                  host.url(), KeySet.read(Path.of(key + ".pub")).keys().getFirst().id(), key);
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE.code());
      assertThat(ran.err()).contains(site.origin() + "/: " + sentence);
      assertThat(summary().at("/territories/0/reason").asText()).isEqualTo(sentence);
      assertThat(summary().path("pages").asInt()).isPositive();
    }
  }

  @Test
  void errorsInRobotsTxtAreReportedOfOnceAndTheLastLineNamesTheFindingsAndTheSearch()
      throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 3)) {
      site.robots(
          "Disallow: nowhere\n"
              + "Mobile-agent-server: / here\n"
              + "Mobile-agent-server: /nothing/here/ none\n");
      var sentence =
          "%1$s/robots.txt has errors: 2 lines have no effect, the first is line 4 (the path begins with neither / nor *: nowhere); look it over with: sojourn robots check %1$s/"
              .formatted(site.origin());
      var ran = crawl(site.origin() + "/");
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.DONE.code());
      assertThat(ran.err()).containsOnlyOnce(sentence);
      assertThat(summary().at("/sites/0/remarks/0").asText()).isEqualTo(sentence);
      assertThat(ran.err().lines().toList().getLast())
          .isEqualTo(
              "Every finding is a line of %s; search them with: sojourn search %s \"words\""
                  .formatted(out.resolve("findings.jsonl"), out));
      assertThat(out.resolve("findings.jsonl")).isNotEmptyFile();
      assertThat(run(new SearchCommand(), out.toString(), "words").out()).contains(site.origin());

      assertThat(ran.err()).contains("no link led to it").doesNotContain("waiting");
      assertThat(summary().path("complete").asBoolean()).isTrue();
      assertThat(summary().path("territories").findValuesAsText("state"))
          .containsExactlyInAnyOrder("complete", "untouched");

      var planned = run(new PlanCommand(), site.origin());
      assertThat(planned.exit()).isEqualTo(ExitCode.DONE.code());
      assertThat(planned.err().strip()).isEqualTo(sentence);
      var json = new ObjectMapper().readTree(run(new PlanCommand(), site.origin(), "--json").out());
      assertThat(json.at("/robots/remarks/0").asText()).isEqualTo(sentence);
    }
  }

  @Test
  void aSiteWithoutHtmlEndsInFailureWithASentenceAndANextStep() throws IOException {
    var root = Files.createDirectories(directory.resolve("texts"));
    Files.writeString(root.resolve("notes.txt"), "Only text.");
    Files.writeString(root.resolve("robots.txt"), "");
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            root,
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      var ran = crawl(origin + "/notes.txt");
      assertThat(ran.exit()).as(ran.err()).isEqualTo(ExitCode.FAILED.code());
      assertThat(ran.err())
          .contains(
              "There is no HTML in the 1 page read of "
                  + origin
                  + " (text/plain), so nothing was found; begin at an HTML page, or name an agent")
          .contains("1 page, 0 findings in ")
          .doesNotContain("sojourn search");
      assertThat(summary().at("/sites/0/content").asText()).isEqualTo("no html");

      out = directory.resolve("second");
      var missing = crawl(origin + "/typo.html");
      assertThat(missing.exit()).as(missing.err()).isEqualTo(ExitCode.FAILED.code());
      assertThat(missing.err())
          .contains("nothing read (from here)")
          .doesNotContain("complete")
          .contains("No page of %1$s could be read (%1$s/typo.html: ".formatted(origin))
          .contains("status 404); look for the right address in a browser");
      assertThat(summary().at("/sites/0/content").asText()).isEqualTo("nothing");
      assertThat(summary().at("/territories/0/state").asText()).isEqualTo("nothing read");
      assertThat(summary().path("complete").asBoolean()).isFalse();
    } finally {
      server.stop(0);
    }
  }

  /// The outcome of each page is in the store, so the end of a crawl can be reported again.
  @Test
  void aCrawlThatEndedReportsTheSameWhenItIsResumed() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    server.createContext("/", exchange -> answer(exchange, 404, ""));
    server.createContext("/notes", exchange -> answer(exchange, 200, "Only text."));
    server.createContext("/moved", exchange -> redirect(exchange, "/gone"));
    server.createContext("/away", exchange -> redirect(exchange, "http://169.254.169.254/"));
    server.createContext("/round", exchange -> redirect(exchange, "/round"));
    server.start();
    try {
      assertThat(reportedAgain(origin + "/notes").err())
          .contains("There is no HTML in the 1 page read of " + origin + " (text/plain), so");
      assertThat(reportedAgain(origin + "/typo").err())
          .contains("could be read (" + origin + "/typo: The site answers with status 404); look");
      assertThat(reportedAgain(origin + "/moved").err())
          .contains("could be read (" + origin + "/gone: The site answers with status 404); look");
      assertThat(reportedAgain(origin + "/away").err())
          .contains(origin + "/away redirects to another site, http://169.254.169.254/); look");
      assertThat(reportedAgain(origin + "/round").err()).contains("1 redirect-loop");
    } finally {
      server.stop(0);
    }
  }

  /// Crawls, and resumes the finished crawl. The reports differ only in times and versions of HTTP.
  private Ran reportedAgain(String url) throws IOException {
    out = directory.resolve(url.substring(url.lastIndexOf('/') + 1));
    var ended = crawl(url);
    var state = summary().at("/territories/0/state").asText();
    assertThat(ended.err().lines().filter(line -> line.contains(state + " (from here)")))
        .hasSize(1);
    assertThat(state.equals("complete")).isEqualTo(summary().path("complete").asBoolean());
    var summary = lasting(summary());
    var resumed =
        run(
            new CrawlCommand(),
            "--resume",
            "--out",
            out.toString(),
            "--key",
            key.toString(),
            "--delay",
            "1ms");
    assertThat(lasting(summary())).isEqualTo(summary);
    assertThat(end(resumed)).isEqualTo(end(ended));
    assertThat(resumed.exit()).as(resumed.err()).isEqualTo(ended.exit());
    return resumed;
  }

  private static JsonNode lasting(JsonNode summary) {
    ((ObjectNode) summary).remove("seconds");
    summary.path("sites").forEach(site -> ((ObjectNode) site).remove("http"));
    return summary;
  }

  /// The summary for people, which follows the progress.
  private static String end(Ran ran) {
    assertThat(ran.err()).contains("TERRITORY ");
    return ran.err()
        .substring(ran.err().indexOf("TERRITORY "))
        .replaceAll(" in [0-9.]+ s\\.", " in a while.");
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(status, text.isEmpty() ? -1 : text.length());
    exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
    exchange.close();
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    answer(exchange, 302, "");
  }

  @Test
  void anUnreachableSiteIsNamedOnceWithTheNextStep() throws IOException {
    try (var port = HeldPort.take()) {
      var origin = "http://127.0.0.1:" + port.number();
      var ran = crawl(origin + "/", "--patience", "3s");
      assertThat(ran.exit()).isEqualTo(ExitCode.UNREACHABLE.code());
      assertThat(ran.err())
          .containsOnlyOnce("could not be read")
          .contains("; try again later with: sojourn crawl --resume --out " + out)
          .doesNotContain("TERRITORY");

      var planned = run(new PlanCommand(), origin);
      assertThat(planned.exit()).isEqualTo(ExitCode.UNREACHABLE.code());
      assertThat(planned.err())
          .contains(origin + "/robots.txt could not be read (it refuses connections)")
          .contains("; check the address, or try again later.")
          .hasLineCount(1);
      assertThat(planned.out()).isEmpty();
      var json = new ObjectMapper().readTree(run(new PlanCommand(), origin, "--json").out());
      assertThat(json.at("/territories/0/route").asText()).isEqualTo("indeterminate");
    }
  }
}
