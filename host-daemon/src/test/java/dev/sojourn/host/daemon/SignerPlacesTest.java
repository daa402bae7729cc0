package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class SignerPlacesTest {
  private final List<String> entered = new CopyOnWriteArrayList<>();

  @Test
  void oneSignerMayHaveAllPlacesAndKeepsNobodyOut() {
    var places = new SignerPlaces(() -> 3, _ -> 100);
    for (int i = 0; i < 3; i++) {
      assertThat(places.tryEnter("many")).isTrue();
    }
    assertThat(places.tryEnter("many")).isFalse();
    assertThat(places.tryEnter("a")).isTrue();
    assertThat(places.tryEnter("b")).isTrue();
    assertThat(places.tryEnter("a")).as("a second one beyond all places").isFalse();
  }

  @Test
  void aFreePlaceGoesToTheSignerWithTheFewestVisits() throws Exception {
    var places = new SignerPlaces(() -> 4, _ -> 100);
    for (int i = 0; i < 3; i++) {
      assertThat(places.tryEnter("many")).isTrue();
    }
    assertThat(places.tryEnter("few")).isTrue();
    for (int i = 0; i < 5; i++) {
      waitFor(places, "many", i + 1);
    }
    waitFor(places, "few", 1);

    places.leave("many");
    await().untilAsserted(() -> assertThat(entered).containsExactly("few"));
    places.leave("few");
    await().untilAsserted(() -> assertThat(entered).containsExactly("few", "many"));
  }

  @Test
  void aSignerHasNoMoreThanItsOwnLimit() throws Exception {
    var places = new SignerPlaces(() -> 10, signer -> signer.equals("small") ? 2 : 10);
    assertThat(places.tryEnter("small")).isTrue();
    assertThat(places.tryEnter("small")).isTrue();
    assertThat(places.tryEnter("small")).isFalse();
    waitFor(places, "small", 1);
    assertThat(places.tryEnter("other")).isTrue();
    places.leave("other");
    assertThat(entered).isEmpty();

    places.leave("small");
    await().untilAsserted(() -> assertThat(entered).containsExactly("small"));
  }

  @Test
  void whoGivesUpLeavesNoPlaceTaken() throws Exception {
    var places = new SignerPlaces(() -> 1, _ -> 10);
    assertThat(places.tryEnter("a")).isTrue();
    var waiting = waitFor(places, "a", 1);
    waiting.interrupt();
    waiting.join();
    assertThat(places.waiting("a")).isZero();
    places.leave("a");
    assertThat(places.tryEnter("a")).isTrue();
    assertThat(places.tryEnter("a")).isFalse();
  }

  private Thread waitFor(SignerPlaces places, String signer, int asManyAs) {
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    places.enter(signer);
                    entered.add(signer);
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                });
    await().until(() -> places.waiting(signer) == asManyAs);
    return thread;
  }
}
