package dev.sojourn.crawl.local.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CombinationSummaryTest {
  private static final Optional<String> LAST = Optional.of("k1c00");

  @Test
  void aRunThatCombinedNothingDoesNotReportWhatAnEarlierOneCombined() {
    assertThat(CombinationSummary.NONE.of(LAST)).isEmpty();
    assertThat(CombinationSummary.waiting("Not now.").of(LAST)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "WAITING"})
  void whatARunCombinedIsReported(CombinationState state) {
    assertThat(new CombinationSummary(state, 1, 1, List.of(), "").of(LAST)).isEqualTo(LAST);
  }
}
