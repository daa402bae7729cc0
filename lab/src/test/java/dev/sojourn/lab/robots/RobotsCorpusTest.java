package dev.sojourn.lab.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsProblem;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.lint.RobotsLint;
import dev.sojourn.testing.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Eight thousand real files as they were served.
class RobotsCorpusTest {

  private static final int FILES = 8_029;

  /// Processor time that one file may take, read in three ways, indexed, and looked over.
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private static final List<RobotsOptions> READINGS =
      List.of(
          RobotsOptions.STRICT,
          RobotsOptions.LENIENT,
          RobotsOptions.LENIENT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));

  private record Listed(int size, String kind) {}

  /// The files, which are unpacked once for both tests.
  private static final class Corpus {
    static final SequencedMap<String, byte[]> FILES = RobotsSamples.archive("corpus.tar.xz");
  }

  @BeforeEach
  void dataIsAtHand() {
    assumeTrue(
        SharedData.directory("robots").isPresent(), "skipped: there is no shared robots data here");
  }

  @Test
  void everyFileIsReadInEveryWayWithinItsTime() {
    var threads = ManagementFactory.getThreadMXBean();
    for (var file : Corpus.FILES.entrySet()) {
      long before = threads.getCurrentThreadCpuTime();
      for (var options : READINGS) {
        var robots = RobotsTxt.parse(file.getValue(), options);
        assertThat(robots.access("ExampleBot", "https://example.com/").line()).isNotNegative();
        assertThat(robots.territories()).isNotEmpty();
        assertThat(RobotsLint.check(robots, file.getValue().length)).isNotNull();
      }
      var used = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
      assertThat(used).as(file.getKey()).isLessThan(LONGEST);
    }
    assertThat(Corpus.FILES).hasSize(FILES);
  }

  @Test
  void agreesWithWhatIsListedAboutTheFiles() throws IOException {
    var listed = listed();
    assertThat(listed).hasSize(FILES);
    Corpus.FILES.forEach(
        (path, file) -> {
          var name = path.substring(path.lastIndexOf('/') + 1);
          var facts = listed.get(name);
          assertThat(facts).as(name).isNotNull();
          assertThat(file).as(name).hasSize(facts.size);
          var robots = RobotsTxt.parse(file, RobotsOptions.LENIENT);
          boolean html =
              robots.diagnostics().stream().anyMatch(d -> d.problem() == RobotsProblem.HTML);
          switch (facts.kind) {
            case "html" -> assertThat(html).as(name).isTrue();
            case "empty" -> assertThat(robots.groups()).as(name).isEmpty();
            case "robots" -> assertThat(says(robots)).as(name).isTrue();
            default -> assertThat(facts.kind).isEqualTo("other");
          }
        });
  }

  /// Whether a file has any rule, or a reason why not.
  private static boolean says(RobotsTxt robots) {
    return !robots.groups().isEmpty()
        || !robots.records().isEmpty()
        || !robots.diagnostics().isEmpty();
  }

  private static Map<String, Listed> listed() throws IOException {
    var table = SharedData.directory("robots").orElseThrow().resolve("corpus.tsv.gz");
    var listed = new HashMap<String, Listed>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(table)), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var cells = line.split("\t", -1);
        listed.put(cells[0], new Listed(Integer.parseInt(cells[2]), cells[3]));
      }
    }
    return listed;
  }
}
