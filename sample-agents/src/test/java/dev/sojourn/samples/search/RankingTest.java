package dev.sojourn.samples.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RankingTest {

  @Test
  void rareWordsAndShortPagesCountMore() {
    var ranking = new Ranking(List.of("often", "rarely"));
    ranking.add(page("often", 100, 3, 0));
    ranking.add(page("also-often", 100, 3, 0));
    ranking.add(page("rarely", 100, 0, 3));
    ranking.add(page("short", 10, 3, 0));
    ranking.add(page("neither", 100, 0, 0));
    assertThat(ranking.best(9))
        .extracting(scored -> scored.page().url())
        .containsExactly("rarely", "short", "also-often", "often");
  }

  @Test
  void ofMoreMatchesThanAreKeptTheBestStay() {
    var ranking = new Ranking(List.of("w"));
    for (int i = 0; i < 10_000; i++) {
      ranking.add(page("p" + i, 100, 1 + i % 50, 0));
    }
    assertThat(ranking.best(200)).hasSize(200).allMatch(s -> s.page().counts().getFirst() == 50);
    assertThat(ranking.best(100_000)).hasSizeBetween(1_000, 2_000);
  }

  private static MatchingPage page(String url, int words, int first, int second) {
    return new MatchingPage(url, "", "", words, List.of(first, second));
  }
}
