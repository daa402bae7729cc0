package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.parameter.Default;
import java.time.Duration;

/// An agent to be tested: it reports the titles that it has not reported before.
public final class TitlesAgent implements Agent {
  private final Options options;
  private int visits;

  /// Its parameters.
  public record Options(
      @Default("0") int spin, @Default("false") boolean fails, @Default("false") boolean stays) {}

  /// What it finds.
  public record Title(int visit, String title) {}

  public TitlesAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    visits++;
    if (options.fails()) {
      throw new IllegalStateException("as it was asked to");
    }
    var frontier = new Frontier();
    frontier.addAll(visit.starts());
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page && page.isHtml()) {
        frontier.addLinks(page);
        visit.report(new Title(visits, page.title()));
      }
      visit.checkpoint();
    }
    visit.log("seen " + visits);
    if (options.stays()) {
      visit.log(visit.cause() + " " + visit.changes());
    }
    long n = 0;
    while (n < options.spin() * 1_000_000_000L) {
      n++;
    }
    var tomorrow = visit.now().plus(Duration.ofDays(1));
    return options.stays() ? Next.park(WakeConditions.byChange().orAt(tomorrow)) : Next.done();
  }
}
