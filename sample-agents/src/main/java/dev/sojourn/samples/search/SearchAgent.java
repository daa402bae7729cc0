package dev.sojourn.samples.search;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import dev.sojourn.samples.Words;
import java.util.ArrayList;
import java.util.List;

/// Reads all pages of its scope, ranks them at the host by its owner's query, and reports a
/// [RankedPage] for each of the best. The other pages stay at the host.
///
/// Pages with `noindex` are skipped, and equal bodies count once. An excerpt keeps to the limits of
/// the page (`nosnippet`, `max-snippet`).
@Description("Searches a site for words, and reports the best pages with excerpts.")
public final class SearchAgent implements Agent {
  private static final int EXCERPT_CHARS = 240;

  private final Query query;
  private final Ranking ranking;
  private final Frontier frontier = new Frontier();

  /// The parameters of the agent.
  ///
  /// @param words the words to search for, separated by characters other than letters and digits
  /// @param best the most pages that are reported, 1 to 1,000
  public record Query(
      @Description("Words to look for.") String words,
      @Description("Report at most this many pages, 1 to 1000.") @Default("10") int best) {

    /// Checks the ranges.
    public Query {
      if (best < 1 || best > 1_000) {
        throw new IllegalArgumentException("best: " + best + " (expected: 1 to 1000)");
      }
      if (Words.of(words).isEmpty()) {
        throw new IllegalArgumentException("words: " + words + " (expected: letters or digits)");
      }
    }
  }

  /// Creates an agent in its initial state.
  ///
  /// @param query its parameters
  public SearchAgent(Query query) {
    this.query = query;
    this.ranking =
        new Ranking(Words.of(query.words()).stream().map(Words.Word::text).distinct().toList());
  }

  @Override
  public Next visit(Visit visit) {
    frontier.beginAnew(visit);
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page && page.isHtml()) {
        frontier.addLinks(page);
        if (frontier.isNew(page) && page.directives().mayIndex(visit.now())) {
          ranking.add(read(page));
        }
      }
      visit.checkpoint();
    }
    int rank = 0;
    for (var scored : ranking.best(query.best())) {
      rank++;
      var page = scored.page();
      visit.report(new RankedPage(rank, scored.score(), page.url(), page.title(), page.excerpt()));
    }
    return Next.done();
  }

  /// The title counts as the beginning of the text.
  private MatchingPage read(Page page) {
    var text = page.title() + " " + page.text();
    var words = Words.of(text);
    var counts = new ArrayList<Integer>();
    boolean matches = false;
    for (var wanted : ranking.query()) {
      int count = (int) words.stream().filter(word -> word.text().equals(wanted)).count();
      counts.add(count);
      matches |= count > 0;
    }
    return new MatchingPage(
        page.url(),
        first(page.title(), EXCERPT_CHARS),
        matches ? excerpt(page, text, words) : "",
        words.size(),
        counts);
  }

  /// The part of the text with the most words of the query.
  private String excerpt(Page page, String text, List<Words.Word> words) {
    int most =
        page.directives().nosnippet()
            ? 0
            : Math.min(EXCERPT_CHARS, page.directives().maxSnippet().orElse(EXCERPT_CHARS));
    var found = words.stream().filter(word -> ranking.query().contains(word.text())).toList();
    int best = 0;
    int bestCount = 0;
    int end = 0;
    for (int i = 0; i < found.size(); i++) {
      while (end < found.size() && found.get(end).begin() < found.get(i).begin() + most) {
        end++;
      }
      if (end - i > bestCount) {
        bestCount = end - i;
        best = found.get(i).begin();
      }
    }
    return first(text.substring(best), most);
  }

  private static String first(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    // Avoids splitting a surrogate pair.
    int end = most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end);
  }
}
