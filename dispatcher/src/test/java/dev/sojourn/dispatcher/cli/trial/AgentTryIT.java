package dev.sojourn.dispatcher.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.Agent;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.dispatcher.crawl.UserStartCache;
import dev.sojourn.samples.IndexingAgent;
import dev.sojourn.samples.duplicates.DuplicateCensusAgent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `agent try` with real agents in the real sandbox.
class AgentTryIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The folders of the classes of each agent that a test has compiled.
  private static final Map<String, String> COMPILED = new HashMap<>();

  @TempDir private static Path guests;
  @TempDir private Path folder;
  private Path site;

  private record Ran(int exit, String out, String err) {
    JsonNode json() throws Exception {
      return JSON.readTree(out);
    }
  }

  @BeforeAll
  static void makeStartCache() throws IOException {
    UserStartCache.ofTests();
  }

  @BeforeEach
  void makeSite() throws Exception {
    site = Files.createDirectory(folder.resolve("site"));
    Files.writeString(site.resolve("index.html"), "<title>One</title><a href=two.html>two</a>");
    Files.writeString(site.resolve("two.html"), "<title>Two</title><a href=closed.html>no</a>");
    Files.writeString(site.resolve("closed.html"), "<title>Closed</title>");
    Files.writeString(site.resolve("robots.txt"), "User-agent: *\nDisallow: /closed.html\n");
  }

  @Test
  void anHonestAgentFinishesAndItsFindingsAreThere() throws Exception {
    var ran = run(samples(), site.toString(), "--main", IndexingAgent.class.getName(), "--json");
    assertThat(ran.exit()).isZero();
    var json = ran.json();
    assertThat(json.get("outcome").asText()).isEqualTo("finished");
    assertThat(json.get("wall").isNull()).isTrue();
    assertThat(json.get("findings").asInt()).isEqualTo(2);
    assertThat(json.get("pages").asInt()).isEqualTo(2);
    assertThat(json.get("reported").findValuesAsText("title")).containsExactly("One", "Two");
    assertThat(json.get("cpuMillis").isIntegralNumber()).isTrue();
    assertThat(json.get("allocatedBytes").asLong()).isPositive();
  }

  @Test
  void whatReachesForTheSystemIsDeniedWithItsPlace() throws Exception {
    var ran = run(compiled("visit.log(\"\");\n System.exit(0);"), site.toString(), "--json");
    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.json().get("outcome").asText()).isEqualTo("denied");
    assertThat(ran.json().get("wall").asText()).isEqualTo("admission");
    assertThat(ran.json().get("reason").asText()).contains("java.lang.System.exit");
    assertThat(ran.json().get("where"))
        .isEqualTo(JSON.readTree("{\"class\":\"guest.Guest\",\"method\":\"visit\",\"line\":5}"));
  }

  @Test
  void whatRunsOnIsStoppedByTheLimitGivenAndKeepsWhatItSavedBefore() throws Exception {
    var classes =
        compiled("visit.report(new Found(1)); visit.checkpoint();\n int n = 0; while (true) n++;");
    var ran =
        run(
            classes,
            site.toString(),
            "--limits",
            "cpu=300ms,wallClock=20s,checkpointEvery=0ms",
            "--json");
    assertThat(ran.exit()).isEqualTo(6);
    assertThat(ran.json().get("outcome").asText()).isEqualTo("stopped");
    assertThat(ran.json().get("wall").asText()).isEqualTo("metering");
    assertThat(ran.json().get("limit").asText()).isEqualTo("cpu");
    assertThat(ran.json().get("where").get("line").asInt()).isEqualTo(5);
    assertThat(ran.json().get("findings").asInt()).isEqualTo(1);
    assertThat(ran.json().get("cpuMillis").asLong()).isBetween(300L, 10_000L);
  }

  @Test
  void whatFillsTheHeapHasFailedAsWhatThrowsAndTheWallDistinguishesThem() throws Exception {
    var full =
        run(
            compiled(
                "var l = new java.util.ArrayList<int[]>(); while (true) l.add(new int[10_000]);"),
            site.toString(),
            "--json");
    assertThat(full.exit()).isEqualTo(1);
    assertThat(full.json().get("outcome").asText()).isEqualTo("failed");
    assertThat(full.json().get("wall").asText()).isEqualTo("metering");
    var failed =
        run(compiled("throw new IllegalStateException(\"no\");"), site.toString(), "--json");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.json().get("outcome").asText()).isEqualTo("failed");
    assertThat(failed.json().get("where").get("method").asText()).isEqualTo("visit");
  }

  @Test
  void whatAsksForMoreThanTheHeapAtOnceIsStopped() throws Exception {
    var ran = run(compiled("visit.log(\"x\".repeat(2_000_000_000));"), site.toString(), "--json");
    assertThat(ran.exit()).isEqualTo(6);
    assertThat(ran.json().get("outcome").asText()).isEqualTo("stopped");
    assertThat(ran.json().get("limit").asText()).isEqualTo("allocatedBytes");
    assertThat(ran.json().get("reason").asText())
        .startsWith("2000000000 bytes at once (allowed: ")
        .contains(", a quarter of the worker's heap)")
        .contains("no limit of --limits")
        .doesNotContain("allows more");
  }

  @Test
  void aJarThatNobodyWouldPackIsDeniedBySandboxNotByTheCommand() throws Exception {
    var jar = folder.resolve("bad.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("java/lang/Object.class"));
      zip.write(new byte[] {1});
      zip.closeEntry();
    }
    var ran = run(jar.toString(), site.toString(), "--main", "guest.Guest", "--json");
    assertThat(ran.json().get("outcome").asText()).isEqualTo("denied");
  }

  @Test
  void aDamagedJarIsNamedWithWhatIsWrongBeforeAnyWorkerStarts() throws Exception {
    var jar = folder.resolve("bad.jar");
    Files.write(jar, new byte[] {'P', 'K', 3, 4, 1, 2, 3});
    for (var main : new String[] {"guest.Guest", ""}) {
      var ran =
          main.isEmpty()
              ? run(jar.toString(), site.toString())
              : run(jar.toString(), site.toString(), "--main", main);
      assertThat(ran.exit()).isEqualTo(1);
      assertThat(ran.err()).contains(jar + " is no jar.");
    }
  }

  @Test
  void aLimitThatIsNoneGetsASuggestion() {
    var ran = run(samples(), site.toString(), "--limits", "cpus=2s");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("did you mean 'cpu'?");
    assertThat(run(samples(), site.toString(), "--limits", "cpu=2").exit()).isEqualTo(2);
    assertThat(
            run(
                    samples(),
                    site.toString(),
                    "--main",
                    IndexingAgent.class.getName(),
                    "--limits",
                    "pages=0")
                .exit())
        .isEqualTo(2);
  }

  @Test
  void anAgentThatWouldStayIsTriedUntilItParks() throws Exception {
    var classes = compiled("return Next.park(WakeConditions.byChange());");
    var ran = run(classes, site.toString(), "--main", "guest.Guest");
    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("The agent parked, until a change of pages.");
  }

  @Test
  void anAgentThatParkedIsWokenByAChangeOfThePagesThatItMaySee() throws Exception {
    var watcher = "dev.sojourn.samples.watch.ChangeWatchAgent";
    var out = new StringWriter();
    var err = new StringWriter();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running =
          threads.submit(
              () ->
                  run(
                      out,
                      err,
                      samples(),
                      site.toString(),
                      "--main",
                      watcher,
                      "--until-parked",
                      "--wakes",
                      "1",
                      "--explain",
                      "--json"));
      await().atMost(Duration.ofSeconds(60)).until(() -> err.toString().contains("Waiting until "));
      assertThat(err.toString()).contains(" or a change of pages in " + site + "; Ctrl-C ends");
      Files.writeString(site.resolve("closed.html"), "<title>Still closed</title>");
      Files.writeString(site.resolve("two.html"), "<title>Two again</title>");
      assertThat(running.get(60, TimeUnit.SECONDS)).isZero();
    }
    assertThat(err.toString()).contains("A page changed, and wakes the agent.");
    var visits = out.toString().lines().toList();
    assertThat(visits).hasSize(2);
    var first = JSON.readTree(visits.getFirst());
    assertThat(first.get("outcome").asText()).isEqualTo("parked");
    assertThat(first.get("reason").asText()).startsWith("until ").endsWith("a change of pages");
    assertThat(first.get("reported")).isEmpty();
    assertThat(outcomes(first))
        .containsExactly(
            "fetched http://localhost/",
            "fetched http://localhost/two.html",
            "disallowed http://localhost/closed.html",
            "not-asked http://localhost/robots.txt");
    assertThat(first.at("/explained/2/why").asText())
        .startsWith("linked from http://localhost/two.html; robots.txt of http://localhost does")
        .contains("line 2");
    var second = JSON.readTree(visits.getLast());
    assertThat(second.at("/reported/0/url").asText()).isEqualTo("http://localhost/two.html");
    assertThat(second.at("/reported/0/change").asText()).isEqualTo("CHANGED");
    assertThat(second.get("reported")).hasSize(1);
    assertThat(outcomes(second)).containsExactly("fetched http://localhost/two.html");
    assertThat(second.get("pages").asInt()).as("of both visits").isEqualTo(3);
  }

  private static List<String> outcomes(JsonNode visit) {
    return visit
        .get("explained")
        .valueStream()
        .map(step -> step.get("outcome").asText() + " " + step.get("url").asText())
        .toList();
  }

  @Test
  void wakesWithoutAWaitAreAMistake() {
    var ran = run(samples(), site.toString(), "--wakes", "1");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("--wakes: (expected: 0 or more, and --until-parked beside it)");
  }

  @Test
  void anAgentGetsMessagesAndItsAnswersStandBelowTheReport() throws Exception {
    var counting =
        compiled(
            "visit.checkpoint();",
            "private int n; public String message(String text) { n++; return text + n; }",
            "TakesMessages");
    var ran = run(counting, site.toString(), "--message", "a", "--message", "b");
    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains("  message    a\n  answer     a1\n  message    b\n  answer     b2\n");

    var deaf = run(compiled("visit.checkpoint();"), site.toString(), "--message", "a", "--json");
    assertThat(deaf.exit()).isZero();
    assertThat(deaf.json().at("/messages/0/text").asText()).isEqualTo("a");
    assertThat(deaf.json().at("/messages/0/answer").isNull()).isTrue();
    assertThat(deaf.json().at("/messages/0/reason").asText())
        .contains("takes no messages", "dev.sojourn.agent.TakesMessages");

    var tooLong = run(counting, site.toString(), "--message", "x".repeat(16_001));
    assertThat(tooLong.exit()).isEqualTo(2);
    assertThat(tooLong.err()).contains("--message: a text of 16001 characters");
  }

  @Test
  void eachMessageWakesAnAgentThatParkedUntilOneAndThenTheTrialEnds() throws Exception {
    var waiting =
        compiled(
            "visit.checkpoint(); return Next.park(WakeConditions.byMessage());",
            "private int n; public String message(String text) { n++; return text + n; }",
            "TakesMessages");
    var ran =
        run(
            waiting,
            site.toString(),
            "--until-parked",
            "--message",
            "a",
            "--message",
            "b",
            "--json");
    assertThat(ran.exit()).isZero();
    var visits = ran.out().lines().toList();
    assertThat(visits).hasSize(3);
    assertThat(JSON.readTree(visits.get(0)).get("messages")).isEmpty();
    assertThat(JSON.readTree(visits.get(1)).at("/messages/0/answer").asText()).isEqualTo("a1");
    assertThat(JSON.readTree(visits.get(2)).at("/messages/0/answer").asText()).isEqualTo("b2");
    assertThat(ran.err()).contains("No further message comes (--message TEXT says one).");

    var once =
        run(
            waiting,
            site.toString(),
            "--until-parked",
            "--wakes",
            "1",
            "--message",
            "a",
            "--message",
            "b");
    assertThat(once.exit()).isZero();
    assertThat(once.err()).contains("  answer     a1").contains("Not said", ": 1 message.");
  }

  private static String samples() {
    return IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  @Test
  void theAgentGetsWhatItsOwnerGivesAndForPeopleFindingsAndTheRestAreApart() throws Exception {
    var classes = taking();
    var ran = run(classes, site.toString(), "--with", "words=robots é", "--with", "best=3");
    assertThat(ran.out()).isEqualTo("{\"words\":\"robots é\",\"best\":3}\n");
    assertThat(ran.err()).contains("The agent finished.").contains("1 page");
  }

  @Test
  void whatTheAgentDoesNotTakeIsReportedBeforeAnythingRuns() throws Exception {
    var ran = run(taking(), site.toString(), "--with", "wrods=x", "--with", "best=ten");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains("parameter wrods: (expected: one of words, best)")
        .contains("parameter words: nothing (expected: text)")
        .contains("parameter best: ten (expected: a whole number from -2147483648 to 2147483647)")
        .contains("(did you mean 'words'?)")
        .contains("Give each as --with KEY=VALUE");
    assertThat(run(taking(), site.toString(), "--with", "words").err())
        .contains("--with: words (expected: KEY=VALUE)");
    assertThat(run(taking(), site.toString(), "--with", "words=a", "--with", "words=b").err())
        .contains("--with: words twice (expected: each key once)");
  }

  @Test
  void agentsOfSeveralFoldersAreCombinedAndOneThatDoesNotCombineIsNamed() throws Exception {
    var census = DuplicateCensusAgent.class.getName();
    var copy = Files.createDirectory(folder.resolve("copy"));
    Files.writeString(copy.resolve("index.html"), "<p>one two three four five six seven");
    Files.writeString(site.resolve("two.html"), "<p>One two three four five six seven.");
    var words = List.of(site.toString(), "--main", census, "--combine-with", copy.toString());
    var ran = run(Stream.concat(Stream.of(samples()), words.stream()).toArray(String[]::new));
    assertThat(ran.exit()).as("%s", ran).isZero();
    assertThat(ran.out().lines().toList())
        .contains("{\"territories\":2,\"pages\":3,\"groups\":2,\"nearDuplicates\":1}");
    assertThat(ran.err()).contains("Combined 2 agents, which gave 2 findings.");

    var other =
        run(
            samples(),
            site.toString(),
            "--main",
            IndexingAgent.class.getName(),
            "--combine-with",
            copy.toString());
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("has to implement dev.sojourn.agent.combine.Combines");
  }

  private static String taking() throws Exception {
    return compiled(
        "visit.fetch(visit.starts().getFirst()); visit.report(told);",
        "public record Told(String words, @Default(\"10\") int best) {} private final Told told;"
            + " public Guest(Told told) { this.told = told; }");
  }

  private static String compiled(String statements) throws Exception {
    return compiled(statements, "");
  }

  private static String compiled(String statements, String members) throws Exception {
    return compiled(statements, members, "Agent");
  }

  /// A folder with the class `guest.Guest`, whose visit begins in line 4 of its source.
  ///
  /// @param kind an interface that the class implements besides
  private static String compiled(String statements, String members, String kind) throws Exception {
    var known = COMPILED.get(kind + members + statements);
    if (known == null) {
      known = compile(statements, members, kind);
      COMPILED.put(kind + members + statements, known);
    }
    return known;
  }

  private static String compile(String statements, String members, String kind) throws Exception {
    var classes = Files.createTempDirectory(guests, "classes");
    var source = classes.resolve("Guest.java");
    Files.writeString(
        source,
        """
        package guest;
        import dev.sojourn.agent.*; import dev.sojourn.agent.parameter.*;
        public class Guest implements %s { %s record Found(int n) {} public Next visit(Visit visit) { if (true) {
        %s }
        return Next.done(); } }
        """
            .formatted(kind.equals("Agent") ? kind : "Agent, " + kind, members, statements));
    var api = Agent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                api,
                "-d",
                classes.toString(),
                source.toString());
    assertThat(status).isZero();
    Files.delete(source);
    return classes.toString();
  }

  private static Ran run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit = run(out, err, args);
    return new Ran(exit, out.toString(), err.toString());
  }

  private static int run(StringWriter out, StringWriter err, String... args) {
    var line = CommandRun.commandLine(new AgentTry(), "try");
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(args);
  }
}
