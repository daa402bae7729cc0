package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.signature.SignatureFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The table of problem codes in the protocol's document, against the codes that are sent.
final class ProblemCodesDocumentTest {

  @ParameterizedTest
  @EnumSource
  void aFaultOfAPackageStandsThereWithItsStatus(PackageFault fault) throws IOException {
    isListed(fault.code(), fault.status());
  }

  @ParameterizedTest
  @EnumSource
  void aFaultOfASignatureStandsThereWithItsStatus(SignatureFault fault) throws IOException {
    isListed(fault.code(), fault.status());
  }

  @Test
  void everyStatusStandsThereWithItsReason() throws IOException {
    var document = Files.readString(Path.of("../docs/atp.md"));
    for (var status : AtpStatus.values()) {
      assertThat(document).contains("\n| %d | %s |".formatted(status.code(), status.reason()));
    }
  }

  private static void isListed(String code, AtpStatus status) throws IOException {
    assertThat(rows().filter(row -> row.getFirst().equals("`" + code + "`")))
        .singleElement()
        .extracting(row -> row.get(1))
        .isEqualTo("" + status.code());
  }

  @Test
  void everyCodeOfTheTableIsInTheSources() throws IOException {
    var sources = new StringBuilder();
    for (var root : List.of("../atp/src/main/java", "../host-daemon/src/main/java")) {
      try (var files = Files.walk(Path.of(root))) {
        for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          sources.append(Files.readString(file));
        }
      }
    }
    var codes = rows().map(row -> row.getFirst().replace("`", "")).toList();

    assertThat(codes).hasSizeGreaterThan(70).doesNotHaveDuplicates();
    assertThat(codes).allMatch(code -> sources.indexOf("\"" + code + "\"") >= 0);
  }

  /// The rows of the table: code, status, meaning.
  private static Stream<List<String>> rows() throws IOException {
    var document = Files.readString(Path.of("../docs/atp.md"));
    int begin = document.indexOf("\n## Problem codes");
    return document
        .substring(begin, document.indexOf("\n## ", begin + 1))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> List.of(line.substring(2).split(" \\| ", -1)));
  }
}
