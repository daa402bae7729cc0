package dev.sojourn.samples.links;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Requests each page that the pages of its scope link to, and reports a [BrokenLink] for each link
/// to a missing page. It neither requests nor reports pages that robots.txt disallows or that are
/// outside the scope. Links with `nofollow` are checked only if other links lead to the same page.
///
/// Its state grows with the pages still to be requested, not with the pages already requested.
@Description("Reports links to pages that are missing.")
public final class LinkCheckAgent implements Agent {
  private final Options options;
  private final Frontier frontier = new Frontier();
  private final Map<String, List<LinkPlace>> unanswered = new HashMap<>();
  private final Map<String, MissingPage> broken = new HashMap<>();

  /// The parameters of the agent.
  ///
  /// @param most the most links to one missing page that are reported
  public record Options(
      @Description("Report at most this many links to one missing page.") @Default("100")
          int most) {

    /// Checks the range.
    public Options {
      if (most < 1) {
        throw new IllegalArgumentException("most: " + most + " (expected: 1 or more)");
      }
    }
  }

  /// The place of a link.
  ///
  /// @param page the URL of the page with the link
  /// @param text of the link
  private record LinkPlace(String page, String text) {}

  /// The answer for a missing page.
  ///
  /// @param status of HTTP
  /// @param reason one sentence
  /// @param reported how many links to the page were reported
  private record MissingPage(int status, String reason, int reported) {}

  /// Creates an agent in its initial state.
  ///
  /// @param options its parameters
  public LinkCheckAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    frontier.beginAnew(visit);
    while (frontier.hasNext()) {
      var asked = frontier.upcoming(1).getFirst().url();
      switch (visit.fetchNext(frontier)) {
        case Page page -> {
          unanswered.remove(asked);
          read(page, visit);
        }
        case Fetched.Missing missing -> {
          if (isRedirect(missing.status())) {
            unanswered.remove(asked);
          } else {
            report(asked, missing, visit);
          }
        }
        case Fetched.Refused _, Fetched.OutOfScope _, Fetched.Unchanged _ ->
            unanswered.remove(asked);
      }
      visit.checkpoint();
    }
    return Next.done();
  }

  /// Whether a URL redirects to a page that was read before, or belongs to another visit: it is not
  /// missing.
  private static boolean isRedirect(int status) {
    return status >= 300 && status <= 399;
  }

  private void read(Page page, Visit visit) {
    if (frontier.isNew(page) && !page.directives().nofollow()) {
      for (var link : page.links()) {
        if (visit.scope().contains(link.url())) {
          follow(link, page, visit);
        }
      }
    } else {
      // The frontier decides whether to follow the links of equal bodies.
      page.links().forEach(link -> note(link, page, visit));
      frontier.addLinks(page);
    }
  }

  private void follow(Link link, Page page, Visit visit) {
    if (!link.nofollow() && frontier.add(link.url(), page)) {
      unanswered.put(link.url(), new ArrayList<>());
    }
    note(link, page, visit);
  }

  /// Reports a link to a page that is known to be missing; keeps a link to a page that was not
  /// requested yet.
  private void note(Link link, Page page, Visit visit) {
    var places = unanswered.get(link.url());
    if (places != null && places.size() < options.most()) {
      places.add(new LinkPlace(page.url(), link.text()));
    }
    if (broken.containsKey(link.url())) {
      report(link.url(), new LinkPlace(page.url(), link.text()), visit);
    }
  }

  private void report(String url, Fetched.Missing missing, Visit visit) {
    broken.put(url, new MissingPage(missing.status(), missing.reason(), 0));
    var places = unanswered.remove(url);
    for (var place : places == null ? List.<LinkPlace>of() : places) {
      report(url, place, visit);
    }
  }

  private void report(String url, LinkPlace place, Visit visit) {
    var answer = broken.get(url);
    if (answer != null && answer.reported() < options.most()) {
      visit.report(
          new BrokenLink(url, answer.status(), answer.reason(), place.page(), place.text()));
      broken.put(url, new MissingPage(answer.status(), answer.reason(), answer.reported() + 1));
    }
  }
}
