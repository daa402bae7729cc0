package dev.sojourn.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/// The URLs still to be visited, each handed out once, first in first out. Made to travel: it
/// remembers what it has seen as 64-bit fingerprints, not as text.
///
/// Links that only pages with a body seen before have come last. They end where they lead to
/// nothing new: after eight pages with one body, the links of this body are followed no more, so
/// that a site with one page under ever deeper addresses has an end.
///
/// A visit of a recrawl begins with the pages that are [known][Visit#known]: they come first, in
/// the order of their URLs, and are asked for only if they changed. Of pages that did not, neither
/// body nor links are seen; their links are known pages themselves.
///
/// With a million URLs the chance that one is taken for another is about 3 in 100 million. Not
/// thread-safe; belongs to one agent.
public final class Frontier {
  private final ArrayDeque<String> waiting = new ArrayDeque<>();
  private final Origins origins = new Origins();
  private final RepeatedLinks repeated = new RepeatedLinks();
  private final Fingerprints seenUrls = new Fingerprints();
  private final KnownBodies bodies = new KnownBodies();

  /// The pages that are known, and how many of them were handed out or need not be.
  private KnownPages known = KnownPages.NONE;

  private int knownTaken;

  /// Whether the URL that was handed out last came from `repeated`.
  private boolean lastIsRepeated;

  /// Depth of the URL handed out last. Does not travel: its links are added before a checkpoint.
  private int depth;

  /// The URL handed out last. Does not travel either.
  private String last = "";

  /// A URL that was waiting, and where it was found.
  ///
  /// @param url normalised
  /// @param foundOn the page that links to it; empty for a URL that was added without a page
  /// @param depth how many links lead to it from a URL that was added without a page
  /// @param known the page as it was, where it need not be read if it still is
  public record Candidate(
      String url, Optional<String> foundOn, int depth, Optional<KnownPage> known) {

    /// A URL of which nothing else is known.
    ///
    /// @param url normalised
    /// @param foundOn the page that links to it
    /// @param depth how many links lead to it
    public Candidate(String url, Optional<String> foundOn, int depth) {
      this(url, foundOn, depth, Optional.empty());
    }
  }

  /// Creates an empty frontier.
  public Frontier() {}

  /// Takes up the pages that are known, if the visit brings any, and adds its start URLs.
  ///
  /// @param visit that begins, or goes on
  public void begin(Visit visit) {
    if (visit.known().size() > 0) {
      known = visit.known();
      knownTaken = 0;
    }
    addAll(visit.starts());
  }

  /// Takes up the pages that this agent read before it was parked, and asks again for those that
  /// changed. Pages that share a body with one of these are asked for as well, since only then it
  /// shows under which URL the body is best kept. New pages come where a page links to them. Where
  /// the changes cannot be told, every page is asked for, and handed over only if it changed.
  ///
  /// @param pages that were read, or asked for in vain; of this new frontier nothing was taken yet
  /// @param changes since then
  public void beginAgain(KnownPages pages, PageChanges changes) {
    if (!(changes instanceof PageChanges.Told(var told, boolean isWhole)) || !isWhole) {
      known = pages;
      knownTaken = 0;
      return;
    }
    var urls = new HashSet<String>();
    told.forEach(change -> urls.add(change.url()));
    var bodies = new HashSet<Long>();
    for (int i = 0; i < pages.size() && !urls.isEmpty(); i++) {
      var page = pages.get(i);
      if (urls.contains(page.url()) || urls.contains(page.own())) {
        add(page.url());
        page.print().ifPresent(print -> bodies.add(print.body()));
      }
    }
    for (int i = 0; i < pages.size(); i++) {
      var page = pages.get(i);
      if (page.print().filter(print -> bodies.contains(print.body())).isPresent()) {
        add(page.url());
      }
      seenUrls.add(page.url());
      seenUrls.add(page.own());
    }
    known = pages;
    knownTaken = pages.size();
  }

  /// Adds a URL unless it was added before. What is no `http` or `https` URL is ignored.
  ///
  /// @param url an absolute URL
  /// @return whether it was new
  public boolean add(String url) {
    return add(url, Optional.empty(), 0);
  }

  /// Adds a URL that a page links to, unless it was added before.
  ///
  /// @param url an absolute URL
  /// @param foundOn the page of the URL that was handed out last
  /// @return whether it was new
  public boolean add(String url, Page foundOn) {
    return add(url, Optional.of(foundOn.url()), depth + 1);
  }

