package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sojourn.robots.fetch.SiteRules.Standing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples of the documentation do what is said beside them.
class UsageExampleTest {

  private static final byte[] FILE =
      """
      User-agent: *
      Disallow: /private/
      Crawl-delay: 2
      Mobile-agent-server: /docs/ atp://h.example
      """
          .getBytes(StandardCharsets.US_ASCII);

  @ParameterizedTest
  @CsvSource({
    "/private/x, closed by line 2",
    "/docs/x, line 4 sends agents to atp://h.example:434",
    "/x, 'read it over HTTP, a page each PT2S'"
  })
  void decides(String path, String said) {
    assertThat(UsageExample.decide(FILE, "https://e.example" + path)).isEqualTo(said);
  }

  @Test
  void fetches() throws IOException, InterruptedException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/robots.txt",
        exchange -> {
          try (exchange) {
            exchange.getResponseHeaders().set("Location", "/moved.txt");
            exchange.sendResponseHeaders(302, -1);
          }
        });
    server.createContext(
        "/moved.txt",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, FILE.length);
            exchange.getResponseBody().write(FILE);
          }
        });
    server.start();
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    try {
      var rules = UsageExample.create().rules(origin);
      assertThat(rules.standing()).isEqualTo(Standing.READ);
      assertThat(rules.robots().allows("ExampleBot", origin + "/private/x")).isFalse();
    } finally {
      server.stop(0);
    }
    assertThat(UsageExample.create().rules(origin).standing()).isEqualTo(Standing.UNREACHABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"decide", "fetch"})
  void standsInTheDocumentationAsItIsHere(String name) throws IOException {
    var source = Files.readString(Path.of("src/test/java/dev/sojourn/robots/UsageExample.java"));
    var from = source.indexOf('\n', source.indexOf("// tag::" + name)) + 1;
    var to = source.lastIndexOf('\n', source.indexOf("// end::" + name));
    var example = source.substring(from, to).stripIndent() + "\n";
    assertThat(example.lines().count()).isBetween(10L, 30L);
    assertThat(Files.readString(Path.of("../docs/robots.md")))
        .contains("```java\n" + example + "```\n");
  }
}
