package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sentences about single mistakes: each is told once, with what is wrong and what is expected.
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
  void aPackageThatIsNotInstalledIsToldUnlessTheFileIsACopy() throws IOException {
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
  void aCrawlerWithoutItsProgramIsToldUnlessTheFileIsACopy() throws IOException {
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

  private List<String> mistakes(String toml) throws IOException {
    return switch (ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml))) {
      case ExperimentReading.Valid _ -> List.of();
      case ExperimentReading.Invalid(var errors) ->
          errors.stream().map(error -> error.toString().replace(temp + "/", "")).toList();
    };
  }
}
