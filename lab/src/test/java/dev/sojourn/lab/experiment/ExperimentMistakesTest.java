package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sentences about single mistakes: each is reported once, with what is wrong and what is
/// expected.
final class ExperimentMistakesTest {
  private static final String SHORTEST =
      """
      name = "short"
      question = "Does it run?"
      [site]
      kind = "generated"
      [crawl]
      kind = "mobile"
      """;

  @TempDir private Path temp;

  @Test
  void aRateOfNothingIsNoRate() throws IOException {
    var rates =
        SHORTEST.replace(
            "[crawl]",
            "[link]\nrate = [\"0 bit/s\", \"unlimited\", \"0 Gbit/s\", \"8 kbit/s\"]\n[crawl]");
    var expected =
        "link.rate: found \"%s\" (expected: a rate from \"8 kbit/s\" to \"10 Gbit/s\", or"
            + " \"unlimited\")";

    assertThat(mistakes(rates))
        .containsExactly(
            "x.toml:6:9: " + expected.formatted("0 bit/s"),
            "x.toml:6:33: " + expected.formatted("0 Gbit/s"));
  }

  @Test
  void aProgramThatIsDownCannotBeKilled() throws IOException {
    var faults =
        """
        [[fault]]
        at = "1 s"
        kill = "host 1"
        back = "10 s"
        [[fault]]
        at = "%s"
        kill = "%s"
        back = "1 s"
        """;

    assertThat(mistakes(SHORTEST + faults.formatted("5 s", "host 1")))
        .containsExactly(
            "x.toml:12:1: fault.at: found 5 s (expected: a time at which host 1 is not down by"
                + " another fault)");
    assertThat(mistakes(SHORTEST + faults.formatted("11 s", "host 1"))).isEmpty();
    assertThat(mistakes(SHORTEST + faults.formatted("5 s", "dispatcher"))).isEmpty();
  }

  @Test
  void aPackageThatIsNotInstalledIsReportedUnlessTheFileIsACopy() throws IOException {
    var text =
        SHORTEST.replace("\"generated\"", "\"debian\"\npackage = \"no-such-package-of-debian\"");

    assertThat(mistakes(text))
        .containsExactly(
            "x.toml:5:1: site.package: found \"no-such-package-of-debian\" (expected: a package"
                + " that is installed here; install it with: apt install"
                + " no-such-package-of-debian)");
    assertThat(ExperimentReader.readCopy(temp.resolve("x.toml")))
        .isInstanceOf(ExperimentReading.Valid.class);
  }

  @Test
  void aCrawlerWithoutItsProgramIsReportedUnlessTheFileIsACopy() throws IOException {
    var program = Files.writeString(temp.resolve("crawl.sh"), "#!/bin/sh\n");
    var text =
        SHORTEST
            + """
            [[crawler]]
            name = "other"
            command = ["%s", "{start}"]
            """;
    var lacking =
        "x.toml:9:1: crawler.command: found \"%s\", which is not here (expected: a program on PATH,"
            + " or the absolute path of a file that can be run)";

    assertThat(mistakes(text.formatted("no-such-program")))
        .containsExactly(lacking.formatted("no-such-program"));
    assertThat(ExperimentReader.readCopy(temp.resolve("x.toml")))
        .isInstanceOf(ExperimentReading.Valid.class);
    assertThat(mistakes(text.formatted("./crawl.sh")))
        .containsExactly(lacking.formatted("./crawl.sh"));
    assertThat(mistakes(text.formatted("{experiment}/crawl.sh"))).hasSize(1);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(mistakes(text.formatted("{experiment}/crawl.sh"))).isEmpty();
    assertThat(mistakes(text.formatted("{java}"))).isEmpty();
    assertThat(mistakes(text.formatted("sh"))).isEmpty();
  }

  @Test
  void aValueOfTheWrongTypeIsReportedOnce() throws IOException {
    assertThat(mistakes(SHORTEST.replace("\"short\"", "5")))
        .containsExactly(
            "x.toml:1:1: name: found 5 (expected: letters, digits and hyphens, at most 64)");
    assertThat(mistakes(SHORTEST.replace("\"generated\"", "\"generated\"\npages = []")))
        .containsExactly(
            "x.toml:5:1: site.pages: found an empty list (expected: a whole number from 1 to"
                + " 1,000,000)");
    assertThat(mistakes(SHORTEST.replace("\"generated\"", "\"debian\"\npackage = 5"))).hasSize(1);
    assertThat(
            mistakes(
                SHORTEST.replace(
                    "\"generated\"",
                    "\"warc\"\norigin = \"https://www.example.org\"\nfiles = \"a.warc\"")))
        .singleElement()
        .asString()
        .contains("site.files: found \"a.warc\"");
    assertThat(
            mistakes(
                SHORTEST
                    + """
                    [[target]]
                    text = "t"
                    measure = "pages"
                    at-most = -3
                    [[plot]]
                    title = "t"
                    x = 5
                    y = "pages"
                    """))
        .containsExactly(
            "x.toml:10:1: target.at-most: found -3 (expected: a number, 0 or more)",
            "x.toml:13:1: plot.x: found 5 (expected: a key that varies; none does)");
  }

