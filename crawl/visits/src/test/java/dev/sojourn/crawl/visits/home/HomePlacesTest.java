package dev.sojourn.crawl.visits.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.WallName;
import dev.sojourn.visit.VisitOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The visits that are in the worker, those that wait outside, and those that are sent away.
@Timeout(60)
final class HomePlacesTest {
  private static final long SMALL_JAR = 10_000;
  private static final VisitOutcome STOPPED =
      new VisitOutcome.Stopped("its next page is not there yet");

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  private HomePlaces places(int most, int heapMiB) {
    return new HomePlaces(most, heapMiB, SMALL_JAR, now::get);
  }

  private void pass(long millis) {
    now.updateAndGet(time -> time.plusMillis(millis));
  }

  private static PageUrl url(int number) {
    return PageUrl.parse("http://a.example/" + number).orElseThrow();
  }

  /// A visit in a place; it hears when it is stopped.
  private static final class Guest implements VisitHandle {
    final HomePlace place;
    final List<String> stops = new CopyOnWriteArrayList<>();

    Guest(HomePlace place) {
      this.place = place;
      place.begun(this);
    }

    @Override
    public void stop(String reason) {
      stops.add(reason);
    }

    @Override
    public VisitEnd await() {
      throw new AssertionError();
    }

    @Override
    public VisitSpending spending() {
      return VisitSpending.NONE;
    }

    @Override
    public CompletableFuture<MessageReply> message(String text) {
      throw new AssertionError();
    }

    boolean isSentAway() {
      return place.isSentAway(STOPPED);
    }
  }

  private static Guest enter(HomePlaces places) throws InterruptedException {
    return new Guest(places.enter());
  }

  private static CompletableFuture<Guest> queue(HomePlaces places) {
    var entered = new CompletableFuture<Guest>();
    Thread.startVirtualThread(
        () -> {
          try {
            entered.complete(enter(places));
          } catch (InterruptedException e) {
            entered.completeExceptionally(e);
          }
        });
    return entered;
  }

  @Test
  void aVisitThatWaitsKeepsItsPlaceWhileNobodyWantsIt() throws Exception {
    var places = places(1, 256);
    var waiting = enter(places);
    waiting.place.waitsFor(url(1));
    pass(3_600_000);
    assertThat(waiting.isSentAway()).isFalse();
    waiting.place.goesOn();
    assertThat(waiting.stops).isEmpty();
  }

  @Test
  void theVisitThatHasWaitedLongestGivesItsPlaceToTheNext() throws Exception {
    var places = places(2, 256);
    var first = enter(places);
    var second = enter(places);
    second.place.waitsFor(url(2));
    pass(100);
    first.place.waitsFor(url(1));
    pass(10_000);
    var next = queue(places);
    await().until(second::isSentAway);
    assertThat(first.isSentAway()).isFalse();
    assertThat(second.stops).hasSize(1);
    second.place.close();
    assertThat(next.get().isSentAway()).isFalse();
  }

  @Test
  void aVisitAtWorkIsNotSentAwayAndOneWhosePageIsThereNeither() throws Exception {
    var places = places(2, 256);
    var working = enter(places);
    var served = enter(places);
    served.place.waitsFor(url(1));
    served.place.goesOn();
    pass(3_600_000);
    var next = queue(places);
    served.place.waitsFor(url(2));
    pass(500);
    assertThat(served.isSentAway()).isFalse();
    pass(1_000);
    await().until(served::isSentAway);
    assertThatThrownBy(served.place::goesOn).isInstanceOf(InterruptedException.class);
    assertThat(working.isSentAway()).isFalse();
    working.place.close();
    assertThat(next.get().stops).isEmpty();
  }

