package dev.sojourn.agent;

import java.util.ArrayDeque;
import java.util.Optional;

/// The origin of the waiting URLs of a [Frontier], in runs: URLs that were found on one page wait
/// one behind the other, so page and depth are kept once for all of them.
final class Origins {
  /// The page of each run; empty where none is known.
  private final ArrayDeque<String> pages = new ArrayDeque<>();

  /// Depth and number of URLs of each run.
  private final ArrayDeque<int[]> runs = new ArrayDeque<>();

  /// Adds one URL at the end.
  void add(Optional<String> foundOn, int depth) {
    var page = foundOn.orElse("");
    var last = runs.peekLast();
    if (last != null && last[0] == depth && page.equals(pages.peekLast())) {
      last[1]++;
    } else {
      pages.addLast(page);
      runs.addLast(new int[] {depth, 1});
    }
  }

  /// Takes the origin of the first URL.
  Frontier.Candidate take(String url) {
    var first = runs.getFirst();
    var page = pages.getFirst();
    if (--first[1] == 0) {
      runs.removeFirst();
      pages.removeFirst();
    }
    return new Frontier.Candidate(
        url, page.isEmpty() ? Optional.empty() : Optional.of(page), first[0]);
  }
}
