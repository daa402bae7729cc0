package dev.sojourn.visit.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.visit.content.Content;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptPagesTest {
  @Test
  void thePagesNotAskedForLongestGoFirst() {
    var kept = new KeptPages(20_000);
    for (int i = 0; i < 9; i++) {
      kept.keep(page(i, 1_000));
      kept.find(url(0));
    }
    assertThat(kept.find(url(8))).isPresent();

    kept.keep(page(9, 1_000));
    kept.keep(page(10, 1_000));

    assertThat(kept.find(url(0))).isPresent();
    assertThat(kept.find(url(1))).isEmpty();
    assertThat(kept.bytes()).isLessThanOrEqualTo(20_000);
  }

  @Test
  void aPageThatComesAgainCountsOnceAndALargeOneIsNotKept() {
    var kept = new KeptPages(20_000);
    for (int i = 0; i < 100; i++) {
      kept.keep(page(1, 1_000));
    }
    assertThat(kept.bytes()).isEqualTo(2_004);

    kept.keep(page(1, 3_000));

    assertThat(kept.find(url(1))).isEmpty();
    assertThat(kept.bytes()).isZero();
  }

  private static Content.Found page(int number, int bytes) {
    return new Content.Found(url(number), 200, Map.of("etag", List.of("\"vv\"")), new byte[bytes]);
  }

  private static PageUrl url(int number) {
    return PageUrl.parse("http://site.example/" + number).orElseThrow();
  }
}
