package dev.sojourn.sandbox.worker.state.frontier;

import com.esotericsoftware.kryo.io.Input;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.frontier.PrintTable;
import dev.sojourn.agent.frontier.UrlQueue;
import dev.sojourn.agent.frontier.WaitingUrl;
import java.util.ArrayDeque;

/// The formats of a frontier that are read and no more written: agents that were under way when
/// they were hold them.
///
/// In the first format bodies have no marks, and there are neither links of repeated bodies nor
/// runs, which tell where the waiting URLs were found. In the second no page is known from an
/// earlier crawl. All hold URLs as texts, and fingerprints with 8 octets each, in no order.
final class OldFrontierFormats {
  /// Has no number; a state begins with the number of waiting URLs.
  static final int FIRST = -1;

  static final int THIRD = -3;

  /// The marks of a body in the first format: its links are taken, and no URL is better than the
  /// one that it is kept under.
  private static final int FIRST_FORMAT_MARKS = 1 << 5 | 1;

  private static final int MAX_DEPTH = 1_000_000;
  private static final int MAX_ASCII = 0x7f;

  private final Quota quota;
  private final Texts texts;

  /// Waiting URLs whose runs were not read yet.
  private final ArrayDeque<String> urls = new ArrayDeque<>();

  OldFrontierFormats(Quota quota, Texts texts) {
    this.quota = quota;
    this.texts = texts;
  }

  /// Reads what all formats begin with: waiting URLs, seen URLs, bodies.
  void readBeginning(
      Input input, int format, UrlQueue queue, PrintTable seenUrls, PrintTable bodies) {
    urls.clear();
    int count = quota.readLength(input, 1);
    for (int i = 0; i < count; i++) {
      urls.addLast(url(texts.read(input)));
    }
    seenUrls.restore(prints(input), new int[0]);
    var prints = prints(input);
    var marks = new int[prints.length];
    for (int i = 0; i < marks.length; i++) {
      marks[i] = format == FIRST ? FIRST_FORMAT_MARKS : input.readVarInt(true);
    }
    bodies.restore(prints, marks);
    if (format == FIRST) {
      add(queue, "", 0, urls.size());
    }
  }

  /// A queue packs URLs that are normalised, which all are that an agent added.
  private static String url(String text) {
    if (text.length() > PageUrl.MAX_CHARS || text.chars().anyMatch(c -> c > MAX_ASCII)) {
      throw new StateException("a waiting URL that is not normalised");
    }
    return text;
  }

  private long[] prints(Input input) {
    var prints = new long[quota.readLength(input, Long.BYTES)];
    for (int i = 0; i < prints.length; i++) {
      prints[i] = input.readLong();
      if (prints[i] == 0) {
        throw new StateException("a fingerprint of zero");
      }
    }
    return prints;
  }

  /// Reads the runs. Those of a state hold as many URLs as wait there, or it is none that was
  /// written here.
  void readRuns(Input input, int format, UrlQueue queue) {
    int count = format == FIRST ? 0 : quota.readLength(input, 3);
    for (int i = 0; i < count; i++) {
      var foundOn = url(texts.read(input));
      int depth = depth(input);
      int run = input.readVarInt(true);
      if (run < 1 || run > urls.size()) {
        throw new StateException(
            "a frontier with a run of " + run + " of " + urls.size() + " URLs");
      }
      add(queue, foundOn, depth, run);
    }
    if (!urls.isEmpty()) {
      throw new StateException("a frontier with " + urls.size() + " URLs in no run");
    }
  }

  private void add(UrlQueue queue, String foundOn, int depth, int count) {
    for (int i = 0; i < count; i++) {
      queue.add(new WaitingUrl(urls.removeFirst(), foundOn, depth));
    }
  }

  static int depth(Input input) {
    int depth = input.readVarInt(true);
    if (depth < 0 || depth > MAX_DEPTH) {
      throw new StateException("a URL at depth " + depth);
    }
    return depth;
  }
}
