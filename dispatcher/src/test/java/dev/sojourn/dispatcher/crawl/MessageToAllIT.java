package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.crawl.local.follow.VisitsAtHosts;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.cli.remote.VisitsCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A message to all agents of a crawl that is under way: one at a host, one at a host that is away
/// for a while, one at home.
@Timeout(300)
class MessageToAllIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The crawl must not give the host up while it starts again.
  private static final Duration LONG = Duration.ofMinutes(5);

  private static final Duration PAGE = Duration.ofMillis(50);

  @TempDir Path directory;

  private record Ran(int exit, String out, String err) {
    /// {@return outcome and answer by site}
    Map<String, String> bySite() throws IOException {
      var noted = new TreeMap<String, String>();
      for (JsonNode agent : JSON.readTree(out)) {
        noted.put(
            agent.path("site").asText(),
            agent.path("outcome").asText() + " " + agent.path("answer").asText());
      }
      return noted;
    }
  }

  private Ran message(CrawlBench bench, String... words) {
    var args = new ArrayList<>(List.of("message", "--json", "--all", bench.out.toString()));
    args.addAll(List.of(words));
    return visit(args);
  }

  /// How many agents run at hosts, as these say.
  private long running(CrawlBench bench) throws IOException {
    var listed = visit(List.of("ls", bench.out.toString(), "--ask", "--json"));
    return JSON.readTree(listed.out()).findValuesAsText("state").stream()
        .filter("running"::equals)
        .count();
  }

  private Ran visit(List<String> words) {
    var line = CommandRun.commandLine(new VisitsCommand(), "visit");
    var out = new StringWriter();
    var err = new StringWriter();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    var args = new ArrayList<>(words);
    args.addAll(List.of("--key", directory.resolve("owner.key").toString()));
    return new Ran(line.execute(args.toArray(String[]::new)), out.toString(), err.toString());
  }

  private CrawlRequest request(CrawlBench bench, String... starts) throws IOException {
    var name = WaitingAgent.class.getSimpleName() + ".class";
    var classes =
        Files.createDirectories(
            directory.resolve("classes/" + WaitingAgent.class.getPackageName().replace('.', '/')));
    try (var in = WaitingAgent.class.getResourceAsStream(name)) {
      Files.copy(in, classes.resolve(name));
    }
    return switch (AgentCatalog.ofThisProgram()
        .find(directory.resolve("classes"), WaitingAgent.class.getName())) {
      case AgentReading.Read(var code) ->
          bench.request(TestSettings.withPatience(CrawlSettings.defaults(), LONG), code, starts);
      case AgentReading.Unusable(var sentence, _) -> throw new AssertionError(sentence);
    };
  }

  @Test
  void reachesEachAgentOnceReportsWhichItDidNotReachAndGoesOnWithThose() throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    bench.owner.write(directory.resolve("owner.key"));
    try (var here = new TestSite(directory.resolve("here"), 1);
        var away = new TestSite(directory.resolve("away"), 1);
        var home = new TestSite(directory.resolve("home"), 1);
        var one = TestHost.startBefore(here, directory.resolve("one"), bench.owner.verifyKey())) {
      var two = TestHost.startBefore(away, directory.resolve("two"), bench.owner.verifyKey());
      here.robots("Mobile-agent-server: / %s\n".formatted(one.url()));
      away.robots("Mobile-agent-server: / %s\n".formatted(two.url()));
      home.robots("");
      // The agents wait for their pages, and so take no processor time while they wait.
      for (var site : List.of(here, away, home)) {
        site.slow(PAGE);
      }
      var request = request(bench, here.origin() + "/", away.origin() + "/", home.origin() + "/");
      var visiting = ConcurrentHashMap.<String>newKeySet();
      var crawl = Thread.ofPlatform().start(() -> run(request, new Hearing(visiting)));
      try {
        await().atMost(Duration.ofMinutes(3)).until(() -> visiting.size() == 3);
        await().atMost(Duration.ofMinutes(3)).until(() -> running(bench) == 2);
      } finally {
        two.close();
      }

      var first = message(bench, "hello", "--wait", "3s");
      assertThat(first.exit()).as("%s", first).isEqualTo(6);
      assertThat(first.bySite())
          .isEqualTo(
              new TreeMap<>(
                  Map.of(
                      here.origin(), "answered 1: hello",
                      away.origin(), "host away ",
                      home.origin(), "at home ")));
      assertThat(first.err()).contains("1 of 3 agents answered", "--resume");

      try (var _ = TestHost.startAgain(directory.resolve("two"), two.url())) {
        var second = message(bench, "--resume", "--wait", "1m");
        assertThat(second.bySite())
            .as("the answer of the run before was printed by that run")
            .containsEntry(here.origin(), "answered ")
            .containsEntry(away.origin(), "answered 1: hello");
        var end = message(bench, "end", "--wait", "30s");
        assertThat(end.bySite())
            .containsEntry(here.origin(), "answered 2: end")
            .containsEntry(away.origin(), "answered 2: end");
        await()
            .atMost(Duration.ofMinutes(3))
            .until(() -> VisitsAtHosts.underWay(bench.out).size() == 1);
      }
      crawl.interrupt();
      crawl.join();
    }
    assertThat(message(bench, "--resume", "too much").exit()).isEqualTo(2);
  }

  private static void run(CrawlRequest request, CrawlListener listener) {
    try {
      SharedSandbox.crawl(request, listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Hears at which sites an agent is.
  private record Hearing(Set<String> visiting) implements CrawlListener {
    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {
      if (territory.state() == TerritoryStatus.VISITING) {
        visiting.add(territory.site());
      }
    }

    @Override
    public void noted(String sentence) {}
  }
}
