package dev.sojourn.agent.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class PageUsageTest {

  @Test
  void whereStatementsDifferTheDenialHolds() {
    var file = new PageUsage(Map.of("search", true, "train-ai", true), Map.of(), List.of("a"));
    var page = new PageUsage(Map.of("train-ai", false), Map.of("search", false), List.of("b", "a"));

    var both = file.and(page);

    assertThat(both.contentUsage()).isEqualTo(Map.of("search", true, "train-ai", false));
    assertThat(both.denies("train-ai")).isTrue();
    assertThat(both.permits("train-ai")).isFalse();
    assertThat(both.denies("search")).as("by Content-Signal").isTrue();
    assertThat(both.permits("search")).isFalse();
    assertThat(file.permits("search")).isTrue();
    assertThat(both.licences()).containsExactly("a", "b");
  }

  @Test
  void whatNobodyStatesIsNeitherPermittedNorDenied() {
    assertThat(PageUsage.NONE.permits("search")).isFalse();
    assertThat(PageUsage.NONE.denies("search")).isFalse();
    assertThat(PageUsage.NONE.isStated()).isFalse();
    assertThat(new PageUsage(Map.of(), Map.of(), List.of("l")).isStated()).isTrue();
  }

  @Test
  void whatASiteStatesWithoutEndIsCut() {
    var labels = new TreeMap<String, Boolean>();
    for (int i = 0; i < 10_000; i++) {
      labels.put("label-" + i, false);
    }
    labels.put("a".repeat(PageUsage.MAX_LABEL_CHARS + 1), false);
    var urls = Collections.nCopies(100_000, "http://h/l");
    var usage = new PageUsage(labels, labels, urls);
    assertThat(usage.contentUsage()).hasSize(PageUsage.MAX_LABELS);
    assertThat(usage.contentSignals().keySet()).allMatch(label -> label.startsWith("label-"));
    assertThat(usage.licences()).containsExactly("http://h/l");
    assertThat(new PageUsage(Map.of(), Map.of(), List.of("x".repeat(2_001))).licences()).isEmpty();
  }
}
