package dev.sojourn.samples.fragments;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import dev.sojourn.agent.tree.PageElement;
import dev.sojourn.agent.tree.Selector;
import dev.sojourn.samples.fragments.AwaitedFragments.FirstLink;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Checks that the places in pages to which the pages of its scope link (`page.html#place`) exist,
/// and reports each missing place once, as a [BrokenFragment].
///
/// The places of a page are checked when the page is read. To keep all places of all pages would
/// take more memory than the frontier. Therefore a page is requested a second time if later pages
/// link to places in it, and at once if too many places wait.
///
/// Missing pages are not reported, nor places in pages that are not HTML or were read in part.
/// Links with `nofollow` are ignored, as are links to routes of scripts (`#/…`, `#!…`).
@Description("Reports links to places in pages that do not exist.")
public final class FragmentAgent implements Agent {
  private static final Selector LINKS = Selector.parse("a[href*='#'], area[href*='#']");

  /// The most characters that wait; a state may have 8 MiB, and the frontier needs room.
  private static final int MAX_AWAITED_CHARS = 1 << 20;

  private final Options options;
  private final Frontier frontier = new Frontier();
  private final AwaitedFragments awaited = new AwaitedFragments();
  private final Set<String> reported = new HashSet<>();

  /// The parameters of the agent.
  ///
  /// @param most the most places that are reported; after them the agent is done
  public record Options(
      @Description("Report at most this many places, 1 to 10000.") @Default("1000") int most) {

    /// Checks the range.
    public Options {
      if (most < 1 || most > 10_000) {
        throw new IllegalArgumentException("most: " + most + " (expected: 1 to 10000)");
      }
    }
  }

  /// Creates an agent in its initial state.
  ///
  /// @param options its parameters
  public FragmentAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    frontier.beginAnew(visit);
    while (reported.size() < options.most()) {
      if (frontier.hasNext()) {
        read(visit.fetchNext(frontier), visit);
      } else if (awaited.isEmpty()) {
        break;
      } else {
        checkOldest(visit);
      }
      visit.checkpoint();
    }
    return Next.done();
  }

  private void checkOldest(Visit visit) {
    var url = awaited.oldest();
    check(url, visit.fetch(url), visit);
  }

  private void read(Fetched fetched, Visit visit) {
    check(frontier.last(), fetched, visit);
    if (fetched instanceof Page page && page.isHtml()) {
      frontier.addLinks(page);
      check(page.url(), page, visit);
      checkOwn(page, visit);
      if (!page.directives().nofollow()) {
        collect(page, visit);
      }
    }
  }

  /// Checks the places that wait for a URL.
  private void check(String url, Fetched fetched, Visit visit) {
    var places = awaited.remove(url);
    if (!places.isEmpty() && fetched instanceof Page page && page.isHtml()) {
      check(places, page, visit);
    }
  }

  private void check(Map<String, FirstLink> places, Page page, Visit visit) {
    var targets = page.tree().targets();
    // In a page that was read in part, any place may be in the rest.
    var shortened = page.shortened();
    if (shortened.contains(PagePart.TREE) || shortened.contains(PagePart.MARKUP)) {
      return;
    }
    places.forEach(
        (fragment, place) -> {
          if (!targets.contains(fragment)) {
            report(new BrokenFragment(page.url(), fragment, place.page(), place.text()), visit);
          }
        });
  }

  private void report(BrokenFragment broken, Visit visit) {
    if (reported.size() < options.most() && reported.add(broken.url() + "#" + broken.fragment())) {
      visit.report(broken);
    }
  }

  /// Checks the links of a page to places in the page itself.
  private void checkOwn(Page page, Visit visit) {
    var own = new AwaitedFragments();
    for (var element : page.tree().select(LINKS)) {
      element
          .fragmentLink()
          .filter(link -> link.url().equals(page.url()) && !isRoute(link.fragment()))
          .ifPresent(link -> own.add(link, page.url(), element));
    }
    check(own.remove(page.url()), page, visit);
  }

  /// Adds the places in other pages to which a page links.
  private void collect(Page page, Visit visit) {
    var url = page.url();
    for (var element : page.tree().select(LINKS)) {
      element
          .fragmentLink()
          .filter(link -> !link.url().equals(url) && !isRoute(link.fragment()))
          .filter(link -> !hasNofollow(element) && visit.scope().contains(link.url()))
          .ifPresent(link -> awaited.add(link, url, element));
      while (awaited.chars() > MAX_AWAITED_CHARS) {
        checkOldest(visit);
      }
    }
  }

  private static boolean isRoute(String fragment) {
    return fragment.startsWith("/") || fragment.startsWith("!");
  }

  private static boolean hasNofollow(PageElement element) {
    return element.attribute("rel").orElse("").toLowerCase(Locale.ROOT).contains("nofollow");
  }
}
