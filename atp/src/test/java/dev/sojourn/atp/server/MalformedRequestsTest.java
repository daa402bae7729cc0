package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MalformedRequestsTest {
  private static final Pattern CODE = Pattern.compile("\\| `([a-z-]+)` \\| \\d{3} \\|.*");

  /// The codes of `docs/atp.md` up to those that ask for a whole request, and the one of balancers,
  /// whose headers are no part of ATP.
  @Test
  void eachReasonIsThereAtZeroBeforeItComes() throws IOException {
    var rows = Files.readAllLines(Path.of("../docs/atp.md"));
    var codes =
        rows.stream()
            .map(CODE::matcher)
            .filter(row -> row.matches())
            .map(row -> row.group(1))
            .takeWhile(code -> !code.equals("too-many-connections"))
            .filter(code -> !code.equals("agent-id-missing"))
            .filter(code -> !code.equals("content-encoding-garbled"))
            .collect(Collectors.toCollection(TreeSet::new));
    codes.add(MalformedRequests.BALANCER_HEADER);

    assertThat(new MalformedRequests().now())
        .containsOnlyKeys(codes)
        .allSatisfy((code, count) -> assertThat(count).as(code).isZero());
  }
}
