package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.PackageFault;
import dev.sojourn.atp.signature.SignatureFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The tables of codes in the protocol's document, against the codes that are sent.
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
    assertThat(rows().filter(row -> row.getFirst().contains("`" + code + "`")))
        .as(code)
        .anyMatch(row -> Arrays.asList(row.get(1).split(", ", -1)).contains("" + status.code()));
  }

  /// The rows of section 10: codes, statuses, meaning.
  private static Stream<List<String>> rows() throws IOException {
    var document = Files.readString(Path.of("../docs/atp.md"));
    return document
        .substring(document.indexOf("\n## 10."))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> List.of(line.substring(2).split(" \\| ", -1)));
  }
}
