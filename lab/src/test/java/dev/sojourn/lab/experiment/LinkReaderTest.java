package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.toml.TomlError;
import dev.sojourn.lab.link.LinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The links of an experiment file: the settings of all, and those of one site or host.
final class LinkReaderTest {
  private static final String HEAD =
      """
      name = "links"
      question = "Which?"
      [crawl]
      kind = "mobile"
      [link]
      delay = "5 ms"
      rate = "50 Mbit/s"
      loss = 0.001
      [[link.outage]]
      at = "1 s"
      for = "1 s"
      """;

  @TempDir private Path temp;

  @Test
  void aSiteAndAHostHaveLinksOfTheirOwn() throws IOException {
    var variant =
        valid(
                HEAD
                    + """
                    [[site]]
                    kind = "generated"
                    [[site]]
                    kind = "generated"
                    [site.link]
                    delay = "80 ms"
                    queue = "20 ms"
                    outage = []
                    [hosts]
                    count = 2
                    [[hosts.link]]
                    host = 2
                    rate = "unlimited"
                    loss = 0.02
                    """)
            .getFirst();
    var links = variant.links();
    var common = links.common();

    assertThat(common.delay()).isEqualTo(Duration.ofMillis(5));
    assertThat(common.loss()).isEqualTo(0.001);
    assertThat(common.outages()).hasSize(1);
    assertThat(links.all(2, 2))
        .containsExactly(
            common,
            new LinkSettings(
                Duration.ofMillis(80),
                50_000_000,
                0.001,
                Optional.of(Duration.ofMillis(20)),
                List.of()),
            common,
            new LinkSettings(common.delay(), 0, 0.02, Optional.empty(), common.outages()));
  }

  @Test
  void aKeyThatVariesHoldsForLinksThatHaveNoneOfTheirOwn() throws IOException {
    var variants =
        valid(
            """
            name = "links"
            question = "Which?"
            [crawl]
            kind = "mobile"
            [link]
            loss = [0, 0.01]
            queue = ["20 ms", "200 ms"]
            [site]
            kind = "generated"
            [site.link]
            loss = 0.5
            """);

    assertThat(variants).hasSize(4);
    assertThat(variants).allMatch(variant -> variant.links().ofSite(0).loss() == 0.5);
    assertThat(variants.stream().map(variant -> variant.links().ofHost(0).loss()))
        .containsExactly(0.0, 0.0, 0.01, 0.01);
    assertThat(variants.stream().map(variant -> variant.links().ofSite(0).queueTime().toMillis()))
        .containsExactly(20L, 200L, 20L, 200L);
  }

  @Test
  void mistakesOfLinksAreReportedWithLineAndColumn() throws IOException {
    var errors =
        invalid(
            HEAD
                + """
                [site]
                kind = "generated"
                [site.link]
                delay = ["1 ms", "2 ms"]
                loss = 0.6
                speed = 1
                [[hosts.link]]
                delay = "1 ms"
                [[hosts.link]]
                host = 1
                queue = "0 ms"
                """);

    assertThat(errors.stream().map(e -> e.place().replaceFirst(".*/", "") + " " + e.key()))
        .containsExactly(
            "x.toml:15:1 site.link.delay",
            "x.toml:16:1 site.link.loss",
            "x.toml:17:1 site.link.speed",
            "x.toml:18:1 hosts.link.host",
            "x.toml:21:1 hosts.link.host",
            "x.toml:22:1 hosts.link.queue");
  }

  private List<Variant> valid(String text) throws IOException {
    return switch (read(text)) {
      case ExperimentReading.Valid(var experiment) -> experiment.variants();
      case ExperimentReading.Invalid(var errors) -> throw new AssertionError(errors.toString());
    };
  }

  private List<TomlError> invalid(String text) throws IOException {
    return switch (read(text)) {
      case ExperimentReading.Valid _ -> throw new AssertionError("no mistake was found");
      case ExperimentReading.Invalid(var errors) -> errors;
    };
  }

  private ExperimentReading read(String text) throws IOException {
    return ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), text));
  }
}
