package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.dispatcher.crawl.BuiltProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The built program in a real pseudo-terminal, which `script` of util-linux provides.
@Timeout(300)
final class TerminalIT {
  private static final int PAGES = 16;
  private static final Duration LONG = Duration.ofSeconds(60);

  /// The display is drawn a few times in it.
  private static final int PAUSE_PAGE = 10;

  @TempDir private Path directory;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script of util-linux");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /// A chain of pages. If the site is to pause, it makes a file at the tenth page, and waits for
  /// another file.
  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    int page = path.equals("/") ? 0 : Integer.parseInt(path.replaceAll("[^0-9]", "0"));
    if (page == PAUSE_PAGE && Files.exists(directory.resolve("pause"))) {
      Files.writeString(directory.resolve("reached"), "");
      await().atMost(LONG).until(() -> Files.exists(directory.resolve("resized")));
    }
    boolean isPage = !path.equals("/robots.txt") && page <= PAGES;
    var body =
        "<!DOCTYPE html><title>%d</title><p>Page %d.<a href='/%d'>next</a>"
            .formatted(page, page, page + 1)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(isPage ? 200 : 404, isPage ? body.length : -1);
    if (isPage) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private String crawl() {
    return "'%s' crawl http://127.0.0.1:%d/ --out '%s' --delay 50ms --no-index"
        .formatted(BuiltProgram.FILE, server.getAddress().getPort(), directory.resolve("out"));
  }

  /// Runs shell commands in a pseudo-terminal; what they wrote to it.
  private String inTerminal(int columns, String commands) throws Exception {
    var file = Files.writeString(directory.resolve("commands"), commands + "\n");
    var written = directory.resolve("typescript");
    var builder =
        BuiltProgram.builder(
            List.of(
                "script",
                "-qec",
                "stty cols %d rows 50; sh '%s'".formatted(columns, file),
                written.toString()));
    builder.environment().put("TERM", "xterm");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("XDG_CONFIG_HOME", directory.toString());
    builder.environment().remove("COLUMNS");
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    assertThat(builder.start().waitFor()).isZero();
    // Not by lines: a carriage return alone does not end one on a terminal.
    return Files.readString(written).replaceAll("(^|\n)Script (started|done)[^\n]*", "$1").strip()
        + "\n";
  }

  @Test
  void repeatsNoLineOnANarrowTerminal() throws Exception {
    assertRepeatsNoLine(40);
  }

  @Test
  @Tag("long-form")
  void repeatsNoLineOnAWideTerminal() throws Exception {
    assertRepeatsNoLine(200);
  }

  private void assertRepeatsNoLine(int columns) throws Exception {
    // Only the terminal gives the width, even if standard input comes from elsewhere.
    var output = inTerminal(columns, crawl() + " </dev/null");
    var screen = new TerminalScreen(columns, 50);
    screen.write(output);

    assertThat(output).contains("\u001b[2A\u001b[J").contains(" pages, ").contains("\u001b[1m");
    assertThat(new HashSet<>(screen.lines()))
        .as("%s", screen.lines())
        .hasSameSizeAs(screen.lines());
    assertThat(screen.lines()).noneMatch(line -> line.contains("0 of 1 site done"));
    assertThat(blockLines(output)).isNotEmpty().allMatch(l -> TextWidth.of(l) < columns);
  }

  @Test
  void drawsForTheNewWidthWhenTheWindowIsResizedInMidRunWithoutColoursWhereTheyAreNotWanted()
      throws Exception {
    Files.writeString(directory.resolve("pause"), "");
    var output =
        inTerminal(
            120,
            "NO_COLOR=1 %s &\nuntil [ -e '%s' ]; do sleep 0.05; done\nstty cols 40 </dev/tty\n: >'%s'\nwait $!"
                .formatted(crawl(), directory.resolve("reached"), directory.resolve("resized")));
    var lines = blockLines(output);

    assertThat(lines).anyMatch(line -> TextWidth.of(line) > 60);
    assertThat(TextWidth.of(lines.getLast())).isLessThan(40);
    assertThat(output).contains("\u001b[2A\u001b[J").doesNotContainPattern("\u001b\\[[0-9]*m");
  }

  @Test
  void writesPlainLinesWhereStandardErrorIsNoTerminal() throws Exception {
    var err = directory.resolve("err");
    inTerminal(80, crawl() + " 2>'" + err + "'");

    assertThat(Files.readString(err)).doesNotContain("\u001b").contains("complete (from here)");
  }

  @Test
  void writesPlainLinesToATerminalThatCannotMoveItsCursor() throws Exception {
    assertThat(inTerminal(80, "TERM=dumb " + crawl())).doesNotContain("\u001b");
  }

  /// The lines of territories that were drawn, without their tones.
  private static List<String> blockLines(String output) {
    return output
        .replaceAll("\u001b\\[[0-9]*[A-Za-z]", "")
        .replace("\r", "")
        .lines()
        .filter(line -> line.startsWith("  ") && line.contains("page"))
        .toList();
  }
}
