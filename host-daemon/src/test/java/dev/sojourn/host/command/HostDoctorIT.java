package dev.sojourn.host.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.daemon.DaemonProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The corpus of attacks against the shipped program.
///
/// Each attack of the corpus is tried, except those in `further-attacks.tsv`: further forms of
/// other attacks, with the same mechanism and end. The profile `campaign` tries these too.
class HostDoctorIT {
  private static final Path SHIPPED = Path.of("target", "dist", "corpus").toAbsolutePath();

  /// Its one attack takes a worker ten seconds of its collector; `UnchargedTimeIT` has the like.
  private static final String COLLECTOR = "collector";

  @TempDir Path folder;

  @Test
  void everyAttackEndsAsItMustAndHonestVisitsAreComplete() throws Exception {
    var home = folder.resolve("home");
    Files.createDirectories(home.resolve("corpus"));
    layCorpus(home.resolve("corpus").resolve("sojourn-corpus.jar"));
    examine("-Dsojourn.home=" + home, 800);
  }

  @Test
  @Tag("long-form")
  void everyAttackOfTheWholeCorpusEndsAsItMust() throws Exception {
    examine("", 900);
  }

  /// @param options of Java
  private void examine(String options, int attempts) throws Exception {
    Files.createDirectory(folder.resolve("www"));
    var config = folder.resolve("host.toml");
    Files.writeString(
        config,
        """
        data = "data"
        [limits]
        workers = 6
        spare-workers = 0
        [[site]]
        origin = "http://site.example"
        root = "www"
        """);
    var out = folder.resolve("out");
    var log = folder.resolve("log");
    var program = Path.of("target", "dist", "bin", "sojourn-host").toAbsolutePath().toString();
    var builder =
        new ProcessBuilder(program, "doctor", "--config", config.toString(), "--json")
            .redirectOutput(out.toFile())
            .redirectError(log.toFile());
    builder.environment().merge("SOJOURN_JAVA_OPTIONS", options, (usual, own) -> usual + " " + own);
    var process = builder.start();
    assertThat(process.waitFor(12, TimeUnit.MINUTES)).isTrue();
    assertThat(log).content().doesNotContain("\tat ");
    var report = new ObjectMapper().readTree(out.toFile());
    assertThat(report.get("failures").toString()).isEqualTo("{}");
    assertThat(report.get("escaped").asInt()).isZero();
    assertThat(report.get("baitsReached")).isEmpty();
    assertThat(report.get("attempts").asInt()).isGreaterThanOrEqualTo(attempts);
    assertThat(report.get("families").get("views").asInt()).isGreaterThanOrEqualTo(140);
    assertThat(report.get("families").get("reader").asInt()).isGreaterThanOrEqualTo(25);
    assertThat(report.get("families").size()).isGreaterThanOrEqualTo(27);
    var honest = report.get("honest");
    assertThat(honest.get("visits").asInt()).isGreaterThanOrEqualTo(50);
    assertThat(honest.get("complete")).isEqualTo(honest.get("visits"));
    assertThat(honest.get("microsAfter").asLong())
        .isLessThan(2 * honest.get("microsBefore").asLong() + 20_000);
    var before = honest.get("before");
    var after = honest.get("after");
    assertMore(before, after, "threads", 32);
    assertMore(before, after, "descriptors", 32);
    assertMore(before, after, "processes", 3);
    assertMore(before, after, "heapBytes", 24 << 20);
    assertMore(before, after, "residentBytes", 256 << 20);
    assertThat(process.exitValue()).isZero();
  }

  /// The corpus without the further forms of its attacks.
  private static void layCorpus(Path jar) throws IOException {
    try (var files = Files.newDirectoryStream(SHIPPED, "sojourn-corpus*.jar")) {
      Files.copy(files.iterator().next(), jar);
    }
    var further = furtherForms();
    try (var zip = FileSystems.newFileSystem(jar)) {
      var list = zip.getPath("corpus", "list.tsv");
      var all = new HashMap<String, List<String>>();
      var left = new StringBuilder();
      for (var line : Files.readString(list).lines().toList()) {
        var columns = line.split("\t", -1);
        var title = columns[2] + ": " + columns[3];
        all.put(title, List.of(columns[1], columns[4], columns[5]));
        if (!further.containsKey(title) && !columns[2].equals(COLLECTOR)) {
          left.append(line).append('\n');
        }
      }
      assertThatOthersStandForThem(further, all);
      Files.writeString(list, left);
    }
  }

  /// Each further form and the attack that stands for it are in the corpus, and both end alike.
  private static void assertThatOthersStandForThem(
      Map<String, String> further, Map<String, List<String>> all) {
    assertThat(all.keySet()).containsAll(further.keySet()).containsAll(further.values());
    assertThat(further.keySet()).doesNotContainAnyElementsOf(new HashSet<>(further.values()));
    further.forEach((form, first) -> assertThat(all.get(form)).as(form).isEqualTo(all.get(first)));
  }

  /// The attacks that are further forms, each with its first form.
  private static Map<String, String> furtherForms() throws IOException {
    var further = new HashMap<String, String>();
    try (var in = HostDoctorIT.class.getResourceAsStream("further-attacks.tsv")) {
      for (var line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        var columns = line.split("\t", -1);
        assertThat(further.put(columns[0], columns[1])).as("%s twice", columns[0]).isNull();
      }
    }
    return further;
  }

  @Test
  void aFamilyThatIsNotThereIsAMistakeAndNoExamination() throws Exception {
    var said = DaemonProcess.run("doctor", "--family", "pipe", "--family", "pipes");

    assertThat(said.exitCode()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err())
        .contains("--family: found pipes (expected one of: callbacks, classfile, ")
        .contains(", identity, jar, ");
  }

  /// The process that tried all attacks holds at most this much more than before; the doctor itself
  /// allows it.
  private static void assertMore(JsonNode before, JsonNode after, String what, long most) {
    assertThat(before.get(what).asLong()).as(what).isPositive();
    assertThat(after.get(what).asLong() - before.get(what).asLong())
        .as(what)
        .isLessThanOrEqualTo(most);
  }
}
