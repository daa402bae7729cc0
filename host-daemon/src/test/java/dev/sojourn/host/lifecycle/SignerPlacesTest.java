package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignerPlacesTest {
  private final List<String> entered = new ArrayList<>();

  @Test
  void oneSignerMayHaveAllPlacesAndKeepsNobodyOut() {
    var places = new SignerPlaces(() -> 3, _ -> 100);
    for (int i = 0; i < 3; i++) {
      assertThat(enter(places, "many").isAtOnce()).isTrue();
    }
    assertThat(enter(places, "many").isAtOnce()).isFalse();
    assertThat(enter(places, "a").isAtOnce()).isTrue();
    assertThat(enter(places, "b").isAtOnce()).isTrue();
    assertThat(enter(places, "a").isAtOnce()).as("a second one beyond all places").isFalse();
    assertThat(entered).isEmpty();
  }

  @Test
  void aFreePlaceGoesToTheSignerWithTheFewestVisits() {
    var places = new SignerPlaces(() -> 4, _ -> 100);
    var many = new ArrayList<SignerPlaces.Place>();
    for (int i = 0; i < 3; i++) {
      many.add(enter(places, "many"));
    }
    var few = enter(places, "few");
    for (int i = 0; i < 5; i++) {
      enter(places, "many");
      assertThat(places.waiting("many")).isEqualTo(i + 1);
    }
    enter(places, "few");

    many.getFirst().leave();
    assertThat(entered).containsExactly("few");
    few.leave();
    assertThat(entered).containsExactly("few", "many");
  }

  @Test
  void aSignerHasNoMoreThanItsOwnLimit() {
    var places = new SignerPlaces(() -> 10, signer -> signer.equals("small") ? 2 : 10);
    var first = enter(places, "small");
    enter(places, "small");
    assertThat(enter(places, "small").isAtOnce()).isFalse();
    enter(places, "other").leave();
    assertThat(entered).isEmpty();

    first.leave();
    assertThat(entered).containsExactly("small");
  }

  @Test
  void aVisitThatGivesUpLeavesNoPlaceTaken() {
    var places = new SignerPlaces(() -> 1, _ -> 10);
    var first = enter(places, "a");
    var waiting = enter(places, "a");
    waiting.leave();
    assertThat(places.waiting("a")).isZero();
    first.leave();
    assertThat(entered).isEmpty();
    assertThat(enter(places, "a").isAtOnce()).isTrue();
    assertThat(enter(places, "a").isAtOnce()).isFalse();
  }

  @Test
  void aPlaceThatIsLeftTwiceIsFreeOnce() {
    var places = new SignerPlaces(() -> 1, _ -> 10);
    var first = enter(places, "a");
    enter(places, "a");
    enter(places, "a");
    first.leave();
    first.leave();
    assertThat(entered).containsExactly("a");
    assertThat(places.waiting("a")).isOne();
  }

  private SignerPlaces.Place enter(SignerPlaces places, String signer) {
    return places.enter(signer, () -> entered.add(signer));
  }
}
