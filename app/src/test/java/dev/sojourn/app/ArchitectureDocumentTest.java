package dev.sojourn.app;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The table of decisions in docs/architecture.md: each type that it names exists.
final class ArchitectureDocumentTest {
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)(?:\\.\\w+)?`");

  @Test
  void everyTypeThatDecidesExists() throws IOException {
    var page = Files.readString(SourceNames.ROOT.resolve("docs/architecture.md"));
    var begin = page.indexOf("## Where it is decided");
    assertThat(begin).isPositive();
    var table = page.substring(begin, page.indexOf("\n## ", begin + 1));

    var named = TYPE.matcher(table).results().map(found -> found.group(1)).collect(toSet());

    assertThat(named).hasSizeGreaterThan(25);
    assertThat(SourceNames.of("main")).containsAll(named);
  }
}
