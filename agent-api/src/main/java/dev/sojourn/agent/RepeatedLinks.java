package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The links of pages whose body was seen before under another URL. They wait until no other URL
/// waits.
///
/// Such links are relative: in another directory, they name other pages. Few lead to a new page. A
/// server that answers every address with one page has endlessly many addresses. Pages with the
/// same body are therefore counted if none of their links led to a new body. A page is counted
/// after its last link was handed out. At [KnownBodies#MAX_VAIN] such pages in a row, the links of
/// this body are dropped.
final class RepeatedLinks {
  /// If more links than this wait, they are handed out before the other URLs.
  static final int MAX_WAITING = 10_000;

  private static final int LEAST_BATCH_BYTES = Long.BYTES + 5;

  private final ArrayDeque<Batch> batches = new ArrayDeque<>();
  private int waiting;

  /// The batch of the last link handed out.
  private @Nullable Batch last;

  /// The links of one page. The first batch is being handed out.
  private static final class Batch {
    private final long body;
    private final String foundOn;
    private final int depth;
    private final ArrayDeque<String> urls;
    private boolean begun;
    private boolean paid;

    Batch(long body, String foundOn, int depth, Collection<String> urls) {
      this.body = body;
      this.foundOn = foundOn;
      this.depth = depth;
      this.urls = new ArrayDeque<>(urls);
    }
  }

  /// Adds the links of a page, all with the same depth.
  void add(long body, String foundOn, int depth, Collection<String> urls) {
    if (!urls.isEmpty()) {
      batches.addLast(new Batch(body, foundOn, depth, urls));
      waiting += urls.size();
    }
  }

  /// Writes the links into a state.
  void write(StateOutput out) throws IOException {
    out.spend(batches.size());
    out.number(batches.size());
    for (var batch : batches) {
      out.long64(Long.reverseBytes(batch.body));
      write(out, batch.foundOn);
      out.number(batch.depth);
      out.number(batch.begun ? 1 : 0);
      out.number(batch.paid ? 1 : 0);
      out.spend(batch.urls.size());
      out.number(batch.urls.size());
      for (var url : batch.urls) {
        write(out, url);
      }
    }
  }

  /// The lowest bit of the length would mark a text that is not UTF-8; a URL always is.
  private static void write(StateOutput out, String text) throws IOException {
    out.spend(1);
    var octets = text.getBytes(StandardCharsets.UTF_8);
    out.number(2L * octets.length);
    out.octets(octets);
  }

  /// Reads the links of a state; this object must be empty.
  ///
  /// @throws IllegalArgumentException if they are not what [#write] wrote
  void read(StateInput in) {
    int count = in.count(LEAST_BATCH_BYTES);
    in.spend(count);
    for (int i = 0; i < count; i++) {
      long body = Long.reverseBytes(in.long64());
      var foundOn = text(in);
      int depth = in.number();
      if (depth > Frontier.MAX_DEPTH) {
        throw new IllegalArgumentException("a URL at depth " + depth);
      }
      boolean begun = in.octet() == 1;
      boolean paid = in.octet() == 1;
      int size = in.count(1);
      in.spend(size);
      var batch = new Batch(body, foundOn, depth, List.of());
      for (int url = 0; url < size; url++) {
        batch.urls.addLast(text(in));
      }
      batch.begun = begun;
      batch.paid = paid;
      batches.addLast(batch);
      waiting += size;
    }
  }

  private static String text(StateInput in) {
    in.spend(1);
    int head = in.number();
    if ((head & 1) != 0) {
      throw new IllegalArgumentException("a URL that is not in UTF-8");
    }
    return in.text(head >>> 1);
  }

  /// {@return whether a link waits that was not seen yet}
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

  /// Takes the next link; call it only if [#hasNext] returned true.
  Frontier.Candidate next() {
    var first = batches.getFirst();
    first.begun = true;
    last = first;
    return new Frontier.Candidate(removeFrom(first), Optional.of(first.foundOn), first.depth);
  }

  /// Records that the last link taken led to a page with a new body.
  void pay(KnownBodies bodies) {
    var batch = last;
    if (batch != null) {
      batch.paid = true;
      bodies.forgetVain(batch.body);
    }
  }

  /// {@return whether too many links wait to hold them back any longer}
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
