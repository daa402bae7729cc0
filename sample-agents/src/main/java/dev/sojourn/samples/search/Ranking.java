package dev.sojourn.samples.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The pages that match a query, and the sums that BM25 needs to rank them.
///
/// BM25 (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009) gives rare words
/// more weight, and words of long pages less. Here, `k1` = 1.2 and `b` = 0.75. The sums are over
/// all pages that were read. At most 2,000 matching pages are kept: beyond this, the pages in the
/// lower half of the ranking are dropped.
final class Ranking {
  private static final double K1 = 1.2;
  private static final double B = 0.75;
  private static final int MAX_KEPT = 2_000;

  private final List<String> query;
  private final List<Integer> pagesWith = new ArrayList<>();
  private final List<MatchingPage> matching = new ArrayList<>();
  private int pages;
  private long words;

  /// A page and its score.
  ///
  /// @param page the page
  /// @param score by BM25
  record Scored(MatchingPage page, double score) {}

  /// @param query distinct words in lower case
  Ranking(List<String> query) {
    this.query = List.copyOf(query);
    query.forEach(_ -> pagesWith.add(0));
  }

  List<String> query() {
    return query;
  }

  /// Counts a page; it is kept if it has a word of the query.
  void add(MatchingPage page) {
    pages++;
    words += page.words();
    boolean matches = false;
    for (int i = 0; i < query.size(); i++) {
      if (page.counts().get(i) > 0) {
        pagesWith.set(i, pagesWith.get(i) + 1);
        matches = true;
      }
    }
    if (matches) {
      matching.add(page);
    }
    if (matching.size() > MAX_KEPT) {
      var best = best(MAX_KEPT / 2);
      matching.clear();
      best.forEach(scored -> matching.add(scored.page()));
    }
  }

  /// The best pages, the best first; pages with equal scores in the order of their URLs.
  List<Scored> best(int most) {
    var scored = new ArrayList<Scored>();
    for (var page : matching) {
      scored.add(new Scored(page, score(page)));
    }
    scored.sort(
        Comparator.comparingDouble((Scored s) -> -s.score()).thenComparing(s -> s.page().url()));
    return scored.subList(0, Math.min(most, scored.size()));
  }

  private double score(MatchingPage page) {
    double average = (double) words / pages;
    double length = K1 * (1 - B + B * page.words() / average);
    double score = 0;
    for (int i = 0; i < query.size(); i++) {
      int count = page.counts().get(i);
      int with = pagesWith.get(i);
      score +=
          Math.log(1 + (pages - with + 0.5) / (with + 0.5)) * count * (K1 + 1) / (count + length);
    }
    return score;
  }
}
