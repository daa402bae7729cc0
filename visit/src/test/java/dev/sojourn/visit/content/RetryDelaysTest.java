package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {
  private static final PageUrl PAGE = PageUrl.parse("http://a.example/x").orElseThrow();
  private static final PageUrl OTHER = PageUrl.parse("http://a.example/y").orElseThrow();
  private static final List<Duration> PAUSES = RetryDelays.STANDARD;
  private static final Content BUSY = new Content.Missing(503, "Busy.", PageOutcome.SERVER_ERROR);
  private static final Content GONE = new Content.Missing(404, "Gone.", PageOutcome.CLIENT_ERROR);

  private final List<Instant> times = new ArrayList<>();
  private final List<Content> answers = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private final RetryDelays pages =
      new RetryDelays(this::answer, PAUSES, () -> now, waits::add, pause -> now = now.plus(pause));

  private Content answer(PageUrl url) {
    times.add(now);
    return answers.removeFirst();
  }

  private Duration between(int first, int second) {
    return Duration.between(times.get(first), times.get(second));
  }

  @Test
  void aPageThatMayComeLaterIsReadAgainAfterALongerPauseEachTime() throws Exception {
    answers.addAll(List.of(BUSY, BUSY, BUSY, GONE));
    for (int i = 0; i < 4; i++) {
      var _ = pages.read(PAGE);
    }

    assertThat(between(0, 1)).isGreaterThanOrEqualTo(PAUSES.getFirst());
    assertThat(between(1, 2)).isGreaterThanOrEqualTo(PAUSES.getLast());
    assertThat(between(2, 3)).isGreaterThanOrEqualTo(PAUSES.getLast());
    assertThat(waits).as("the first wait is noted").containsExactly(PAUSES.getFirst());
  }

  @Test
  void otherPagesAreReadAtOnce() throws Exception {
    var page = new Content.Found(OTHER, 200, Map.of(), new byte[0]);
    answers.addAll(List.of(BUSY, page, GONE));
    var _ = pages.read(PAGE);

    assertThat(pages.read(OTHER)).isEqualTo(page);
    assertThat(between(0, 1)).isZero();
  }

  @Test
  void aPageThatCameIsReadAtOnce() throws Exception {
    answers.addAll(List.of(BUSY, GONE, GONE));
    for (int i = 0; i < 3; i++) {
      var _ = pages.read(PAGE);
    }

    assertThat(between(1, 2)).isZero();
  }
}