  @Test
  void placesAreGivenInTheOrderInWhichTheyWereAskedFor() throws Exception {
    var places = places(1, 256);
    var first = enter(places);
    var order = new CopyOnWriteArrayList<Integer>();
    var waiting = new ArrayList<Thread>();
    for (int i = 0; i < 20; i++) {
      int number = i;
      var thread =
          Thread.startVirtualThread(
              () -> {
                try (var _ = places.enter()) {
                  order.add(number);
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      waiting.add(thread);
      await()
          .until(
              () ->
                  thread.getState() == Thread.State.WAITING
                      || thread.getState() == Thread.State.TIMED_WAITING);
    }
    first.place.close();
    for (var thread : waiting) {
      thread.join();
    }
    assertThat(order).isSorted().hasSize(20);
  }

  @Test
  void oneThatGivesUpInTheQueueHoldsNobodyBack() throws Exception {
    var places = places(1, 256);
    var first = enter(places);
    var givingUp = Thread.ofVirtual().unstarted(() -> queue(places).join());
    var interrupted =
        Thread.startVirtualThread(
            () -> {
              try {
                places.enter();
              } catch (InterruptedException _) {
                givingUp.start();
              }
            });
    interrupted.interrupt();
    interrupted.join();
    first.place.close();
    givingUp.join();
  }

  @Test
  void statesThatWeighMuchLeaveRoomForSixteenVisits() throws Exception {
    var places = places(64, 256);
    var guests = new ArrayList<Guest>();
    for (int i = 0; i < 16; i++) {
      guests.add(enter(places));
      guests.getLast().place.holds(4 << 20);
    }
    var more = queue(places);
    guests.getFirst().place.waitsFor(url(1));
    pass(10_000);
    await().until(guests.getFirst()::isSentAway);
    guests.getFirst().place.close();
    assertThat(more.get().isSentAway()).isFalse();
  }

  @Test
  void aVisitWhoseStateHasGrownLeavesWhereTooManyAreThere() throws Exception {
    var places = places(64, 256);
    var guests = new ArrayList<Guest>();
    for (int i = 0; i < 17; i++) {
      guests.add(enter(places));
    }
    var heavy = guests.getLast().place;
    heavy.kept(40 << 20);
    assertThatThrownBy(() -> heavy.waitsFor(url(1))).isInstanceOf(InterruptedException.class);
    assertThat(heavy.isSentAway(STOPPED)).isTrue();
  }

  @Test
  void aVisitAloneInItsWorkerLeavesItOnceItIsPastThePageInSuspicion() throws Exception {
    var place = enter(places(64, 256)).place;
    place.waitsFor(url(1));
    place.goesOn();
    place.begun(new Guest(places(1, 256).enter()));
    place.kept(10);
    place.waitsFor(url(1));
    place.goesOn();
    place.kept(10);
    place.waitsFor(url(2));
    place.goesOn();
    assertThat(place.isSentAway(STOPPED)).isFalse();
    place.kept(10);
    assertThatThrownBy(() -> place.waitsFor(url(3))).isInstanceOf(InterruptedException.class);
    assertThat(place.isSentAway(STOPPED)).isTrue();
  }

  @Test
  void aVisitThatWaitedWhenItsWorkerDiedIsNotInSuspicion() throws Exception {
    var place = enter(places(64, 256)).place;
    place.waitsFor(url(1));
    place.begun(new Guest(places(1, 256).enter()));
    for (int page = 1; page < 5; page++) {
      place.waitsFor(url(page));
      place.goesOn();
      place.kept(10);
    }
    assertThat(place.isSentAway(STOPPED)).isFalse();
  }

  @Test
  void whatEndsAVisitOtherwiseIsItsEndThoughItWasToLeave() throws Exception {
    var places = places(1, 256);
    var guest = enter(places);
    guest.place.waitsFor(url(1));
    pass(10_000);
    var next = queue(places);
    await().until(guest::isSentAway);
    assertThat(guest.place.isSentAway(new VisitOutcome.Finished(List.of()))).isFalse();
    assertThat(guest.place.isSentAway(new VisitOutcome.Failed("x"))).isFalse();
    var lost = new VisitOutcome.WorkerLost(WallName.METERING, "x", CodePlace.UNKNOWN, false);
    assertThat(guest.place.isSentAway(lost)).isTrue();
    guest.place.close();
    assertThat(next.get().stops).isEmpty();
  }
}
