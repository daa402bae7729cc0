package dev.sojourn.crawl.visits.home;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.visit.VisitOutcome;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/// The place of one visit in the worker, from entry to exit. The threads of the visit use it one at
/// a time, and [HomePlaces] may send the visit away at any time.
///
/// If a worker dies while a visit processes a page, the visit starts again in a worker of its own.
/// If that worker dies too, the page that killed it is known. Workers are scarce. So the visit
/// leaves its own worker for the shared one once it has passed the page and made a checkpoint.
public final class HomePlace implements AutoCloseable {
  private static final String REASON = "its next page is not there yet";

  private final HomePlaces places;
  private final ReentrantLock lock;

  /// The number of permits limits how many visits may process a page at the same time.
  private final Semaphore hands;

  private Optional<VisitHandle> visit = Optional.empty();
  private Optional<Instant> waitsSince = Optional.empty();
  private Optional<PageUrl> asked = Optional.empty();
  private Optional<Loneliness> alone = Optional.empty();
  private long stateBytes;
  private int begun;
  private boolean hasRead;
  private boolean isThere;
  private boolean isInHand;
  private boolean hasToLeave;
  private boolean isSentAway;
  private boolean isToStay;

  /// The progress of a visit in its own worker, relative to the suspect page.
  private enum Step {
    BEFORE,
    AT,
    PAST,
    KEPT
  }

  /// @param suspect the last page requested before the worker died
  private record Loneliness(Optional<PageUrl> suspect, Step step) {
    Loneliness asks(PageUrl url) {
      return switch (step) {
        case BEFORE -> suspect.filter(url::equals).isPresent() ? at(Step.AT) : this;
        case AT -> at(Step.PAST);
        case PAST, KEPT -> this;
      };
    }

    Loneliness keeps() {
      return step == Step.PAST ? at(Step.KEPT) : this;
    }

    private Loneliness at(Step next) {
      return new Loneliness(suspect, next);
    }
  }

  HomePlace(HomePlaces places, Semaphore hands) {
    this.places = places;
    this.lock = places.lock();
    this.hands = hands;
  }

  /// The agent is about to be sent into the worker, for the first time or after its worker was
  /// lost.
  ///
  /// @param handle stops the visit
  public void begun(VisitHandle handle) {
    lock.lock();
    try {
      boolean isAlone = begun > 1 || (begun == 1 && waitsSince.isEmpty());
      alone = isAlone ? Optional.of(new Loneliness(asked, Step.BEFORE)) : Optional.empty();
      begun++;
      visit = Optional.of(handle);
      waitsSince = Optional.empty();
      isSentAway = false;
    } finally {
      lock.unlock();
    }
  }

  /// Stores the size of the agent's initial state.
  ///
  /// @param bytes of the encoded state
  public void holds(long bytes) {
    lock.lock();
    try {
      stateBytes = bytes;
    } finally {
      lock.unlock();
    }
  }

  /// Lets the visit keep its place until its next checkpoint, however slow its pages are.
  void staysUntilKept() {
    lock.lock();
    try {
      isToStay = true;
    } finally {
      lock.unlock();
    }
  }

  /// A checkpoint was stored.
  ///
  /// @param bytes of the agent's encoded state
  public void kept(long bytes) {
    lock.lock();
    try {
      stateBytes = bytes;
      isToStay = false;
      alone = alone.map(Loneliness::keeps);
      hasToLeave = places.isOvercrowded() || alone.filter(a -> a.step() == Step.KEPT).isPresent();
    } finally {
      lock.unlock();
    }
  }

  /// The agent requests a page, and processes no page until [#goesOn].
  ///
  /// @throws InterruptedException if the visit has to leave its place
  void waitsFor(PageUrl url) throws InterruptedException {
    lock.lock();
    try {
      putDown();
      waitsSince = Optional.of(places.now());
      isThere = false;
      asked = Optional.of(url);
      alone = alone.map(a -> a.asks(url));
      if (hasToLeave) {
        sendAway();
      }
      if (isSentAway) {
        throw new InterruptedException();
      }
    } finally {
      lock.unlock();
    }
  }

  /// The page has arrived. The agent gets it as soon as few enough agents process a page.
  ///
  /// @throws InterruptedException if the visit has to leave its place, or the thread was
  ///   interrupted
  void goesOn() throws InterruptedException {
    found();
    hands.acquire();
    lock.lock();
    try {
      isInHand = true;
      if (isSentAway) {
        throw new InterruptedException();
      }
      waitsSince = Optional.empty();
      hasRead = true;
    } finally {
      lock.unlock();
    }
  }

  /// Marks the page as arrived, so that the visit is not sent away while it waits for its turn.
  private void found() {
    lock.lock();
    try {
      isThere = true;
    } finally {
      lock.unlock();
    }
  }

  private void putDown() {
    if (isInHand) {
      isInHand = false;
      hands.release();
    }
  }

  /// {@return whether the agent waits for a page}
  boolean isWaiting() {
    lock.lock();
    try {
      return waitsSince.isPresent();
    } finally {
      lock.unlock();
    }
  }

  /// {@return whether the visit ended only because it had to give up its place}
  ///
  /// @param outcome of the visit
  public boolean isSentAway(VisitOutcome outcome) {
    lock.lock();
    try {
      return isSentAway
          && switch (outcome) {
            case VisitOutcome.Stopped(var limit, _, _) -> limit.isEmpty();
            // The visit did not stop in time, for example on an overloaded machine.
            case VisitOutcome.WorkerLost _ -> true;
            case VisitOutcome.Finished _,
                VisitOutcome.Parked _,
                VisitOutcome.Along _,
                VisitOutcome.Denied _,
                VisitOutcome.Failed _,
                VisitOutcome.Recalled _ ->
                false;
          };
    } finally {
      lock.unlock();
    }
  }

  // The methods below are called with the lock held.

  long stateBytes() {
    return stateBytes;
  }

  boolean isSentAway() {
    return isSentAway;
  }

  Instant waitsSince() {
    return waitsSince.orElse(Instant.MAX);
  }

  boolean isOverdue(Instant now) {
    var patience = hasRead ? HomePlaces.PATIENCE : HomePlaces.PATIENCE_AT_FIRST;
    return !isSentAway
        && !isThere
        && !isToStay
        && waitsSince.filter(at -> !now.isBefore(at.plus(patience))).isPresent();
  }

  void sendAway() {
    isSentAway = true;
    visit.ifPresent(handle -> handle.stop(REASON));
  }

  /// Gives up the place.
  @Override
  public void close() {
    lock.lock();
    try {
      putDown();
    } finally {
      lock.unlock();
    }
    places.leave(this);
  }
}