  private boolean add(String url, Optional<String> foundOn, int urlDepth) {
    var normalised = PageUrl.normalised(url);
    if (normalised.isEmpty()
        || known.find(normalised.get()) >= knownTaken
        || !seenUrls.add(normalised.get())) {
      return false;
    }
    waiting.addLast(normalised.get());
    origins.add(foundOn, urlDepth);
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
  /// are left out. A page that was reached by a redirect counts its own URL as seen.
  ///
  /// Call it for every page, also for one with a body that was seen before: its relative links mean
  /// other pages there.
  ///
  /// @param page the page of the URL that was handed out last
  public void addLinks(Page page) {
    seenUrls.add(page.url());
    long body = Fingerprints.of(page.digest());
    boolean isFirst = bodies.takeLinks(body);
    if (isFirst && lastIsRepeated) {
      repeated.pay(bodies);
      lastIsRepeated = false;
    }
    if (page.directives().nofollow()) {
      return;
    }
    if (isFirst) {
      for (var link : page.links()) {
        if (!link.nofollow()) {
          add(link.url(), page);
        }
      }
    } else if (!bodies.isVain(body)) {
      repeated.add(body, page.url(), depth + 1, unseenLinks(page));
    }
  }

  /// A known page may have been seen at the end of a redirect.
  private void skipSeen() {
    while (knownTaken < known.size() && seenUrls.contains(known.get(knownTaken).url())) {
      knownTaken++;
    }
  }

  private Collection<String> unseenLinks(Page page) {
    var unseen = new ArrayList<String>();
    for (var link : page.links()) {
      if (!link.nofollow()) {
        PageUrl.normalised(link.url())
            .filter(url -> !seenUrls.contains(url))
            .ifPresent(unseen::add);
      }
    }
    return unseen;
  }

  /// Tells whether the page is the first with its body, and remembers it. The same page often has
  /// two URLs, as `/docs/` and `/docs/index.html`. A page that was reached by a redirect counts its
  /// own URL as seen.
  ///
  /// @param page a page just fetched
  /// @return whether no page with the same body was asked about before
  public boolean isNew(Page page) {
    seenUrls.add(page.url());
    boolean isNew = bodies.keep(page);
    if (isNew && known.size() > 0) {
      askForEqual(page);
    }
    return isNew;
  }

  /// A known page had this body, which has to be kept once. It is read whatever was known of it, so
  /// that the better of both URLs is found.
  private void askForEqual(Page page) {
    known
        .findBody(PagePrint.bodyOf(page.digest()))
        .filter(equal -> !equal.own().equals(page.url()))
        .ifPresent(
            equal -> {
              seenUrls.add(equal.url());
              waiting.addLast(equal.url());
              origins.add(Optional.empty(), 0);
            });
  }

  /// Counts a page's own URL as seen, after redirects, where the page was not handed over.
  ///
  /// @param unchanged the URL that was handed out last
  public void addUnchanged(Candidate unchanged) {
    unchanged.known().ifPresent(page -> seenUrls.add(page.own()));
  }

  /// Tells whether the page's URL is a better one to keep its body under than the one before, and
  /// remembers it if so. Better is the URL that the page names as canonical, then the shorter one.
  ///
  /// @param page a page for which [#isNew] just said that its body is not new
  /// @return whether its URL is better than that of all pages before it with the same body
  public boolean isBetterUrl(Page page) {
    return bodies.keepBetter(page);
  }

  /// {@return whether a URL is waiting}
  public boolean hasNext() {
    skipSeen();
    return knownTaken < known.size() || !waiting.isEmpty() || repeated.hasNext(seenUrls, bodies);
  }

  /// Takes the next URL.
  ///
  /// @return the one that waited longest
  /// @throws NoSuchElementException if none is waiting
  public String next() {
    return take().url();
  }

  /// Takes the next URL, with the page on which it was found. [Visit#fetchNext] asks for it, so
  /// that the crawl log tells both.
  ///
  /// @return the one that waited longest
  /// @throws NoSuchElementException if none is waiting
  public Candidate take() {
    skipSeen();
    if (knownTaken < known.size()) {
      return takeKnown();
    }
    boolean isDue = waiting.isEmpty() || repeated.isCrowded();
    lastIsRepeated = isDue && repeated.hasNext(seenUrls, bodies);
    var candidate = lastIsRepeated ? repeated.next() : origins.take(waiting.removeFirst());
    if (lastIsRepeated) {
      seenUrls.add(candidate.url());
    }
    depth = candidate.depth();
    last = candidate.url();
    return candidate;
  }

  private Candidate takeKnown() {
    var page = known.get(knownTaken++);
    seenUrls.add(page.url());
    lastIsRepeated = false;
    depth = 0;
    last = page.url();
    var condition = Optional.of(page).filter(p -> p.print().isPresent());
    return new Candidate(page.url(), Optional.empty(), 0, condition);
  }

  /// {@return the URL that was handed out last; redirects may have led from it to another one}
  public String last() {
    return last;
  }

  /// {@return the pages that will be asked for next, in that order, as far as it is settled by now;
  /// they go on waiting}
  ///
  /// @param most how many at most
  public List<KnownPage> upcoming(int most) {
    var pages = new ArrayList<KnownPage>();
    for (int i = knownTaken; i < known.size() && pages.size() < most; i++) {
      var page = known.get(i);
      if (!seenUrls.contains(page.url())) {
        pages.add(page);
      }
    }
    for (var url : waiting) {
      if (pages.size() >= most) {
        break;
      }
      pages.add(KnownPage.unread(url));
    }
    return pages;
  }

  /// {@return how many URLs are waiting; a known page that turns out to be seen counts until then}
  public int size() {
    return known.size() - knownTaken + waiting.size() + repeated.size();
  }

  /// The origin of the waiting URLs of the frontier, in runs: URLs that were found on one page wait
  /// one behind the other, so page and depth are kept once for all of them.
  private static final class Origins {
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
    Candidate take(String url) {
      var first = runs.getFirst();
      var page = pages.getFirst();
      if (--first[1] == 0) {
        runs.removeFirst();
        pages.removeFirst();
      }
      return new Candidate(url, page.isEmpty() ? Optional.empty() : Optional.of(page), first[0]);
    }
  }
}