  @Test
  void aValueOrNameThatIsThereTwiceIsReportedUnlessTheFileIsACopy() throws IOException {
    var plot = "[[plot]]\ntitle = \"t\"\nx = \"link.delay\"\ny = \"bytes\"\nby = [%s]\n";
    var target = "[[target]]\ntext = \"t\"\nmeasure = \"pages\"\nat-least = 1\n%s";
    var where = "where = { link.delay = \"5 ms\" }\n";
    var text =
        SHORTEST.replace(
                "[crawl]",
                "parts = 2\n[link]\ndelay = [\"0 ms\", \"1 s\", \"5 ms\", \"1000 ms\"]\n"
                    + "[hosts]\npaths = [\"/a/\", \"/a/\"]\n[crawl]")
            + plot.formatted("")
            + plot.formatted("")
            + target.formatted(where)
            + target.formatted(where);

    assertThat(mistakes(text))
        .containsExactly(
            "x.toml:7:33: link.delay: found 1 s again (expected: each value once)",
            "x.toml:9:17: hosts.paths: found \"/a/\" again (expected: each once)",
            "x.toml:18:1: plot.title: found \"t\" again (expected: a text that no other [[plot]]"
                + " has)",
            "x.toml:28:1: target.text: found \"t\" again (expected: a text that no other [[target]]"
                + " has)");
    var repeated = SHORTEST.replace("[crawl]", "pages = [10, 10]\n[crawl]");
    assertThat(mistakes(repeated)).hasSize(1);
    assertThat(ExperimentReader.readCopy(temp.resolve("x.toml")))
        .isInstanceOf(ExperimentReading.Valid.class);
  }

  @Test
  void aFolderWithARobotsTxtOfItsOwnIsRefusedAndItsRulesAreNotDropped() throws IOException {
    var site = Files.createDirectory(temp.resolve("site"));
    var text = SHORTEST.replace("\"generated\"", "\"folder\"\npath = \"site\"");
    assertThat(mistakes(text)).isEmpty();

    Files.writeString(site.resolve("robots.txt"), "User-agent: *\nDisallow: /private/\n");

    assertThat(mistakes(text))
        .singleElement()
        .asString()
        .contains("site.path: found \"site\" with a robots.txt of its own (expected: a");
  }

  @Test
  void mistakesOfACrawlerOfOthersNameTheWrongWordOrNumber() throws IOException {
    var text =
        SHORTEST
            + """
            [[crawler]]
            name = "other"
            command = %s
            exit-codes = %s
            """;

    assertThat(mistakes(text.formatted("\"sh {start}\"", "[0, 256, -1]")))
        .containsExactly(
            "x.toml:9:1: crawler.command: found \"sh {start}\" (expected: a list of words, as"
                + " [\"wget2\", \"{start}\"])",
            "x.toml:10:18: crawler.exit-codes: found 256 (expected: a list of whole numbers from 0"
                + " to 255)",
            "x.toml:10:23: crawler.exit-codes: found -1 (expected: a list of whole numbers from 0"
                + " to 255)");
    assertThat(mistakes(text.formatted("[\"sh\", \"{start}\"]", "[]")))
        .singleElement()
        .asString()
        .contains("crawler.exit-codes: found an empty list");
    assertThat(mistakes(text.formatted("[\"sh\", \"{start}\"]", "8")))
        .singleElement()
        .asString()
        .contains("crawler.exit-codes: found 8");
  }

  @Test
  void bytesThatAreNoTextAreReportedWithTheirPlace() throws IOException {
    var file = temp.resolve("x.toml");
    Files.write(file, SHORTEST.replace("Does", "Wie schön").getBytes(StandardCharsets.ISO_8859_1));

    assertThat(mistakes(ExperimentReader.read(file)))
        .containsExactly(
            "x.toml:2:20: TOML: found a byte that is no UTF-8 (expected: text in UTF-8)");
    assertThat(mistakes(ExperimentReader.readCopy(file))).hasSize(1);
  }

  @Test
  void aByteOrderMarkAtTheBeginIsSkipped() throws IOException {
    assertThat(mistakes("\ufeff" + SHORTEST)).isEmpty();
    assertThat(mistakes("\ufeff\ufeff" + SHORTEST)).isNotEmpty();
    assertThat(mistakes(SHORTEST + "\ufeff")).isNotEmpty();
  }

  private List<String> mistakes(String toml) throws IOException {
    return mistakes(ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml)));
  }

  private List<String> mistakes(ExperimentReading reading) {
    return switch (reading) {
      case ExperimentReading.Valid _ -> List.of();
      case ExperimentReading.Invalid(var errors) ->
          errors.stream().map(error -> error.toString().replace(temp + "/", "")).toList();
    };
  }
}
