package dev.sojourn.samples.duplicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Copies of a census with counts that a host made up.
final class ForgedCensusTest {
  private static final Scope SITE = new Scope("http://h", List.of("/"), List.of());

  private final List<Record> reported = new ArrayList<>();
  private final Visit visit =
      (Visit)
          Proxy.newProxyInstance(
              Visit.class.getClassLoader(),
              new Class<?>[] {Visit.class},
              (_, _, arguments) -> {
                reported.add((Record) arguments[0]);
                return null;
              });
  private final DuplicateCensusAgent all = census(0, 0);

  @Test
  void aCopyWhoseSharesAddUpToMoreThanThereWasIsLeftOut() {
    all.combine(census(3, 3), SITE, visit);
    for (var forged :
        List.of(
            census(4, 3),
            census(-1, -1),
            census(Long.MAX_VALUE, Long.MAX_VALUE),
            census(Long.MIN_VALUE, Long.MIN_VALUE))) {
      assertThatIllegalArgumentException().isThrownBy(() -> all.combine(forged, SITE, visit));
    }
    all.combine(census(5, 5), SITE, visit);
    all.combined(visit);
    assertThat(reported).containsExactly(new CombinedCensus(2, 8, 0, 8));
  }

  @Test
  void forgedSharesThatMayBeTrueCostNoHonestCopyItsPlace() {
    long most = 1L << 32;
    for (int i = 0; i < 10_000; i++) {
      all.combine(census(most, most), SITE, visit);
    }
    all.combine(census(5, 5), SITE, visit);
    all.combined(visit);
    assertThat(reported)
        .containsExactly(new CombinedCensus(10_001, 10_000 * most + 5, 0, 10_000 * most + 5));
  }

  private static DuplicateCensusAgent census(long pages, long nearDuplicates) {
    var agent = new DuplicateCensusAgent(new DuplicateCensusAgent.Options(85, false));
    try {
      set(agent, "pages", pages);
      set(agent, "nearDuplicates", nearDuplicates);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a field is gone", e);
    }
    return agent;
  }

  private static void set(DuplicateCensusAgent agent, String name, long value)
      throws ReflectiveOperationException {
    var field = DuplicateCensusAgent.class.getDeclaredField(name);
    field.setAccessible(true);
    field.setLong(agent, value);
  }
}
