package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartUrlsTest {
  private static final String ONE = "http://one.example";
  private static final String TWO = "http://two.example";

  private final StartUrls starts =
      StartUrls.of(List.of(TWO + "/b", ONE + "/a", TWO + "/", "mailto:nobody"));

  @Test
  void aSiteHasItsOwnAndNoOther() {
    assertThat(starts.origins()).containsExactly(TWO, ONE);
    assertThat(starts.ofSite(TWO)).containsExactly(TWO + "/b", TWO + "/");
    assertThat(starts.ofSite(ONE)).containsExactly(ONE + "/a");
    assertThat(starts.ofSite("http://three.example")).isEmpty();
  }
}
