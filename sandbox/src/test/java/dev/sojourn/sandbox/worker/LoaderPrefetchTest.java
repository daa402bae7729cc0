package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sojourn.sandbox.AgentSource;
import dev.sojourn.sandbox.admission.Admitted;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LoaderPrefetchTest {
  private static final Admitted CODE =
      admitted(AgentSource.compile("public class Guest { static int n = 1; }"));
  private final LoaderPrefetch stock = new LoaderPrefetch();

  private static Admitted admitted(Map<String, byte[]> classes) {
    return new Admitted(new TreeMap<>(classes));
  }

  @Test
  void whatIsMadeAheadIsForOneVisitOfTheSameCode() throws Exception {
    stock.fill("a", CODE);
    var first = stock.take("a");

    assertThat(stock.take("a")).isEmpty();
    assertThat(first.orElseThrow().linked()).extracting(Class::getName).containsExactly("Guest");
    stock.fill("a", CODE);
    var second = stock.take("a");
    assertThat(first.get()).isNotSameAs(second.orElseThrow());
    assertThat(first.get().linked()).isNotEqualTo(second.get().linked());
  }

  @Test
  void otherCodeDoesNotGetIt() {
    stock.fill("a", CODE);

    assertThat(stock.take("b")).isEmpty();
    // It is given up, and the code that was used last is what is made ahead for.
    assertThat(stock.take("a")).isEmpty();
  }

  @Test
  void codeThatIsLargeIsNotWorthIt() {
    stock.fill("a", admitted(Map.of("Guest", new byte[(256 << 10) + 1])));

    assertThat(stock.take("a")).isEmpty();
  }

  @Test
  void codeThatCannotBeLinkedIsLeftToItsVisit() {
    stock.fill("a", admitted(Map.of("Guest", new byte[] {1, 2, 3})));

    assertThat(stock.take("a")).isEmpty();
  }

  @Test
  void nothingThatAsksForAnAllotmentIsLinkedBeforeThereIsOne() {
    stock.fill("a", CODE);
    var loader = stock.take("a").orElseThrow();

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                loader.question("array", MethodType.methodType(void.class, int.class, int.class)));
  }
}
