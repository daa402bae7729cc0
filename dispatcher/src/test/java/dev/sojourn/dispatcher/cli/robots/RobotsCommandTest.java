package dev.sojourn.dispatcher.cli.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.text.ForeignText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `robots check` and `robots explain`.
class RobotsCommandTest {

  private static final String FILE =
      """
      User-agent: *
      Disallow: /a
      Allow: /a/b
      Disalow: /c
      Mobile-agent-server: / none
      Mobile-agent-server: /a/b/ atp://h.example:9
      """;

  @TempDir private Path directory;

  private record Run(int exitCode, String out, String err) {}

  @Test
  void checkGivesPlaceMatterAndAdvice() throws IOException {
    var file = file(FILE);
    var run = run("check", file.toString());
    assertThat(run.exitCode).isZero();
    assertThat(run.out)
        .contains(file + ":4:1: warning: misspelt field name: Disalow")
        .contains(
            "    it is read as what was meant; other robots ignore the line, so correct it (RFC")
        .contains("1 group, 3 rules, 2 routes, 0 sitemaps.");
  }

  @Test
  void aFileTurnsNoLineOfCheckRoundAndSteersNoTerminal() throws IOException {
    var attack = "Disalow\u202e: /c\nDisallow: x\u202e\u001b[2J/\nMobile\u009b31m: y\n";
    var run = run("check", file("User-agent: *\n" + attack.repeat(3)).toString());
    assertThat(run.out).contains("x\ufffd");
    assertThat((run.out + run.err).lines().flatMapToInt(String::codePoints))
        .allMatch(ForeignText::isPlain);
  }

