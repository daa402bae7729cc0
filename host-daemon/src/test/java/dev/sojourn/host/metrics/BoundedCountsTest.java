package dev.sojourn.host.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class BoundedCountsTest {
  private final BoundedCounts counts = new BoundedCounts();

  @Test
  void aSumIsThatOfItsName() {
    counts.add("a", 2);
    counts.add("b", 5);
    counts.add("a", 1);

    assertThat(counts.now()).containsEntry("a", 3L).containsEntry("b", 5L).hasSize(2);
  }

  @Test
  void aSumNeverFalls() {
    counts.add("a", 2);
    counts.add("a", -1);
    counts.add("b", 0);

    assertThat(counts.now()).containsEntry("a", 2L).hasSize(1);
  }

  @Test
  void namesWithoutEndAreCountedTogether() {
    for (int i = 0; i < 10_000; i++) {
      counts.add("name " + i, 1);
    }

    assertThat(counts.now()).hasSize(201).containsEntry(BoundedCounts.OTHER, 9_800L);
  }

  @Test
  void aSignerWhoIsNotConfiguredHasNoNameInTheSums() {
    var visits = new VisitCounts(() -> Set.of("known"));
    visits.spent("known", 1, 10, 2, java.time.Duration.ofMillis(3));
    visits.spent("thumbprint", 4, 40, 5, java.time.Duration.ofMillis(6));

    assertThat(visits.pages()).containsEntry("known", 1L).containsEntry("other", 4L);
    assertThat(visits.cpuNanos()).containsEntry("other", 6_000_000L);
  }
}
