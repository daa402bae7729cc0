package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.Scope;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.kit.AgentTest;
import dev.sojourn.kit.AgentTrial;
import dev.sojourn.kit.TriedVisit;
import dev.sojourn.samples.duplicates.DuplicateCensusAgent;
import dev.sojourn.samples.survey.SurveyAgent;
import dev.sojourn.samples.watch.ChangeWatchAgent;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.visit.trial.FolderVisit;
import dev.sojourn.visit.trial.TrialStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The sample agents, on the three sites of the demo. The long form has a documentation package of
/// Debian too, if it is installed. Their findings are worked out once more from the files.
@Timeout(1_200)
class SampleAgentsIT {
  private static final Path JARS = Path.of("target/dist/sites");
  private static final Path PACKAGE = Path.of("/usr/share/doc/valgrind/html");

  /// Packages of the largest site and large sources of another are closed, so that the test is
  /// short.
  private static final String CLOSED =
      ".*(/org/apache/lucene/(?!document/).+/|/class-use/|/src-html/org/jsoup/(nodes|select)/).*";

  /// The sites as they were read, each once for all tests.
  private static final Map<String, ReadSite> READ = new HashMap<>();

  @TempDir private Path folder;

  @Test
  void theListShowsAllAgents() throws Exception {
    var listed = Program.here("agent", "list", "--json").succeeded();
    var names = new ArrayList<String>();
    for (var line : listed.out().lines().toList()) {
      names.add(new ObjectMapper().readTree(line).path("agent").asText());
    }
    assertThat(names)
        .containsExactlyInAnyOrder(
            "indexing",
            "links",
            "search",
            "changes",
            "duplicates",
            "survey",
            "tables",
            "fragments");
  }

  @Test
  void eachOfThemWorksWithTheClassesThatItTravelsWith() throws Exception {
    Files.writeString(folder.resolve("index.html"), "<title>One</title><a href=gone>x</a>");
    var site = Scope.site(ReadSite.ORIGIN);
    try (var sandbox = ProcessSandbox.open(SandboxSettings.defaults().withBounds(1, 1, 256))) {
      var catalog = AgentCatalog.of(Path.of("target/dist/agents"));
      assertThat(catalog.names()).hasSize(8);
      for (var name : catalog.names()) {
        assertThat(catalog.find(name)).isInstanceOf(AgentReading.Read.class);
        var agent = ((AgentReading.Read) catalog.find(name)).code();
        var jar = agent.jar().toArray();
        var noted =
            AgentParameters.ofJar(jar, agent.entryClass())
                .check(name.equals("search") ? Map.of("words", "one") : Map.of());
        var inputs =
            new VisitOrder.Inputs("TestBot", List.of(ReadSite.ORIGIN + "/"), site, 1, noted);
        var code = new VisitOrder.Code(agent.digest().hex(), jar, agent.entryClass());
        var visit = new FolderVisit(folder, site, inputs, VisitLimits.defaults());
        var ended = visit.run(sandbox, code, TrialStart.of(Optional.empty())).visit().outcome();
        assertThat(ended.state().word())
            .as("%s: %s", name, ended.reason())
            .isIn("finished", "parked");
        assertThat(jar).as("bytes of %s", name).hasSizeLessThan(25_000);
      }
    }
  }

  @Nested
  @AgentTest(SurveyAgent.class)
  class Survey {
    @Test
    void countsTheSitesOfTheDemo(AgentTrial trial) throws IOException {
      check(trial, demo(trial.folder()));
    }

    @Test
    @Tag("long-form")
    void countsADocumentationPackage(AgentTrial trial) throws IOException {
      check(trial, documentation(trial.folder()));
    }

    private void check(AgentTrial trial, ReadSite site) throws IOException {
      var survey = finished(trial.visit("/"), "finished");
      var pages = site.pages().values();
      var languages = new TreeMap<String, Integer>();
      pages.forEach(page -> languages.merge(page.language(), 1, Integer::sum));
      assertThat(survey.values("pages")).containsExactly("" + pages.size());
      assertThat(survey.values("bytes"))
          .containsExactly("" + pages.stream().mapToLong(ReadSite.ReadPage::bytes).sum());
      assertThat(survey.values("untitled"))
          .containsExactly("" + pages.stream().filter(page -> page.title().isEmpty()).count());
      assertThat(survey.values("languages"))
          .containsExactly(new ObjectMapper().writeValueAsString(languages));
      var examples = new ArrayList<String>();
      for (int i = 0; i < 10; i++) {
        survey.values("/brokenLinks/" + i + "/url").forEach(url -> examples.add(path(url)));
      }
      assertThat(site.broken()).containsAll(examples);
      assertThat(survey.values("broken"))
          .as("of %s, among them %s", site.broken(), examples)
          .containsExactly("" + site.broken().size());
    }
  }

  @Nested
  @AgentTest(DuplicateCensusAgent.class)
  class Duplicates {
    @Test
    void groupsTheSitesOfTheDemo(AgentTrial trial) throws IOException {
      check(trial, demo(trial.folder()));
    }

    @Test
    @Tag("long-form")
    void groupsADocumentationPackage(AgentTrial trial) throws IOException {
      check(trial, documentation(trial.folder()));
    }

