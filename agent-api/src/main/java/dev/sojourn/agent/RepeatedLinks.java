package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The links of pages whose body was seen before under another URL. They wait until no other URL
/// does.
///
/// Such links are relative ones, which mean other pages in another directory. Most of them lead to
/// nothing: a server that answers every address with one page has a new address for each step,
/// without end. So the result of the links of one page is counted when the last of them was handed
/// out. After [KnownBodies#MAX_VAIN] pages with one body whose links brought no new body, the links
/// of this body are dropped.
final class RepeatedLinks {
  /// With more links than this, they no longer wait for the other URLs.
  static final int MAX_WAITING = 10_000;

  private final ArrayDeque<Batch> batches = new ArrayDeque<>();
  private int waiting;

  /// The batch of the link that was handed out last.
  private @Nullable Batch last;

  /// The links of one page. The first batch is the one being handed out.
  static final class Batch {
    final long body;
    final String foundOn;
    final int depth;
    final ArrayDeque<String> urls;
    private boolean begun;
    private boolean paid;

    Batch(long body, String foundOn, int depth, Collection<String> urls) {
      this.body = body;
      this.foundOn = foundOn;
      this.depth = depth;
      this.urls = new ArrayDeque<>(urls);
    }
  }

  /// Adds the links of a page; they are at the depth.
  void add(long body, String foundOn, int depth, Collection<String> urls) {
    if (!urls.isEmpty()) {
      batches.addLast(new Batch(body, foundOn, depth, urls));
      waiting += urls.size();
    }
  }

  /// Adds a batch that was saved; called by the serializer.
  void restore(
      long body, String foundOn, int depth, boolean begun, boolean paid, Collection<String> urls) {
    var batch = new Batch(body, foundOn, depth, urls);
    batch.begun = begun;
    batch.paid = paid;
    batches.addLast(batch);
    waiting += urls.size();
  }

  /// {@return whether a link waits that was not seen by now}
  boolean hasNext(FingerprintTable seenUrls, KnownBodies bodies) {
    while (!batches.isEmpty()) {
      var first = batches.getFirst();
      if (bodies.isVain(first.body)) {
        waiting -= first.urls.size();
        first.urls.clear();
      }
      while (!first.urls.isEmpty() && seenUrls.contains(Fingerprint.of(first.urls.getFirst()))) {
        removeFrom(first);
      }
      if (!first.urls.isEmpty()) {
        return true;
      }
      if (first.begun && !first.paid) {
        bodies.countVain(first.body);
      }
      batches.removeFirst();
    }
    return false;
  }

  /// Takes the next link; [#hasNext] said that there is one.
  Frontier.Candidate next() {
    var first = batches.getFirst();
    first.begun = true;
    last = first;
    return new Frontier.Candidate(removeFrom(first), Optional.of(first.foundOn), first.depth);
  }

  /// The page of the link that was taken last has a new body.
  void pay(KnownBodies bodies) {
    var batch = last;
    if (batch != null) {
      batch.paid = true;
      bodies.forgetVain(batch.body);
    }
  }

  /// {@return whether there are too many to wait any longer}
  boolean isCrowded() {
    return waiting > MAX_WAITING;
  }

  int size() {
    return waiting;
  }

  private String removeFrom(Batch batch) {
    waiting--;
    return batch.urls.removeFirst();
  }
}
