package dev.sojourn.crawl.visits.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The pages that an agent is handed again when it goes on from its last checkpoint.
@Timeout(60)
final class HandedPagesTest {
  private static final HomePlaces PLACES = new HomePlaces(64, 256, 0, InstantSource.system());

  private final List<PageUrl> asked = new CopyOnWriteArrayList<>();
  private final HandedPages.Room room = new HandedPages.Room(10_000);

  private static PageUrl url(int number) {
    return PageUrl.parse("http://a.example/" + number).orElseThrow();
  }

  private static Content page(PageUrl url, int bytes) {
    return new Content.Found(url, 200, Map.of(), new byte[bytes]);
  }

  private HandedPages pages(ContentSource source) throws InterruptedException {
    var pages =
        new HandedPages(
            url -> {
              asked.add(url);
              return source.read(url);
            },
            room);
    pages.at(PLACES.enter());
    return pages;
  }

  @Test
  void aPageSinceTheLastCheckpointIsAskedForOnce() throws Exception {
    try (var pages = pages(url -> page(url, 10))) {
      var first = pages.read(url(1));
      pages.read(url(2));
      pages.begun();
      assertThat(pages.read(url(1))).isSameAs(first);
      pages.read(url(2));
      pages.read(url(3));
    }
    assertThat(asked).containsExactly(url(1), url(2), url(3));
    assertThat(room.bytes()).isZero();
  }

  @Test
  void aPageBeforeTheLastCheckpointIsForgotten() throws Exception {
    try (var pages = pages(url -> page(url, 10))) {
      pages.read(url(1));
      pages.kept();
      assertThat(room.bytes()).isZero();
      pages.begun();
      pages.read(url(1));
    }
    assertThat(asked).containsExactly(url(1), url(1));
  }

  /// The checkpoint that comes while pages are handed again says nothing of those to come.
  @Test
  void aPageThatIsNotHandedAgainYetOutlastsACheckpoint() throws Exception {
    try (var pages = pages(url -> page(url, 10))) {
      pages.read(url(1));
      pages.read(url(2));
      pages.begun();
      pages.read(url(1));
      pages.kept();
      pages.read(url(2));
    }
    assertThat(asked).containsExactly(url(1), url(2));
  }

  @Test
  void aVisitRepeatsWhatItReadSinceItsCheckpointUnlessThatIsTooMuch() throws Exception {
    var missing = new Content.Missing(503, "later");
    try (var pages = pages(url -> url.equals(url(1)) ? missing : page(url, 10))) {
      assertThat(pages.canRepeat(1)).isFalse();
      pages.read(url(1));
      assertThat(pages.canRepeat(1)).as("nothing was read").isFalse();
      pages.read(url(2));
      assertThat(pages.canRepeat(1)).isTrue();
      assertThat(pages.canRepeat(128 << 20)).isTrue();
      assertThat(pages.canRepeat((128 << 20) + 1)).isFalse();
      pages.begun();
      assertThat(pages.canRepeat(1)).as("nothing was handed yet").isFalse();
      pages.read(url(1));
      pages.read(url(2));
      pages.kept();
      assertThat(pages.canRepeat(1)).as("all is saved").isFalse();
    }
  }

  @Test
  void whatHasNoRoomIsHandedOverAndAskedForAgain() throws Exception {
    try (var pages = pages(url -> page(url, 20_000))) {
      pages.read(url(1));
      assertThat(room.bytes()).isZero();
      pages.begun();
      pages.read(url(1));
    }
    assertThat(asked).containsExactly(url(1), url(1));
  }

  /// Pages of other sites can fill the room for ever. One that was not kept was asked for again in
  /// each stay, and its visit was sent away for it again.
  @Test
  void aVisitForWhosePageThereWasNoRoomIsNotSentAwayForItAgain() throws Exception {
    var now = new AtomicReference<>(Instant.EPOCH);
    var places = new HomePlaces(1, 256, 0, now::get);
    try (var pages = pages(url -> page(url, 20_000))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> pages.read(url(1))).isInstanceOf(InterruptedException.class);
      pages.await();
      assertThat(room.bytes()).isZero();

      try (var again = places.enter()) {
        pages.at(again);
        pages.begun();
        again.waitsFor(url(1));
        now.set(now.get().plusSeconds(3_600));
        assertThat(again.isOverdue(now.get())).isFalse();
        pages.read(url(1));
        again.kept(10);
        pages.kept();
        again.waitsFor(url(2));
        now.set(now.get().plusSeconds(10));
        assertThat(again.isOverdue(now.get())).isTrue();
      }
      try (var next = places.enter()) {
        pages.at(next);
        next.waitsFor(url(2));
        now.set(now.get().plusSeconds(10));
        assertThat(next.isOverdue(now.get())).isTrue();
      }
    }
    assertThat(asked).containsExactly(url(1), url(1));
  }

  @Test
  void aRequestOutlastsTheVisitThatWasSentAway() throws Exception {
    var answered = new CountDownLatch(1);
    try (var pages =
        pages(
            url -> {
              answered.await();
              return page(url, 10);
            })) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> pages.read(url(1))).isInstanceOf(InterruptedException.class);
      assertThat(pages.isAwaited()).isTrue();
      answered.countDown();
      pages.await();
      pages.begun();
      pages.at(PLACES.enter());
      pages.read(url(1));
      assertThat(pages.isAwaited()).isFalse();
    }
    assertThat(asked).containsExactly(url(1));
  }

  @Test
  void aFailureOfTheSourceIsThrownWhereTheAgentAsks() throws Exception {
    try (var pages =
        pages(
            url -> {
              throw new UncheckedIOException("gone", new IOException("gone"));
            })) {
      assertThatThrownBy(() -> pages.read(url(1)))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessage("gone");
    }
  }

  @Test
  void whatIsStillBeingReadEndsWithTheVisit() throws Exception {
    var ended = new CountDownLatch(1);
    var pages =
        pages(
            url -> {
              try {
                new CountDownLatch(1).await();
              } finally {
                ended.countDown();
              }
              return page(url, 1);
            });
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> pages.read(url(1))).isInstanceOf(InterruptedException.class);
    pages.close();
    ended.await();
  }
}
