package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.agent.url.UrlData;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The URL Standard's own cases, as far as they lead to `http` or `https`, or to nothing.
final class UrlVectorsTest {
  private static final Pattern USER = Pattern.compile("^(https?://)[^/?#]*@");
  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

  @ParameterizedTest
  @MethodSource("dev.sojourn.agent.url.UrlData#present")
  void readsEachUrlAsTheUrlStandardDoes(UrlData data) {
    int cases = 0;
    var all = new SoftAssertions();
    for (var each : data.cases("urltestdata.json")) {
      var href = each.path("href").asText("");
      boolean isForeign = each.hasNonNull("base") && base(each).isEmpty();
      boolean isOfPage = href.startsWith("http:") || href.startsWith("https:");
      if (isForeign || !(isOfPage || href.isEmpty())) {
        continue;
      }
      cases++;
      var expected = isOfPage ? Optional.of(normalised(href)) : Optional.empty();
      all.assertThat(read(each).map(PageUrl::toString))
          .describedAs("of <%s> on <%s>", each.get("input"), each.get("base"))
          .isEqualTo(expected);
    }
    all.assertAll();
    assertThat(cases).isGreaterThan(data == UrlData.SAMPLE ? 20 : 400);
  }

  private static Optional<PageUrl> read(JsonNode each) {
    var input = each.get("input").asText();
    return each.hasNonNull("base")
        ? base(each).flatMap(base -> base.resolve(input))
        : PageUrl.parse(input);
  }

  private static Optional<PageUrl> base(JsonNode each) {
    var base = each.get("base").asText();
    return base.startsWith("http") ? PageUrl.parse(base) : Optional.empty();
  }

  /// What docs/crawl.md names beyond the standard.
  private static String normalised(String href) {
    int fragment = href.indexOf('#');
    var url = USER.matcher(fragment < 0 ? href : href.substring(0, fragment)).replaceFirst("$1");
    return ESCAPE
        .matcher(url)
        .replaceAll(
            escape -> {
              char c = (char) Integer.parseInt(escape.group().substring(1), 16);
              boolean isUnreserved = String.valueOf(c).matches("[A-Za-z0-9._~-]");
              return isUnreserved ? String.valueOf(c) : escape.group().toUpperCase(Locale.ROOT);
            });
  }
}
