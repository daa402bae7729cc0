package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.PipeException;
import org.junit.jupiter.api.Test;

/// Questions about uses of pages, as a worker that was taken over could ask them.
final class PageUsageLimitTest {
  private static final String URL = "http://site.example/";
  private final LimitCheck limits = new LimitCheck(VisitLimits.defaults(), 0);

  @Test
  void asksForEachPageOnce() throws Exception {
    limits.page(new FromWorker.PageWanted(1, URL));
    assertThat(limits.usage(URL)).hasToString(URL);
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> limits.usage(URL))
        .withMessage("usages: more than 1");
  }

  @Test
  void asksBeforeAnyPageWasGiven() {
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> limits.usage(URL))
        .withMessage("usages: more than 0");
  }

  @Test
  void asksForATextThatIsNoUrl() throws Exception {
    limits.page(new FromWorker.PageWanted(1, URL));
    assertThatExceptionOfType(PipeException.class)
        .isThrownBy(() -> limits.usage("HTTP://site.example/"))
        .withMessage("a URL that is not normalised");
  }
}
