package dev.sojourn.crawl.visits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Places for requests that may hang.
@Timeout(60)
final class YieldingPlacesTest {
  private static CompletableFuture<YieldingPlaces.Place> enter(YieldingPlaces places) {
    var entered = new CompletableFuture<YieldingPlaces.Place>();
    Thread.startVirtualThread(
        () -> {
          try {
            entered.complete(places.enter());
          } catch (InterruptedException e) {
            entered.completeExceptionally(e);
          }
        });
    return entered;
  }

  @Test
  void aRequestThatHangsHoldsNoOtherBack() throws Exception {
    var places = new YieldingPlaces(1, 10, Duration.ofMillis(1));
    try (var _ = places.enter();
        var _ = enter(places).get();
        var _ = enter(places).get()) {
      assertThat(enter(places)).succeedsWithin(Duration.ofSeconds(30));
    }
  }

  @Test
  void aPlaceThatWasGivenBackByTimeIsNotGivenBackTwice() throws Exception {
    var places = new YieldingPlaces(1, 10, Duration.ofMillis(1));
    for (int i = 0; i < 5; i++) {
      var hanging = places.enter();
      enter(places).get().close();
      hanging.close();
    }
    var patient = new YieldingPlaces(1, 10, Duration.ofHours(1));
    patient.enter().close();
    try (var _ = patient.enter()) {
      var next = enter(patient);
      Assertions.assertThatThrownBy(() -> next.get(50, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void noMoreThanAllAreUnderWay() throws Exception {
    var places = new YieldingPlaces(1, 2, Duration.ofMillis(1));
    var first = places.enter();
    var second = enter(places).get();
    var third = enter(places);
    Assertions.assertThatThrownBy(() -> third.get(50, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    first.close();
    third.get().close();
    second.close();
  }
}
