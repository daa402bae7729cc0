package dev.sojourn.sandbox.worker.ahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.worker.page.AskedParts;
import dev.sojourn.sandbox.worker.page.PageContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PagesAheadTest {
  private static final PageUrl URL = PageUrl.parse("http://x.example/d/").orElseThrow();
  private static final String NAME = "test-ahead";
  private static final AskedParts ALL = new AskedParts(true, true, true, true, true);

  /// About 90 MB of elements: three times what it may allocate for one page, and less than a heap
  /// of tests.
  private static final String EXPLOSIVE = "<b a1><i a2><u a3><s a4>" + "<p><br>".repeat(400_000);

  private static final Runnable UNCHECKED = () -> {};

  private final PagesAhead ahead = new PagesAhead(NAME);

  @Test
  void aPageIsTheSameWhetherItWasWorkedOutAheadOrNot() throws Exception {
    var html =
        "<title> A  b </title><base href=/e/><h1>One</h1><a href=f>f<p>"
            + IntStream.range(0, 5_000)
                .mapToObj("<a href=%d>&eacute;"::formatted)
                .collect(Collectors.joining());
    try (ahead) {
      ahead.learn(ALL);
      ahead.add(answer(html));
      awaitWorkedOut();
      assertThat(Parts.of(ahead.take(URL).orElseThrow()))
          .isEqualTo(Parts.of(new PageContent(answer(html))));
      assertThat(ahead.take(URL)).isEmpty();
    }
  }

  /// The parts of a page that may be worked out ahead.
  private record Parts(
      String title, String text, List<String> headings, List<Link> links, String digest) {
    static Parts of(PageContent page) {
      var html = page.html(UNCHECKED);
      return new Parts(
          html.title(), html.text(), html.headings(), page.links(UNCHECKED), page.digest());
    }
  }

  @Test
  void nothingIsWorkedOutBeforeTheAgentAskedForIt() throws Exception {
    try (ahead) {
      ahead.add(answer("<p>".repeat(60_000)));
      assertThat(ahead.take(URL)).isPresent();
      assertThat(ahead.used().allocatedBytes()).isLessThan(1 << 20);
    }
  }

  @Test
  void aPageThatExplodesIsGivenUpAndTheAgentGetsItAllTheSame() throws Exception {
    try (ahead) {
      ahead.learn(ALL);
      ahead.add(answer(EXPLOSIVE));
      awaitWorkedOut();
      long used = ahead.used().allocatedBytes();
      assertThat(used).isLessThan(80 << 20);
      var page = ahead.take(URL).orElseThrow();
      assertThat(page.html(UNCHECKED).text()).isEmpty();
      assertThat(ahead.used().allocatedBytes() - used).isLessThan(1 << 20);
    }
  }

  @Test
  void afterAPageThatExplodesNoOtherIsChargedTwice() throws Exception {
    try (ahead) {
      ahead.learn(ALL);
      ahead.add(answer(EXPLOSIVE));
      awaitEnd();
      var used = ahead.used();
      ahead.add(answer("<p>x"));
      assertThat(ahead.take(URL).orElseThrow().html(UNCHECKED).text()).isEqualTo("x");
      assertThat(ahead.used()).isEqualTo(used);
    }
  }

  @Test
  void aVisitThatMustStopWaitsForNoPage() throws Exception {
    try (ahead) {
      ahead.learn(ALL);
      ahead.add(answer(EXPLOSIVE));
      await().until(() -> ahead.used().cpuNanos() > 0);
      ahead.giveUp();
      assertThat(ahead.take(URL)).isPresent();
    }
    assertThat(ahead.used().allocatedBytes()).isLessThan(80 << 20);
  }

  @Test
  void whatTheThreadTookIsKnownAfterItsEndAndNoFurtherPageIsTaken() throws Exception {
    ahead.learn(ALL);
    ahead.add(answer("<p>x"));
    awaitWorkedOut();
    ahead.close();
    awaitEnd();
    var used = ahead.used();
    assertThat(used.cpuNanos()).isPositive();
    ahead.drop(URL);
    ahead.add(answer("<p>y"));
    assertThat(ahead.take(URL)).isEmpty();
    assertThat(ahead.used()).isEqualTo(used);
  }

  private boolean isOurs(Thread thread) {
    return thread.getName().equals(NAME);
  }

  private void awaitEnd() {
    await().until(() -> Thread.getAllStackTraces().keySet().stream().noneMatch(this::isOurs));
  }

  /// Until its thread waits for the next page, or has ended.
  private void awaitWorkedOut() {
    await().until(() -> ahead.used().cpuNanos() > 0 && ahead.isIdle());
  }

  private static PageReply.Content answer(String html) {
    return new PageReply.Content(
        URL,
        200,
        Map.of("content-type", List.of("text/html; charset=utf-8")),
        html.getBytes(StandardCharsets.UTF_8));
  }
}
