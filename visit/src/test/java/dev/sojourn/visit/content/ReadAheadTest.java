package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.sandbox.NoReaderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReadAheadTest {
  private static final int BODY_BYTES = 10;
  private static final long MANY = 1_000;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private final AtomicBoolean spare = new AtomicBoolean(true);

  /// A page comes when a permit is there.
  private final Semaphore answers = new Semaphore(0);

  @Test
  void readsWhatIsExpectedBeforeItIsAskedForAndNothingTwice() throws Exception {
    answers.release(3);
    try (var ahead = ahead(8, 2, MANY)) {
      ahead.expect(urls("a", "b"), Map.of(), MANY, MANY);
      awaitAsked("a", "b");
      ahead.expect(urls("a", "b"), Map.of(), MANY, MANY);

      assertThat(read(ahead, "a")).isEqualTo("a");
      assertThat(read(ahead, "b")).isEqualTo("b");
      assertThat(read(ahead, "c")).isEqualTo("c");
      assertThat(asked).containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  /// The visit may have met an equal page meanwhile.
  @Test
  void aPageThatWasReadAheadWithItsValidatorsIsReadAgainWhereItIsWantedWhole() throws Exception {
    var held = new PageValidators(Optional.of("\"1\""), Optional.empty());
    var conditions = new CopyOnWriteArrayList<PageValidators>();
    var source =
        new ContentSource() {
          @Override
          public Content read(PageUrl url) {
            return read(url, PageValidators.NONE);
          }

          @Override
          public Content read(PageUrl url, PageValidators asked) {
            conditions.add(asked);
            return asked.equals(held)
                ? new Content.NotModified(Map.of())
                : new Content.Found(url, 200, Map.of(), new byte[1]);
          }
        };
    var bounds = new ReadAhead.Limits(8, 2, MANY);
    try (var ahead = new ReadAhead(source, bounds, () -> true)) {
      var urls = urls("a", "b");
      ahead.expect(urls, Map.of(urls.get(0), held, urls.get(1), held), MANY, MANY);

      assertThat(ahead.read(urls.get(0), held)).isInstanceOf(Content.NotModified.class);
      assertThat(ahead.read(urls.get(1))).isInstanceOf(Content.Found.class);
      assertThat(conditions).containsExactlyInAnyOrder(held, held, PageValidators.NONE);
    }
  }

  @Test
  void noMoreAreUnderWayThanItMayAskAtOnce() throws Exception {
    try (var ahead = ahead(8, 3, MANY)) {
      ahead.expect(urls("a", "b", "c", "d", "e", "f"), Map.of(), MANY, MANY);
      await().until(() -> underWay.get() == 3);
      answers.release(6);
      for (var url : urls("a", "b", "c", "d", "e", "f")) {
        ahead.read(url);
      }
      assertThat(mostUnderWay).hasValueLessThanOrEqualTo(4);
      assertThat(asked).hasSize(6);
    }
  }

  @Test
  void aWorkerThatNamesPagesAndAsksForNoneGetsNoMoreReadThanTheBound() throws Exception {
    answers.release(100);
    try (var ahead = ahead(4, 1, MANY)) {
      for (int i = 0; i < 50; i++) {
        ahead.expect(urls("x" + i, "y" + i), Map.of(), MANY, MANY);
      }
      awaitAsked("x0", "y0", "x1", "y1");
      assertThat(read(ahead, "z")).isEqualTo("z");
      assertThat(asked).hasSize(5);
    }
  }

  @Test
  void whatIsReadAndAskedForNeverExceedsThePagesOfTheVisit() throws Exception {
    answers.release(100);
    try (var ahead = ahead(8, 1, MANY)) {
      // The first of three pages is asked for.
      ahead.expect(urls("b", "c", "d", "e"), Map.of(), 2, MANY);
      read(ahead, "a");
      awaitAsked("a", "b", "c");
      ahead.expect(List.of(), Map.of(), 1, MANY);
      read(ahead, "b");
      ahead.expect(List.of(), Map.of(), 0, MANY);
      read(ahead, "c");
      assertThat(asked).containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  @Test
  void noneIsBegunWhileTheBodiesThatWaitAreTooLargeOrMoreThanTheVisitMayRead() throws Exception {
    answers.release(100);
    for (var bounds : List.of(List.of(15L, MANY), List.of(MANY, 15L))) {
      asked.clear();
      try (var ahead = ahead(8, 1, bounds.getFirst())) {
        ahead.expect(urls("a"), Map.of(), MANY, bounds.getLast());
        awaitHeld(ahead, "a");
        ahead.expect(urls("b"), Map.of(), MANY, bounds.getLast());
        awaitHeld(ahead, "b");
        ahead.expect(urls("c"), Map.of(), MANY, bounds.getLast());
        assertThat(asked).containsExactly("a", "b");
        read(ahead, "a");
        awaitAsked("a", "b", "c");
      }
    }
  }

  @Test
  void withoutAProcessorToSpareAPageIsReadWhenItIsAskedFor() throws Exception {
    answers.release(3);
    spare.set(false);
    try (var ahead = ahead(8, 2, MANY)) {
      ahead.expect(urls("a", "b", "c"), Map.of(), MANY, MANY);
      assertThat(asked).isEmpty();
      read(ahead, "a");
      assertThat(asked).containsExactly("a");
      spare.set(true);
      ahead.expect(List.of(), Map.of(), MANY, MANY);
      awaitAsked("a", "b", "c");
    }
  }

  @Test
  void aFailureIsReportedWhenItsPageIsAskedForAndNoPageBefore() throws Exception {
    answers.release(3);
    try (var ahead = ahead(8, 1, MANY)) {
      ahead.expect(urls("broken", "gone", "a"), Map.of(), MANY, MANY);
      awaitAsked("broken", "gone", "a");
      assertThat(read(ahead, "a")).isEqualTo("a");
      assertThatThrownBy(() -> read(ahead, "gone")).isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(() -> read(ahead, "broken")).isInstanceOf(IOException.class);
    }
  }

  /// The visit may have begun again since then, because no reader started.
  @Test
  void aPageWithoutAReaderIsReadAgainWhenItIsAskedFor() throws Exception {
    answers.release(2);
    try (var ahead = ahead(8, 1, MANY)) {
      ahead.expect(urls("unread", "a"), Map.of(), MANY, MANY);
      awaitAsked("unread", "a");
      answers.release();
      assertThat(read(ahead, "unread")).isEqualTo("unread");
      assertThat(asked).containsExactly("unread", "a", "unread");
    }
  }

  @Test
  void closingEndsWhatIsUnderWay() {
    var ahead = ahead(8, 2, MANY);
    ahead.expect(urls("a", "b", "c"), Map.of(), MANY, MANY);
    await().until(() -> underWay.get() == 2);
    ahead.close();
    assertThat(underWay).hasValue(0);
    ahead.expect(urls("d"), Map.of(), MANY, MANY);
    assertThat(asked).containsExactlyInAnyOrder("a", "b");
  }

  private ReadAhead ahead(int pages, int atOnce, long bytes) {
    return new ReadAhead(this::answer, new ReadAhead.Limits(pages, atOnce, bytes), spare::get);
  }

  private Content answer(PageUrl url) throws IOException, InterruptedException {
    var name = url.path().substring(1);
    mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    try {
      boolean isFirst = !asked.contains(name);
      asked.add(name);
      answers.acquire();
      if (name.equals("unread") && isFirst) {
        throw new NoReaderException(name);
      }
      return switch (name) {
        case "broken" -> throw new IOException(name);
        case "gone" -> throw new UncheckedIOException(new IOException(name));
        default -> new Content.Found(url, 200, Map.of(), new byte[BODY_BYTES]);
      };
    } finally {
      underWay.decrementAndGet();
    }
  }

  /// Waits until a page was read, and its body waits; no event reports that.
  private void awaitHeld(ReadAhead ahead, String name) {
    await().until(() -> asked.contains(name) && underWay.get() == 0 && ahead.isRead(url(name)));
  }

  private void awaitAsked(String... names) {
    await()
        .untilAsserted(() -> assertThat(asked).containsExactlyInAnyOrderElementsOf(List.of(names)));
  }

  private static String read(ReadAhead ahead, String name) throws Exception {
    return ((Content.Found) ahead.read(url(name))).url().path().substring(1);
  }

  private static List<PageUrl> urls(String... names) {
    return Arrays.stream(names).map(ReadAheadTest::url).toList();
  }

  private static PageUrl url(String name) {
    return PageUrl.parse("http://site.example/" + name).orElseThrow();
  }
}
