package dev.sojourn.host.daemon;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/// The places in which visits run, shared by signer. Safe for use by many threads.
///
/// A place that becomes free goes to the waiting signer with the fewest visits that run, and among
/// those of one signer to the visit that came first. A signer of whom no visit runs is let in
/// though all places are taken: so nobody can keep another out, however many agents they send and
/// however long these stay. There are then at most as many visits more as there are signers.
final class SignerPlaces {
  private final IntSupplier all;
  private final ToIntFunction<String> most;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> running = new HashMap<>();
  private final Map<String, ArrayDeque<Waiting>> waiting = new LinkedHashMap<>();
  private int taken;

  /// @param all places that are shared, as the configuration has it now
  /// @param most visits that a signer may have running at once; at least 1
  SignerPlaces(IntSupplier all, ToIntFunction<String> most) {
    this.all = all;
    this.most = most;
  }

  /// A visit that waits for a place.
  private static final class Waiting {
    private final Condition turn;
    private boolean isLetIn;

    Waiting(Condition turn) {
      this.turn = turn;
    }
  }

  /// Takes a place, if one is free for this signer now and nobody of theirs waits for one.
  boolean tryEnter(String signer) {
    lock.lock();
    try {
      if (waiting.containsKey(signer) || !mayEnter(signer)) {
        return false;
      }
      take(signer);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Waits for a place.
  void enter(String signer) throws InterruptedException {
    lock.lock();
    try {
      var self = new Waiting(lock.newCondition());
      waiting.computeIfAbsent(signer, _ -> new ArrayDeque<>()).add(self);
      letIn();
      try {
        while (!self.isLetIn) {
          self.turn.await();
        }
      } catch (InterruptedException e) {
        giveUp(signer, self);
        throw e;
      }
    } finally {
      lock.unlock();
    }
  }

  private void giveUp(String signer, Waiting self) {
    if (self.isLetIn) {
      free(signer);
    } else {
      var queue = waiting.get(signer);
      if (queue != null && queue.remove(self) && queue.isEmpty()) {
        var _ = waiting.remove(signer);
      }
    }
  }

  /// Gives a place back.
  void leave(String signer) {
    lock.lock();
    try {
      free(signer);
    } finally {
      lock.unlock();
    }
  }

  /// How many visits of a signer wait for a place.
  int waiting(String signer) {
    lock.lock();
    try {
      var queue = waiting.get(signer);
      return queue == null ? 0 : queue.size();
    } finally {
      lock.unlock();
    }
  }

  private boolean mayEnter(String signer) {
    int own = running.getOrDefault(signer, 0);
    return own < most.applyAsInt(signer) && (own == 0 || taken < all.getAsInt());
  }

  private void take(String signer) {
    taken++;
    var _ = running.merge(signer, 1, Integer::sum);
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
      take(next.get());
      first.isLetIn = true;
      first.turn.signal();
    }
  }

  private Optional<String> next() {
    return waiting.keySet().stream()
        .filter(this::mayEnter)
        .min((a, b) -> Integer.compare(running.getOrDefault(a, 0), running.getOrDefault(b, 0)));
  }
}
