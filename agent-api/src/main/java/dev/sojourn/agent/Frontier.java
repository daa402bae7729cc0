package dev.sojourn.agent;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.NoSuchElementException;
import java.util.Optional;

/// The URLs still to be visited, each handed out once, first in first out. Made to travel: it
/// remembers what it has seen as 64-bit fingerprints, not as text.
///
/// With a million URLs the chance that one is taken for another is about 3 in 100 million. Not
/// thread-safe; belongs to one agent.
public final class Frontier {
  private final ArrayDeque<String> waiting = new ArrayDeque<>();
  private final Fingerprints seenUrls = new Fingerprints();
  private final Fingerprints seenBodies = new Fingerprints();

  /// Creates an empty frontier.
  public Frontier() {}

  /// Adds a URL unless it was added before. What is no `http` or `https` URL is ignored.
  ///
  /// @param url an absolute URL
  /// @return whether it was new
  public boolean add(String url) {
    Optional<String> normalised = PageUrl.parse(url).map(PageUrl::toString);
    if (normalised.isEmpty() || !seenUrls.add(normalised.get())) {
      return false;
    }
    waiting.addLast(normalised.get());
    return true;
  }

  /// Adds each URL that was not added before.
  ///
  /// @param urls absolute URLs
  public void addAll(Collection<String> urls) {
    for (var url : urls) {
      add(url);
    }
  }

  /// Adds the pages that a page links to, unless it says `nofollow`; links that say so themselves
  /// are left out.
  ///
  /// @param page where the links stand
  public void addLinks(Page page) {
    if (page.directives().nofollow()) {
      return;
    }
    for (var link : page.links()) {
      if (!link.nofollow()) {
        add(link.url());
      }
    }
  }

  /// Tells whether the page is the first with its body, and remembers it. The same page often has
  /// two URLs, as `/docs/` and `/docs/index.html`. A page that was reached by a redirect counts its
  /// own URL as seen.
  ///
  /// @param page a page just fetched
  /// @return whether no page with the same body was asked about before
  public boolean isNew(Page page) {
    seenUrls.add(page.url());
    return seenBodies.add(page.digest());
  }

  /// {@return whether a URL is waiting}
  public boolean hasNext() {
    return !waiting.isEmpty();
  }

  /// Takes the next URL.
  ///
  /// @return the one that waited longest
  /// @throws NoSuchElementException if none is waiting
  public String next() {
    return waiting.removeFirst();
  }

  /// {@return how many URLs are waiting}
  public int size() {
    return waiting.size();
  }
}