  @Test
  void checkSaysOnceWhatIsTheMatterInManyPlaces() throws IOException {
    var file =
        file("User-agent: *\n" + "Disallow: x/\n".repeat(500) + "Disallow: /a/\nDissalow: /b/\n");
    var run = run("check", file.toString());
    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.out)
        .startsWith(file + ":2: error: the path begins with neither / nor *, in 255 places")
        .contains("         2  x/")
        .contains("and 249 more, the last in line 256")
        .contains("    it never matches; begin it with /, or with *")
        .contains("Begin with line 2; then try: sojourn robots explain " + file + " AGENT URL");
    assertThat(run.out.lines().count()).isLessThan(40);
  }

  @Test
  void checkEndsWithOneWhereALineIsWithoutEffect() throws IOException {
    assertThat(run("check", "--strict", file(FILE).toString()).exitCode).isEqualTo(1);
  }

  @Test
  void checkPrintsOneJsonObject() throws IOException {
    var answer = new ObjectMapper().readTree(run("check", "--json", file(FILE).toString()).out);
    assertThat(answer.get("errors").asInt()).isZero();
    assertThat(answer.get("remarks").findValuesAsText("severity")).contains("warning");
  }

  @Test
  void explainNamesTheGroupTheRuleAndWhyNotTheOthers() throws IOException {
    var run = run("explain", file(FILE).toString(), "ExampleBot", "http://e.example/a/b/x");
    assertThat(run.exitCode).isZero();
    assertThat(run.out)
        .contains("may fetch http://e.example/a/b/x: line 3 decides, Allow: /a/b.")
        .contains("Group: * (line 1), since no User-agent line names ExampleBot.")
        .contains("matches, but line 3 is longer")
        .contains("1 more does not match")
        .contains("Route: atp://h.example:9, by line 6.")
        .contains("covers it, but line 6 comes later")
        .contains("An agent of ExampleBot is sent to atp://h.example:9 for it.");
  }

  @Test
  void explainSaysThatNoAgentIsSent() throws IOException {
    assertThat(run("explain", file(FILE).toString(), "x", "/a").out)
        .contains("may not fetch /a: line 2 decides")
        .contains("No mobile agent is sent for it.");
    assertThat(run("explain", file("").toString(), "x", "/").out)
        .contains("no group applies to it, and then everything is allowed.")
        .contains("Route: unspecified");
  }

  @Test
  void explainSaysAsWhatANameWithDigitsIsRead() throws IOException {
    var file = file("User-agent: MJ12bot\nDisallow: /\nUser-agent: *\nDisallow: /b\n").toString();
    assertThat(run("explain", file, "MJ12bot/1.4", "/a").out)
        .contains("MJ12bot/1.4 may not fetch /a: line 2 decides, Disallow: /.")
        .contains(
            "Group: mj (line 1). MJ12bot is read as mj, since a product token has letters, - and _"
                + " alone. Line 1 says MJ12bot; its beginning counts."
                + " The group for * is for robots without one of their own.");
    assertThat(run("explain", "--strict", file, "MJ12bot", "/a").out)
        .contains(
            "Group: * (line 3), since no User-agent line names MJ12bot. A product token has"
                + " letters, - and _ alone, so no line can name MJ12bot; without --strict its"
                + " beginning counts.")
        .contains("  1 rule does not match");
  }

  @Test
  void explainSaysThatNoLineCanNameARobotThatBeginsWithADigit() throws IOException {
    var file = file("User-agent: 360Spider\nDisallow: /\nUser-agent: *\nDisallow: /b\n");
    assertThat(run("explain", file.toString(), "360Spider", "/a").out)
        .contains("360Spider may fetch /a: no rule of its group matches")
        .contains("Group: * (line 3), since no User-agent line names 360Spider.")
        .contains("so no line can name 360Spider.");
  }

  @Test
  void explainSaysNothingOfTheVersionBehindAName() throws IOException {
    var file = file("User-agent: a\nUser-agent: b\nDisallow: /\nUser-agent: A\nDisallow: /x\n");
    assertThat(run("explain", file.toString(), "a/1.0", "/y").out)
        .contains("Group: a (lines 1, 4), merged." + System.lineSeparator());
  }

  @Test
  void explainPrintsOneJsonObject() throws IOException {
    var answer =
        new ObjectMapper().readTree(run("explain", "--json", file(FILE).toString(), "x", "/a").out);
    assertThat(answer.get("allowed").asBoolean()).isFalse();
    assertThat(answer.get("rules").get(0).get("part").asText()).isEqualTo("decided");
    assertThat(answer.get("names")).hasToString("[{\"name\":\"x\",\"readAs\":\"x\"}]");
  }

  private static final String STATED =
      """
      Sitemap: https://e.example/s.xml
      License: https://e.example/\u001b[2Jl.xml
      User-agent: *
      Content-Signal: search=yes, ai-train=no
      Content-Usage: /a train-ai=n
      Disallow: /b/
      """;

  @Test
  void explainShowsWhatIsStatedOfUse() throws IOException {
    var file = file(STATED).toString();
    assertThat(run("explain", file, "x", "/a/1").out)
        .contains("Content-Usage: train-ai denied.")
        .contains("Content-Signal: ai-train denied, search permitted.")
        .contains("License: https://e.example/", "l.xml")
        .contains("Sitemap: https://e.example/s.xml")
        .doesNotContain("\u001b");
    assertThat(run("explain", file, "x", "/c").out).doesNotContain("Content-Usage");
    var answer = new ObjectMapper().readTree(run("explain", "--json", file, "x", "/a/1").out);
    assertThat(answer.get("contentUsage")).hasToString("{\"train-ai\":false}");
    assertThat(answer.get("contentSignal")).hasToString("{\"ai-train\":false,\"search\":true}");
    assertThat(answer.get("sitemaps")).hasToString("[\"https://e.example/s.xml\"]");
    assertThat(answer.get("licenses")).hasSize(1);
  }

  @Test
  void checkShowsWhatIsStatedOfUse() throws IOException {
    var file = file(STATED).toString();
    assertThat(run("check", file).out)
        .contains("     4  Content-Signal: search=yes, ai-train=no")
        .contains("     5  Content-Usage: /a train-ai=n")
        .contains("     2  License: https://e.example/")
        .contains("     1  Sitemap: https://e.example/s.xml")
        .doesNotContain("\u001b");
    var records = new ObjectMapper().readTree(run("check", "--json", file).out).get("records");
    assertThat(records.findValuesAsText("name"))
        .containsExactly("sitemap", "license", "content-signal", "content-usage");
    assertThat(records.get(2).get("agents")).hasToString("[\"*\"]");
    assertThat(records.get(2).get("line").asInt()).isEqualTo(4);
  }

  @Test
  void checkShowsTheFirstOfManySitemaps() throws IOException {
    var file = file("Sitemap: https://e.example/s.xml\n".repeat(1_000)).toString();
    assertThat(run("check", file).out).contains("and 994 more (--json lists them all).");
    assertThat(run("explain", file, "x", "/").out)
        .contains("and 994 more (--json lists them all).");
  }

  @Test
  void checkSaysInWordsWhatAFileIsThatHasNoRules() throws IOException {
    var nothing = "As it stands, every robot may fetch everything.";
    assertThat(run("check", file("").toString()).out)
        .contains("note: the file is empty", "0 bytes, 0 lines", nothing);
    var page = run("check", file("<!DOCTYPE html>\n<p>Not: found</p>\n").toString());
    assertThat(page.exitCode).isEqualTo(1);
    assertThat(page.out)
        .contains("error: the file looks like an HTML page", "answer 404", nothing)
        .doesNotContain("Not: found");
    var program = run("check", file("\u007fELF\0\u0001\n\0\u0002\u0003\n".repeat(99)).toString());
    assertThat(program.exitCode).isEqualTo(1);
    assertThat(program.out).contains("error: the file does not look like text", nothing);
    assertThat(program.out.lines().count()).isLessThan(8);
  }

  @Test
  void checkReadsNoMoreOfAHugeFileThanARobotWould() throws IOException {
    var file = directory.resolve("huge.txt");
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap("User-agent: *\n# ".getBytes(StandardCharsets.US_ASCII)));
      channel.write(ByteBuffer.wrap(new byte[] {'x'}), 5L << 30);
    }
    var run = run("check", file.toString());
    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.out)
        .contains("the file is longer than what is read: of 5242880 KiB only 500")
        .contains("5368709121 bytes, 1 line: 1 group");
  }

  @Test
  void checkOfWhatIsNoFileIsOneSentence() {
    for (var word : new String[] {"ftp://e.example/", "file:///etc/hosts"}) {
      var run = run("check", word);
      assertThat(run.exitCode).isEqualTo(2);
      assertThat(run.err.lines())
          .singleElement()
          .asString()
          .endsWith("'" + word + "' is not a URL of http or https.");
    }
    var folder = run("explain", directory.toString(), "x", "/");
    assertThat(folder.exitCode).isEqualTo(1);
    assertThat(folder.err.lines()).singleElement().asString().contains("is a directory");
  }

  @Test
  void missingFileIsOneSentence() {
    var run = run("check", directory.resolve("none.txt").toString());
    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.err.lines()).singleElement().asString().contains("There is no file");
  }

  @Test
  void unknownDialectIsAWrongWord() throws IOException {
    var run = run("check", "--dialect", "1994", file(FILE).toString());
    assertThat(run.exitCode).isEqualTo(2);
    assertThat(run.err).contains("expected: rfc9309 or 1996");
  }

  @Test
  void fetchesTheFileOfASite() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/robots.txt",
        exchange -> {
          try (exchange) {
            var body = FILE.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    try {
      var site = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(run("explain", site + "/any/page", "x", site + "/a").out)
          .contains("line 2 decides");
      assertThat(run("check", site).out)
          .contains(site + "/robots.txt:4:1: warning")
          .contains(site + "/robots.txt: warning: the file is served as text/html");
    } finally {
      server.stop(0);
    }
    var gone = run("check", "http://127.0.0.1:" + server.getAddress().getPort() + "/");
    assertThat(gone.exitCode).isEqualTo(4);
    assertThat(gone.err).contains("complete disallow");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("robots.txt"), text);
  }

  private static Run run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        CommandRun.commandLine(new RobotsCommand(), "robots")
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Run(exitCode, out.toString(), err.toString());
  }
}
