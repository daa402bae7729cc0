package dev.sojourn.samples.duplicates;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.combine.Combines;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;

/// Reads all pages of its scope. Reports a [NearDuplicate] for each page whose text is nearly the
/// text of an earlier page, and at the end a [DuplicateCensus].
///
/// Pages are compared at the host, by signatures of 256 bytes; no text leaves the host. Each agent
/// compares the pages of its own territory. When all agents are home, the first pages of their
/// groups are compared across territories and sites. A [CombinedCensus] has the sums.
@Description("Reports pages whose texts are nearly the same as those of others.")
public final class DuplicateCensusAgent implements Agent, Combines<DuplicateCensusAgent> {
  /// More pages than any territory has. With this limit, forged copies cannot make the sums
  /// overflow, which would lose the honest copies after them.
  private static final long MOST_PAGES = 1L << 32;

  private final Options options;
  private final Frontier frontier = new Frontier();
  private final PageGroups groups = new PageGroups();
  private long pages;
  private long nearDuplicates;
  private int territories;

  /// The parameters of the agent.
  ///
  /// @param similar the least similarity of near duplicates, in percent
  /// @param signatures whether the signature of the first page of each group is reported
  public record Options(
      @Description("Similarity in percent from which a page is reported, 50 to 100.") @Default("85")
          int similar,
      @Description("Report the signature of each page that is no duplicate.") @Default("false")
          boolean signatures) {

    /// Checks the range.
    public Options {
      if (similar < 50 || similar > 100) {
        throw new IllegalArgumentException("similar: " + similar + " (expected: 50 to 100)");
      }
    }
  }

  /// Creates an agent in its initial state.
  ///
  /// @param options its parameters
  public DuplicateCensusAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    frontier.beginAnew(visit);
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page && page.isHtml()) {
        frontier.addLinks(page);
        // An equal body under another URL is the same page, which a crawl detects without a census.
        if (frontier.isNew(page) && page.directives().mayIndex(visit.now())) {
          read(page, visit);
        }
      }
      visit.checkpoint();
    }
    visit.report(new DuplicateCensus(pages, groups.size(), nearDuplicates));
    return Next.done();
  }

  private void read(Page page, Visit visit) {
    var signature = TextSignature.of(page.text());
    if (signature.isEmpty()) {
      return;
    }
    pages++;
    var match = groups.add(page.url(), signature, options.similar() / 100.0);
    if (match.isPresent()) {
      nearDuplicates++;
      visit.report(new NearDuplicate(page.url(), match.get().first(), match.get().similarity()));
    } else if (options.signatures()) {
      visit.report(new SignedPage(page.url(), signature.digits()));
    }
  }

  /// Compares the first pages of another agent's groups with the first pages of this agent. Each
  /// agent already compared the pages of its own territory.
  @Override
  public void combine(DuplicateCensusAgent other, Scope territory, Visit visit) {
    // In an honest census, each page begins a group or is a near duplicate.
    if (other.nearDuplicates < 0
        || other.nearDuplicates > MOST_PAGES
        || other.pages != other.groups.size() + other.nearDuplicates) {
      throw new IllegalArgumentException(
          "pages: "
              + other.pages
              + " (expected: "
              + other.groups.size()
              + " groups and "
              + other.nearDuplicates
              + " near duplicates)");
    }
    territories++;
    pages += other.pages;
    nearDuplicates += other.nearDuplicates;
    var own = other.groups.firsts().filter(first -> territory.contains(first.url())).toList();
    var matches =
        own.stream().map(first -> groups.match(first, options.similar() / 100.0)).toList();
    for (int i = 0; i < own.size(); i++) {
      if (matches.get(i).isPresent()) {
        var match = matches.get(i).get();
        nearDuplicates++;
        visit.report(new NearDuplicate(own.get(i).url(), match.first(), match.similarity()));
      } else {
        groups.begin(own.get(i));
      }
    }
  }

  @Override
  public void combined(Visit visit) {
    visit.report(new CombinedCensus(territories, pages, groups.size(), nearDuplicates));
  }
}
