package dev.sojourn.samples.watch;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads the pages of its scope once and parks. When it wakes, it reports a [ChangedPage] for each
/// new, changed or missing page. Its first visit reports nothing.
///
/// If the host reports which pages changed, it reads only these. Otherwise it walks the site again.
/// In both cases it compares bodies: a file rewritten with the same content is not a change. All
/// work after waking can be repeated, so that a crash does no harm.
@Description("Stays at a site, and reports pages that are new, changed or gone.")
public final class ChangeWatchAgent implements Agent {
  private static final int MAX_TITLE_CHARS = 500;

  private final Options options;
  private final Map<String, Long> bodies = new TreeMap<>();
  private Frontier frontier = new Frontier();
  private boolean hasReadAll;

  /// The parameters of the agent.
  ///
  /// @param hours after how many hours it reads the site even without a reported change
  public record Options(
      @Description("Look after this many hours at the latest, 1 to 720.") @Default("24")
          int hours) {

    /// Checks the range.
    public Options {
      if (hours < 1 || hours > 720) {
        throw new IllegalArgumentException("hours: " + hours + " (expected: 1 to 720)");
      }
    }
  }

  /// Creates an agent in its initial state.
  ///
  /// @param options its parameters
  public ChangeWatchAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    if (hasReadAll) {
      readChanges(visit);
    } else {
      frontier.beginAnew(visit);
    }
    readWaiting(visit);
    hasReadAll = true;
    return Next.park(
        WakeConditions.byChange().orAt(visit.now().plus(Duration.ofHours(options.hours()))));
  }

  private void readChanges(Visit visit) {
    if (visit.changes() instanceof PageChanges.Reported(var pages, boolean isWhole) && isWhole) {
      for (var page : pages) {
        if (page.kind() == Kind.GONE) {
          gone(page.url(), visit);
        } else {
          compare(page.url(), visit.fetch(page.url()), page.kind(), visit);
        }
        visit.checkpoint();
      }
    } else if (!frontier.hasNext()) {
      // Known pages are requested even if no page links to them any more.
      frontier = new Frontier();
      frontier.beginAnew(visit);
      frontier.addAll(List.copyOf(bodies.keySet()));
    }
  }

  private void readWaiting(Visit visit) {
    while (frontier.hasNext()) {
      var url = frontier.upcoming(1).getFirst().url();
      compare(url, visit.fetchNext(frontier), Kind.NEW, visit);
      visit.checkpoint();
    }
  }

  /// @param unknown the kind of change of a page that the agent has not read before
  private void compare(String url, Fetched fetched, Kind unknown, Visit visit) {
    switch (fetched) {
      case Page page -> {
        note(url, page, unknown, visit);
        follow(page);
      }
      case Fetched.Missing(_, int status, _) -> {
        if (status == 404 || status == 410) {
          gone(url, visit);
        }
      }
      case Fetched.Refused _ -> bodies.remove(url);
      case Fetched.OutOfScope _, Fetched.Unchanged _ -> {}
    }
  }

  private void note(String url, Page page, Kind unknown, Visit visit) {
    var before = bodies.put(url, PagePrint.bodyOf(page.digest()));
    if (!hasReadAll || bodies.get(url).equals(before)) {
      return;
    }
    visit.report(
        new ChangedPage(
            url,
            before == null ? unknown : Kind.CHANGED,
            visit.now(),
            page.directives().mayIndex(visit.now()) ? first(page.title()) : "",
            page.sizeBytes()));
  }

  /// Follows every link in the first walk, later only links to unknown pages.
  private void follow(Page page) {
    if (!hasReadAll) {
      frontier.addLinks(page);
    } else if (!page.directives().nofollow()) {
      page.links().stream()
          .filter(link -> !link.nofollow() && !bodies.containsKey(link.url()))
          .forEach(link -> frontier.add(link.url(), page));
    }
  }

  private void gone(String url, Visit visit) {
    if (bodies.remove(url) != null) {
      visit.report(new ChangedPage(url, Kind.GONE, visit.now(), "", 0));
    }
  }

  private static String first(String title) {
    return title.codePointCount(0, title.length()) <= MAX_TITLE_CHARS
        ? title
        : title.substring(0, title.offsetByCodePoints(0, MAX_TITLE_CHARS));
  }
}
