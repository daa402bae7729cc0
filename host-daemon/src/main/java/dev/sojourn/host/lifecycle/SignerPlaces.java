package dev.sojourn.host.lifecycle;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/// The places in which visits run, shared among signers. Thread-safe; no method waits.
///
/// A free place goes to the waiting signer with the fewest running visits. The first of that
/// signer's visits begins. A signer without a running visit gets a place even if all places are
/// taken. Therefore no signer can block another, regardless of the number and length of visits.
/// This exceeds the number of places by at most one visit per signer.
final class SignerPlaces {
  private final IntSupplier all;
  private final ToIntFunction<String> most;
  private final Map<String, Integer> running = new HashMap<>();
  private final Map<String, ArrayDeque<Place>> waiting = new LinkedHashMap<>();
  private int taken;

  /// @param all the currently configured number of shared places
  /// @param most limit of a signer's running visits; at least 1
  SignerPlaces(IntSupplier all, ToIntFunction<String> most) {
    this.all = all;
    this.most = most;
  }

  /// A taken place, or a position in the queue.
  final class Place {
    private final String signer;
    private final Runnable turn;
    private final boolean isAtOnce;
    private boolean isTaken;
    private boolean isLeft;

    private Place(String signer, Runnable turn, boolean isAtOnce) {
      this.signer = signer;
      this.turn = turn;
      this.isAtOnce = isAtOnce;
    }

    /// Whether a place was free at the time of the request.
    boolean isAtOnce() {
      return isAtOnce;
    }

    /// Returns the place, or leaves the queue. Does nothing on a second call.
    void leave() {
      synchronized (SignerPlaces.this) {
        if (isLeft) {
          return;
        }
        isLeft = true;
        if (isTaken) {
          free(signer);
        } else {
          giveUp(this);
        }
      }
    }
  }

  /// Takes a place if this signer may have one now and none of its visits waits; otherwise joins
  /// the queue.
  ///
  /// @param turn called when a place is granted later; must not wait
  synchronized Place enter(String signer, Runnable turn) {
    boolean isAtOnce = !waiting.containsKey(signer) && mayEnter(signer);
    var place = new Place(signer, turn, isAtOnce);
    if (isAtOnce) {
      take(place);
    } else {
      waiting.computeIfAbsent(signer, _ -> new ArrayDeque<>()).add(place);
      letIn();
    }
    return place;
  }

  /// The number of a signer's visits that wait for a place.
  synchronized int waiting(String signer) {
    var queue = waiting.get(signer);
    return queue == null ? 0 : queue.size();
  }

  private void giveUp(Place place) {
    var queue = waiting.get(place.signer);
    if (queue != null && queue.remove(place) && queue.isEmpty()) {
      var _ = waiting.remove(place.signer);
    }
  }

  private boolean mayEnter(String signer) {
    int own = running.getOrDefault(signer, 0);
    return own < most.applyAsInt(signer) && (own == 0 || taken < all.getAsInt());
  }

  private void take(Place place) {
    taken++;
    var _ = running.merge(place.signer, 1, Integer::sum);
    place.isTaken = true;
  }

  private void free(String signer) {
    taken--;
    var _ = running.computeIfPresent(signer, (_, own) -> own == 1 ? null : own - 1);
    letIn();
  }

  private void letIn() {
    for (var next = next(); next.isPresent(); next = next()) {
      var queue = waiting.getOrDefault(next.get(), new ArrayDeque<>());
      var first = queue.remove();
      if (queue.isEmpty()) {
        var _ = waiting.remove(next.get());
      }
      take(first);
      first.turn.run();
    }
  }

  private Optional<String> next() {
    return waiting.keySet().stream()
        .filter(this::mayEnter)
        .min((a, b) -> Integer.compare(running.getOrDefault(a, 0), running.getOrDefault(b, 0)));
  }
}
