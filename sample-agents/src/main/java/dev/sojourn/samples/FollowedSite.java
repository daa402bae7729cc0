package dev.sojourn.samples;

import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.WakeConditions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The frontier of an agent that may follow its site. After all pages, a following agent stays at a
/// host that permits it, and requests only changed pages. For this, it keeps about 25 bytes a page.
/// An agent that does not follow keeps only its frontier.
final class FollowedSite {
  /// A state may have 8 MiB, and the frontier needs room beside the pages.
  private static final int MAX_BYTES = 5 << 20;

  /// The least number of new pages that are added to the encoded pages at once. Batches are needed
  /// since each addition encodes all pages again.
  private static final int LEAST_BATCH = 1_000;

  /// How often all pages are compared at a place that cannot detect changes.
  private static final Duration LOOKS_EVERY = Duration.ofDays(1);

  private final boolean isFollowing;
  private Frontier frontier = new Frontier();
  private byte[] settled = new byte[0];
  private int settledPages;
  private final List<KnownPage> fresh = new ArrayList<>();
  private boolean isResting;
  private boolean isTooMany;

  /// @param isFollowing whether to follow the site
  FollowedSite(boolean isFollowing) {
    this.isFollowing = isFollowing;
  }

  /// Begins or continues a visit.
  void begin(Visit visit) {
    if (isResting) {
      isResting = false;
      frontier = new Frontier();
      frontier.beginAgain(visit, KnownPages.parse(settled));
      frontier.addAll(visit.starts());
      return;
    }
    if (isFollowing && visit.known().size() > 0) {
      settle(visit.known());
    }
    frontier.begin(visit);
  }

  /// {@return whether a page waits to be requested}
  boolean hasNext() {
    return frontier.hasNext();
  }

  /// {@return the next page, or why there is no page}
  Fetched fetchNext(Visit visit) {
    var fetched = visit.fetchNext(frontier);
    if (isFollowing && !isTooMany) {
      add(frontier.last(), fetched);
    }
    return fetched;
  }

  /// Adds the links and feeds of the page that was fetched last. A file without links, such as an
  /// image, would only take room in the frontier.
  void addLinks(Page page) {
    if (page.isHtml() || !page.links().isEmpty()) {
      frontier.addLinks(page);
      frontier.addFeeds(page);
    }
  }

  /// {@return the page, if its body is new since the agent last rested; else its URL, if it is a
  /// better URL for the body}
  List<Record> findings(Page page) {
    if (frontier.isNew(page)) {
      return List.of(IndexedPage.of(page));
    }
    return frontier.isBetterUrl(page) ? List.of(BetterUrl.of(page)) : List.of();
  }

  /// {@return the wish to stay or to end}
  Next end(Visit visit) {
    settle();
    isResting = isFollowing && !isTooMany && settledPages > 0;
    if (!isResting) {
      return Next.done();
    }
    frontier = new Frontier();
    return Next.park(WakeConditions.byChange().orAt(visit.now().plus(LOOKS_EVERY)));
  }

  private void add(String url, Fetched fetched) {
    switch (fetched) {
      case Page page -> {
        var own = page.url().equals(url) ? Optional.<String>empty() : Optional.of(page.url());
        fresh.add(new KnownPage(url, own, page.known().print(), PageValidators.NONE));
      }
      case Fetched.Missing _, Fetched.Refused _ -> fresh.add(KnownPage.unread(url));
      case Fetched.Unchanged _, Fetched.OutOfScope _ -> {}
    }
    if (fresh.size() >= Math.max(LEAST_BATCH, settledPages / 2)) {
      settle();
    }
  }

  private void settle() {
    if (fresh.isEmpty()) {
      return;
    }
    var pages = new TreeMap<String, KnownPage>();
    var before = KnownPages.parse(settled);
    for (int i = 0; i < before.size(); i++) {
      var page = before.get(i);
      pages.put(page.url(), page);
    }
    for (var page : fresh) {
      pages.put(page.url(), page);
    }
    fresh.clear();
    settle(KnownPages.of(pages.values()));
  }

  private void settle(KnownPages pages) {
    isTooMany = isTooMany || pages.toBytes().length > MAX_BYTES;
    settled = isTooMany ? new byte[0] : pages.toBytes();
    settledPages = isTooMany ? 0 : pages.size();
  }
}
