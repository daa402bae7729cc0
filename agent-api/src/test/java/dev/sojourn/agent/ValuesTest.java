package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The small values: [Next], [Budget], [Directives].
final class ValuesTest {

  @Test
  void goingOnNeedsAPageToGoTo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Next.onward(List.of()))
        .withMessage("urls: [] (expected: at least one URL)");
    assertThat(Next.done()).isEqualTo(new Next.Done());
  }

  @Test
  void goingOnKeepsItsOwnCopyOfTheUrls() {
    var urls = new ArrayList<>(List.of("http://h/a"));
    var next = Next.onward(urls);
    urls.clear();

    assertThat(next).isEqualTo(new Next.Onward(List.of("http://h/a")));
  }

  @ParameterizedTest
  @CsvSource({
    "60, 1, 1, 1, false",
    "0, 1, 1, 1, true",
    "-1, 1, 1, 1, true",
    "60, 0, 1, 1, true",
    "60, 1, 0, 1, true",
    "60, 1, 1, 0, true",
    "60, -1, -1, -1, true",
  })
  void aBudgetIsSpentWhenAnyPartOfItIs(
      int seconds, long pages, long bytes, long findings, boolean spent) {
    var budget = new Budget(Duration.ofSeconds(seconds), pages, bytes, findings);

    assertThat(budget.isSpent()).isEqualTo(spent);
  }

  @ParameterizedTest
  @CsvSource({
    "noindex, true, false, false",
    "nofollow, false, true, false",
    "none, true, true, false",
    "nosnippet, false, false, true",
    "max-snippet:0, false, false, true",
    "max-snippet:50, false, false, false",
    "noarchive, false, false, false",
    "all, false, false, false",
  })
  void directivesSayWhatTheyForbid(
      String rule, boolean noindex, boolean nofollow, boolean nosnippet) {
    var directives = new Directives(Set.of(rule));

    assertThat(directives.noindex()).isEqualTo(noindex);
    assertThat(directives.nofollow()).isEqualTo(nofollow);
    assertThat(directives.nosnippet()).isEqualTo(nosnippet);
    assertThat(directives.rules()).containsExactly(rule);
  }

  @Test
  void directivesKeepTheirOwnSortedCopy() {
    var rules = new HashSet<>(Set.of("nofollow", "noarchive"));
    var directives = new Directives(rules);
    rules.add("noindex");

    assertThat(directives.rules()).containsExactly("noarchive", "nofollow");
    assertThat(Directives.NONE.rules()).isEmpty();
  }

  @Test
  void conditionsSayInWordsWhatWakesAnAgent() {
    var time = Instant.parse("2026-05-01T10:00:00.5Z");
    assertThat(WakeConditions.at(time).words()).isEqualTo("until 2026-05-01T10:00:00Z");
    assertThat(WakeConditions.byMessage().words()).isEqualTo("until a message");
    assertThat(WakeConditions.byChange().orAt(time).orByMessage().words())
        .isEqualTo("until 2026-05-01T10:00:00Z, a message or a change of pages");
    assertThat(WakeConditions.byMessage().orByChange())
        .isEqualTo(WakeConditions.byChange().orByMessage());
  }

  /// An agent that nothing wakes would be lost.
  @Test
  void somethingWakesEachAgentThatStays() {
    assertThatThrownBy(() -> new WakeConditions(Optional.empty(), false, false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
