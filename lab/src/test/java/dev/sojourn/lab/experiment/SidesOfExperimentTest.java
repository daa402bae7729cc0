package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.toml.TomlError;
import dev.sojourn.lab.process.ProcessorList;
import dev.sojourn.lab.result.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The keys about the two sides of a crawl: their processors, signers, and targets of one side.
@EnabledOnOs(OS.LINUX)
final class SidesOfExperimentTest {
  private static final ProcessorList HERE =
      ProcessorList.of(ProcessHandle.current().pid()).orElseThrow();
  private static final int FIRST = HERE.numbers().getFirst();
  private static final String BEGIN =
      """
      name = "sides"
      question = "Which?"
      [site]
      kind = "generated"
      """;
  private static final String ROUNDS =
      BEGIN
          + """
          [crawl]
          kind = ["mobile", "classic"]
          rounds = [1, 2]
          again = ["anew", "recrawl"]
          signer = ["same", "new"]
          """;

  private static final String OTHER =
      """
      [[crawler]]
      name = "other"
      command = ["sh", "{start}"]
      """;

  @TempDir private Path temp;

  @Test
  void eachSideHasItsProcessorsAndListsAreVariants() throws IOException {
    var text =
        """
        [processors]
        site = ["all", "%d"]
        crawler = "%d"
        [crawl]
        kind = "mobile"
        """;

    var variants = valid(BEGIN + text.formatted(FIRST, FIRST)).variants();

    var one = new ProcessorList(List.of(FIRST));
    assertThat(variants)
        .extracting(Variant::processors)
        .containsExactly(new RunProcessors(ProcessorList.ALL, one), new RunProcessors(one, one));
    assertThat(variants.getLast().settings())
        .singleElement()
        .asString()
        .contains("processors.site", Integer.toString(FIRST));
  }

  @Test
  void processorsThatAreNotHereAreReportedUnlessTheFileIsACopy() throws IOException {
    var text = BEGIN + "[crawl]\nkind = \"mobile\"\n[processors]\nsite = [\"all\", \"0-4095\"]\n";

    assertThat(mistakes(text))
        .singleElement()
        .asString()
        .startsWith("x.toml:8:16: processors.site: found processors that this program may not use")
        .endsWith("(expected: processors of this machine: " + HERE + ")");
    assertThat(ExperimentReader.readCopy(temp.resolve("x.toml")))
        .isInstanceOf(ExperimentReading.Valid.class);
  }

  @Test
  void aWrongListIsReportedWithItsPlace() throws IOException {
    var text = BEGIN + "[crawl]\nkind = \"mobile\"\n[processors]\nsite = 0\ncrawler = \"3-1\"\n";

    assertThat(mistakes(text))
        .containsExactly(
            "x.toml:8:1: processors.site: found 0 (expected: numbers of processors, as \"0\" or"
                + " \"0-3,5\", or \"all\")",
            "x.toml:9:1: processors.crawler: found \"3-1\" (expected: numbers of processors, as"
                + " \"0\" or \"0-3,5\", or \"all\")");
    assertThat(mistakes(text.replace("site = 0", "sites = \"0\"").replace("3-1", "all")))
        .singleElement()
        .asString()
        .startsWith("x.toml:8:1: processors.sites: found an unknown key");
  }

  /// A recrawl continues a crawl, which only its signer may do. Web servers know no signers.
  @Test
  void onlyNewMobileCrawlsHaveNewSigners() throws IOException {
    var variants = valid(ROUNDS).variants();

    assertThat(variants)
        .extracting(SidesOfExperimentTest::crawl)
        .containsExactly(
            "MOBILE 1 ANEW false",
            "MOBILE 2 ANEW false",
            "MOBILE 2 ANEW true",
            "MOBILE 2 RECRAWL false",
            "CLASSIC 1 ANEW false",
            "CLASSIC 2 ANEW false",
            "CLASSIC 2 RECRAWL false");
  }

  private static String crawl(Variant variant) {
    var crawl = variant.crawl();
    return "%s %d %s %b"
        .formatted(crawl.kind(), crawl.rounds(), crawl.again(), crawl.hasNewSigners());
  }

  @Test
  void aTargetMayDivideByAnotherMeasure() throws IOException {
    var text =
        """
        [[target]]
        text = "Little."
        measure = "later-site-cpu"
        where = { crawl.kind = "mobile", crawl.rounds = 2, crawl.again = "recrawl" }
        against = { crawl.kind = "%s" }
        against-measure = "site-cpu"
        at-most = 0.3
        """;
    var rounds = ROUNDS.replace("\"classic\"]", "\"other\"]") + OTHER;

    var target = valid(rounds + text.formatted("other")).targets().getFirst();

    assertThat(target.measure()).isEqualTo(Measure.LATER_SITE_CPU);
    assertThat(target.divisor()).isEqualTo(Measure.SITE_CPU);
    var other = valid(rounds).variants().stream().filter(each -> each.crawl().peer().isPresent());
    assertThat(other).as("it has no rounds").allMatch(of -> target.isDividedBy(of.settings()));
    assertThat(mistakes(rounds + text.formatted("mobile").replace("\"site-cpu\"", "\"x\"")))
        .singleElement()
        .asString()
        .contains("target.against-measure: found \"x\"");
    assertThat(
            mistakes(rounds + text.formatted("other").replace("\"site-cpu\"", "\"later-bytes\"")))
        .singleElement()
        .asString()
        .contains("target.against: found \"later-bytes\" without crawl.rounds");
    assertThat(mistakes(rounds + text.formatted("other").replaceAll("against = .*", "")))
        .singleElement()
        .asString()
        .contains("target.against-measure: found a measure without target.against");
  }

  private Experiment valid(String toml) throws IOException {
    assertThat(mistakes(toml)).isEmpty();
    return ((ExperimentReading.Valid) ExperimentReader.read(temp.resolve("x.toml"))).experiment();
  }

  private List<String> mistakes(String toml) throws IOException {
    return switch (ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml))) {
      case ExperimentReading.Valid _ -> List.of();
      case ExperimentReading.Invalid(var errors) ->
          errors.stream().map(TomlError::toString).map(s -> s.replace(temp + "/", "")).toList();
    };
  }
}
