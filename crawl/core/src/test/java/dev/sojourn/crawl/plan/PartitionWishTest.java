package dev.sojourn.crawl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionWishTest {
  @Test
  void aPathIsNormalised() {
    assertThat(PartitionWish.path("/docs/../api/")).contains("/api/");
    assertThat(PartitionWish.path("/f%6fo/")).contains("/foo/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "docs/",
        "//example.org/",
        "/a?b",
        "/a#b",
        "/a/../",
        "http://example.org/a"
      })
  void whatIsNoPathBelowTheRootIsNone(String text) {
    assertThat(PartitionWish.path(text)).isEmpty();
  }

  @Test
  void isReadFromItsText() {
    for (var wish :
        List.of(
            PartitionWish.NONE,
            new PartitionWish(4, List.of()),
            PartitionWish.ofPaths(List.of("/a/", "/b/")))) {
      assertThat(PartitionWish.parse(wish.text())).isEqualTo(wish);
    }
  }

  @Test
  void takesNoMoreVisitsThanAWorkerRuns() {
    assertThatIllegalArgumentException().isThrownBy(() -> new PartitionWish(17, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new PartitionWish(0, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PartitionWish(2, List.of("/a/", "/b/")));
    assertThatIllegalArgumentException().isThrownBy(() -> PartitionWish.parse("many"));
  }
}
