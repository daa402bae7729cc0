package dev.sojourn.agent.url;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class HostVectorsTest {
  private static final int UNASSIGNED = Character.UNASSIGNED;

  @ParameterizedTest
  @MethodSource("dev.sojourn.agent.url.UrlData#present")
  void readsEachNameAsTheUrlStandardDoes(UrlData data) {
    check(data, "toascii.json");
  }

  @ParameterizedTest
  @MethodSource("dev.sojourn.agent.url.UrlData#present")
  void readsEachNameAsUts46Does(UrlData data) {
    check(data, "IdnaTestV2.json");
  }

  private static void check(UrlData data, String file) {
    var cases = data.cases(file);
    assertThat(cases).isNotEmpty();
    var all = new SoftAssertions();
    for (var each : cases) {
      var name = each.get("input").asText();
      if (name.isEmpty() || isNewer(name)) {
        continue;
      }
      all.assertThat(HostReader.read(name))
          .describedAs("of <%s>", shown(each))
          .isEqualTo(host(each));
    }
    all.assertAll();
  }

  /// No URL has an empty host. Characters that came into Unicode after the JDK was made are no part
  /// of any name here; with Unicode 16 those are U+32931 and U+32B9A, in three cases.
  private static boolean isNewer(String name) {
    boolean isNewer =
        name.codePoints()
            .anyMatch(c -> c >= 0x323b0 && c <= 0x33479 && Character.getType(c) == UNASSIGNED);
    assertThat(isNewer && HostReader.read(name).isPresent()).isFalse();
    return isNewer;
  }

  private static Optional<String> host(JsonNode each) {
    return Optional.of(each.get("output")).filter(JsonNode::isTextual).map(JsonNode::asText);
  }

  private static String shown(JsonNode each) {
    var out = new StringBuilder();
    each.get("input").asText().codePoints().forEach(c -> out.append(String.format("%04x ", c)));
    return out.append(each.path("comment").asText()).toString();
  }
}