    private void check(AgentTrial trial, ReadSite site) throws IOException {
      var census = finished(trial.visit("/"), "finished");
      var texts = new TreeMap<>(site.pages());
      texts.values().removeIf(page -> !page.isText());
      assertThat(census.values("pages")).containsExactly("" + texts.size());
      double error = 0;
      var urls = census.values("url");
      for (int i = 0; i < urls.size(); i++) {
        double noted = Double.parseDouble(census.values("similarity").get(i));
        var of = census.values("of").get(i);
        double exact = site.pages().get(path(urls.get(i))).similarity(site.pages().get(path(of)));
        assertThat(exact).as("%s is like %s", urls.get(i), of).isGreaterThan(0.6);
        error += Math.abs(noted - exact);
      }
      assertThat(error).isLessThanOrEqualTo(0.06 * urls.size() + 0.1);
      assertThat(census.values("groups")).containsExactly("" + (texts.size() - urls.size()));
      urls.forEach(url -> texts.remove(path(url)));
      var firsts = new HashSet<>();
      texts.forEach((path, page) -> assertThat(firsts.add(page.shingles())).as(path).isTrue());
    }
  }

  @Nested
  @AgentTest(ChangeWatchAgent.class)
  class Changes {
    @Test
    void seesWhatChangedOnTheSitesOfTheDemo(AgentTrial trial) throws IOException {
      check(trial, demo(trial.folder()));
    }

    @Test
    @Tag("long-form")
    void seesWhatChangedInADocumentationPackage(AgentTrial trial) throws IOException {
      check(trial, documentation(trial.folder()));
    }

    private void check(AgentTrial trial, ReadSite site) throws IOException {
      assertThat(finished(trial.visit("/"), "parked").findings()).isEmpty();
      var expected = change(site);
      assertThat(expected.values()).contains("NEW", "CHANGED", "GONE");
      var woken = finished(trial.wake(), "parked");
      var noted = new HashMap<String, String>();
      for (int i = 0; i < woken.findings().size(); i++) {
        noted.put(path(woken.values("url").get(i)), woken.values("change").get(i));
      }
      assertThat(noted).isEqualTo(expected);
      assertThat(woken.findings()).hasSameSizeAs(expected.keySet());
    }

    /// Changes, removes and adds pages, about one in ten.
    private Map<String, String> change(ReadSite site) throws IOException {
      var expected = new TreeMap<String, String>();
      var paths = new ArrayList<>(site.pages().keySet());
      paths.removeIf(path -> path.endsWith("/") || path.endsWith("/index.html"));
      for (int i = 0; i < paths.size(); i += 10) {
        var file = site.root().resolve(paths.get(i).substring(1));
        switch (i / 10 % 3) {
          case 0 -> {
            Files.writeString(file, Files.readString(file) + "<!-- changed -->");
            expected.put(paths.get(i), "CHANGED");
          }
          case 1 -> {
            Files.delete(file);
            expected.put(paths.get(i), "GONE");
          }
          default -> {
            Files.writeString(file.resolveSibling("new" + i + ".html"), "<title>New</title>");
            expected.put(paths.get(i).replaceFirst("[^/]+$", "new" + i + ".html"), "NEW");
          }
        }
      }
      return expected;
    }
  }

  private static TriedVisit finished(TriedVisit visit, String outcome) {
    assertThat(visit.outcome()).as("%s", visit).isEqualTo(outcome);
    return visit;
  }

  private static String path(String url) {
    return url.substring(ReadSite.ORIGIN.length());
  }

  /// The sites of the demo, with the largest one cut to a part.
  private static ReadSite demo(Path root) throws IOException {
    var start = new StringBuilder("<!DOCTYPE html><html lang=en><title>Three handbooks</title>");
    for (var name : List.of("jsoup", "lucene-core", "junit-jupiter-api")) {
      unpack(JARS.resolve(name + ".jar"), root.resolve(name));
      start.append("<a href='%s/index.html'>%s</a>".formatted(name, name));
    }
    Files.writeString(root.resolve("index.html"), start);
    var robots =
        new StringBuilder(
            """
            User-agent: *
            Disallow: /*/class-use/
            Disallow: /*/src-html/org/jsoup/nodes/
            Disallow: /*/src-html/org/jsoup/select/
            """);
    try (var parts = Files.list(root.resolve("lucene-core/org/apache/lucene"))) {
      parts
          .filter(part -> Files.isDirectory(part) && !part.endsWith("document"))
          .forEach(part -> robots.append("Disallow: /" + root.relativize(part) + "/\n"));
    }
    Files.writeString(root.resolve("robots.txt"), robots);
    return read("demo", root);
  }

  /// A copy of a site, whose files are those that were read first.
  private static ReadSite read(String name, Path root) throws IOException {
    if (!READ.containsKey(name)) {
      READ.put(name, ReadSite.of(root));
    }
    var first = READ.get(name);
    return new ReadSite(root, first.pages(), first.broken());
  }

  private static void unpack(Path jar, Path root) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (var entry : zip.stream().filter(e -> e.getName().endsWith(".html")).toList()) {
        var file = root.resolve(entry.getName());
        Files.createDirectories(file.resolveSibling(""));
        if (!file.toString().matches(CLOSED)) {
          try (var in = zip.getInputStream(entry)) {
            Files.copy(in, file);
          }
        }
      }
    }
  }

  private static ReadSite documentation(Path root) throws IOException {
    assumeTrue(Files.isDirectory(PACKAGE), () -> PACKAGE + " is not installed here");
    try (var files = Files.walk(PACKAGE)) {
      for (var file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
        var copy = root.resolve(PACKAGE.relativize(file).toString());
        Files.createDirectories(copy.resolveSibling(""));
        Files.copy(file, copy);
      }
    }
    Files.writeString(root.resolve("robots.txt"), "User-agent: *\nDisallow:\n");
    return read("documentation", root);
  }
}
