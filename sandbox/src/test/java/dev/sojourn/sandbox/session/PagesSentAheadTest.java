package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PagesSentAheadTest {
  private static final int BODY_BYTES = 10;

  private final Ready services = new Ready();
  private final PagesSentAhead ahead = new PagesSentAhead(1);

  /// Services with pages that may be given ahead.
  private static final class Ready implements VisitServices {
    private final Deque<PageReply.Content> pages = new ArrayDeque<>();

    @Override
    public Optional<PageReply.Content> ahead(int mostBytes) {
      return Optional.ofNullable(pages.peek())
          .filter(page -> page.body().length <= mostBytes)
          .map(_ -> pages.remove());
    }

    @Override
    public PageReply page(PageRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void finding(byte[] json) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void refer(PageUrl url) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void log(String line) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkpoint(byte[] state, VisitSpending spent) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aWorkerThatAsksForNoneOfThemGetsNoMore() throws Exception {
    var limits = limits(100, 1_000);
    offer("a", "b", "c");
    assertThat(List.of(sent(limits), sent(limits), sent(limits))).containsExactly("a", "b", "");
    // It asks for other pages than it announced.
    answer("x", page("x"));
    assertThat(sent(limits)).isEmpty();
    answer("a", new PageReply.Refused("shut"));
    assertThat(sent(limits)).isEqualTo("c");
  }

  @Test
  void whatWasReadAndWhatIsSentAheadIsWithinThePagesOfTheVisit() throws Exception {
    var limits = limits(3, 1_000);
    limits.page(new FromWorker.PageWanted(1, url("x").toString()));
    limits.page(new FromWorker.PageWanted(1, url("y").toString()));
    offer("a", "b");
    assertThat(List.of(sent(limits), sent(limits))).containsExactly("a", "");
  }

  @Test
  void whatWasReadAndWhatIsSentAheadIsWithinTheBytesOfTheVisit() throws Exception {
    var limits = limits(100, 3 * BODY_BYTES - 1);
    assertThat(limits.body(BODY_BYTES)).isTrue();
    offer("a", "b");
    assertThat(List.of(sent(limits), sent(limits))).containsExactly("a", "");
  }

  /// Such a worker knows the print of each page that it has, and is answered without a body.
  @Test
  void aWorkerThatHasItsPagesAnsweredWithoutABodyReadsNoMoreThanItsBytes() throws Exception {
    var limits = limits(100, 2 * BODY_BYTES);
    offer("a", "b", "c");
    assertThat(List.of(sent(limits), sent(limits))).containsExactly("a", "b");
    answer("a", new PageReply.Unchanged());
    answer("b", new PageReply.Unchanged());
    assertThat(sent(limits)).isEmpty();
  }

  @Test
  void aWorkerThatHasItsPagesAnsweredWithoutABodyGetsTwoOfTheLargestInAVisit() throws Exception {
    var limits = limits(100, 1 << 30);
    services.pages.add(page("a", PagesSentAhead.MAX_BYTES));
    services.pages.add(page("b", PagesSentAhead.MAX_BYTES));
    offer("c");
    assertThat(List.of(sent(limits), sent(limits))).containsExactly("a", "b");
    answer("a", new PageReply.Unchanged());
    answer("b", new PageReply.Unchanged());
    assertThat(sent(limits)).isEmpty();
  }

  @Test
  void aVisitThatWantedOnePageOnlyIfItChangedIsSentNoFurtherPage() throws Exception {
    var limits = limits(100, 1_000);
    offer("a", "b", "c");
    assertThat(sent(limits)).isEqualTo("a");
    var ifChanged =
        new PageRequest(
            url("x"),
            Optional.empty(),
            OptionalInt.empty(),
            PageRequest.NextPages.NONE,
            Optional.of(KnownPage.unread(url("x").toString())));
    assertThat(ahead.answer(ifChanged, new PageReply.Unchanged()))
        .isEqualTo(new ToWorker.Page(1, new PageReply.Unchanged()));
    answer("y", page("y"));
    assertThat(sent(limits)).isEmpty();
  }

  @Test
  void aPageThatTheAgentGotThroughARedirectTakesNoPlaceAnyMore() throws Exception {
    var limits = limits(100, 1_000);
    var page = page("docs/");
    services.pages.add(page);
    offer("b", "c");
    assertThat(List.of(sent(limits), sent(limits), sent(limits))).containsExactly("docs/", "b", "");
    assertThat(answer("docs", page)).isInstanceOf(ToWorker.Page.class);
    assertThat(sent(limits)).isEqualTo("c");
  }

  @Test
  void aPageIsNotSentTwice() throws Exception {
    var page = page("a");
    services.pages.add(page);
    assertThat(sent(limits(100, 1_000))).isEqualTo("a");

    var again = new PageReply.Content(page.url(), page.status(), page.headers(), page.body());
    assertThat(answer("a", again)).isEqualTo(new ToWorker.AsAhead(1));
    assertThat(answer("a", again)).isInstanceOf(ToWorker.Page.class);
  }

  @Test
  void theAgentGetsWhatIsAnsweredWhenItAsksWhateverWasSentAhead() throws Exception {
    var limits = limits(100, 1_000);
    for (var reply :
        List.of(
            page("a"),
            new PageReply.Unchanged(),
            new PageReply.Refused("shut"),
            new PageReply.Missing(404, "gone"))) {
      offer("a");
      assertThat(sent(limits)).isEqualTo("a");
      assertThat(answer("a", reply))
          .usingRecursiveComparison()
          .isEqualTo(new ToWorker.Page(1, reply));
    }
  }

  @Test
  void aPageWithOtherFieldsIsAnother() throws Exception {
    var page = page("a");
    services.pages.add(page);
    assertThat(sent(limits(100, 1_000))).isEqualTo("a");

    var tagged =
        new PageReply.Content(
            page.url(), 200, Map.of("x-robots-tag", List.of("noindex")), page.body());
    assertThat(answer("a", tagged)).isInstanceOf(ToWorker.Page.class);
  }

  private ToWorker answer(String name, PageReply reply) {
    return ahead.answer(new PageRequest(url(name), Optional.empty(), OptionalInt.empty()), reply);
  }

  private String sent(LimitCheck limits) throws InterruptedException {
    return ahead
        .next(services, limits)
        .map(message -> ((ToWorker.PageAhead) message).page().url().toString().substring(17))
        .orElse("");
  }

  private void offer(String... names) {
    for (var name : names) {
      services.pages.add(page(name));
    }
  }

  private static LimitCheck limits(long pages, long bytes) {
    var limits = VisitLimits.defaults().withAllowance(Duration.ofMinutes(1), pages, bytes, 1);
    return new LimitCheck(limits, 4);
  }

  private static PageReply.Content page(String name) {
    return page(name, BODY_BYTES);
  }

  private static PageReply.Content page(String name, int bytes) {
    return new PageReply.Content(url(name), 200, Map.of(), new byte[bytes]);
  }

  private static PageUrl url(String name) {
    return PageUrl.parse("http://h.example/" + name).orElseThrow();
  }
}
