package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.LinkTally;
import dev.sojourn.agent.frontier.LinkTally.Kind;
import dev.sojourn.agent.frontier.PostponedUrls;
import dev.sojourn.agent.frontier.PriorityQueues;
import dev.sojourn.agent.frontier.SessionRules;
import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import dev.sojourn.agent.frontier.TrapRules;
import dev.sojourn.agent.frontier.WaitingUrl;
import dev.sojourn.agent.page.PagePart;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The URLs still to be visited, each handed out once, first in first out. An agent may give a URL
/// a higher or lower [Priority]. To travel well, a frontier keeps seen URLs as 64-bit fingerprints
/// and packs the waiting URLs.
///
/// A million URLs of a regular site take at most 16 MiB of state. A seen URL takes 6 octets, a body
/// 7, a waiting URL 3 to 6. Irregular URLs take more while they wait.
///
/// A frontier drops links into traps. Traps are paths of more than 64 segments, paths that repeat
/// one to four segments five times in a row, and far calendar pages. It removes session identifiers
/// from links. It also drops links that the owner's rules leave out, and refers to them
/// ([Visit#wants]). [#counts] has the numbers. None of this applies to URLs that the agent adds
/// without a page.
///
/// The links of a page whose body was seen before come last. After eight pages with the same body
/// whose links led to nothing new, the links of this body are dropped. This ends the crawl of a
/// site that shows one page under ever deeper addresses.
///
/// A visit of a recrawl begins with the [known][Visit#known] pages, in the order of their URLs.
/// Each is requested on the condition that it changed. The agent gets neither body nor links of an
/// unchanged page; the pages that it links to are known, too.
///
/// With a million URLs, the chance that two have the same fingerprint is about 3 in 100 million.
/// Not thread-safe; belongs to one agent.
public final class Frontier {
  /// The greatest depth that is recorded; a deeper URL gets this depth.
  static final int MAX_DEPTH = 1_000_000;

  private static final int MAX_FEEDS = 100;

  private final PriorityQueues waiting = new PriorityQueues();
  private final RepeatedLinks repeated = new RepeatedLinks();
  private final PostponedUrls postponed = new PostponedUrls();
  private final FingerprintTable seenUrls = FingerprintTable.plain();
  private final KnownBodies bodies = new KnownBodies();
  private final LinkTally tally = new LinkTally();
  private final OwnerRules rules = new OwnerRules();

  /// Links beyond this depth are dropped.
  private int maxDepth = Integer.MAX_VALUE;

  /// The most URLs that are handed out.
  private long maxPages = Long.MAX_VALUE;

  /// The current year; a calendar may show a few years more. Not part of the state: each visit sets
  /// it.
  private int year = Integer.MAX_VALUE / 2;

  /// The known pages, and how many of them were handed out or skipped.
  private KnownPages known = KnownPages.NONE;

  private int knownTaken;

  /// Whether the last URL handed out came from `repeated`.
  private boolean lastIsRepeated;

  /// The last URL handed out, and its depth. Neither is part of the state, since an agent adds
  /// links before a checkpoint.
  private String last = "";

  private int depth;

  /// The page at the end of the redirects of `last`, if it is known yet.
  private String end = "";

  /// The order in which URLs are handed out, the highest priority first. A URL keeps its first
  /// priority.
  public enum Priority {
    /// Before all other waiting URLs.
    HIGH(PriorityQueues.HIGH),
    /// The priority of a URL if none is given.
    NORMAL(PriorityQueues.NORMAL),
    /// After all other URLs except the links of repeated bodies.
    LOW(PriorityQueues.LOW);

    private final int rank;

    Priority(int rank) {
      this.rank = rank;
    }
  }

  /// A URL that was waiting, and the page where it was found.
  ///
  /// @param url normalised
  /// @param foundOn the page that links to it; empty for a URL that was added without a page
  /// @param depth how many links lead to it from a URL that was added without a page
  /// @param known the version of an earlier crawl, if an unchanged page need not be read again
  public record Candidate(
      String url, Optional<String> foundOn, int depth, Optional<KnownPage> known) {

    /// Creates a candidate that was not known before.
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

  /// Takes over the known pages of the visit, if any, and adds its start URLs.
  ///
  /// @param visit that begins or continues
  public void begin(Visit visit) {
    if (visit.known().size() > 0) {
      known = visit.known();
      knownTaken = 0;
    }
    beginAnew(visit);
  }

  /// Adds the start URLs of a visit, and of these also the ones that were given up because they
  /// failed too often. All pages are read, including known pages, as needed by agents whose
  /// findings concern several pages.
  ///
  /// @param visit that begins or continues
  public void beginAnew(Visit visit) {
    rules.begin(visit);
    year = visit.now().atZone(ZoneOffset.UTC).getYear();
    addAll(visit.starts());
    postponed.takeGivenUp(visit.starts()).forEach(waiting.of(PriorityQueues.NORMAL)::add);
  }

  /// Drops new links that are further away from a URL added without a page. Waiting links stay.
  ///
  /// @param links how many may lead to a URL; 0 to 1,000,000
  public void limitDepth(int links) {
    if (links < 0 || links > MAX_DEPTH) {
      throw new IllegalArgumentException("links: " + links + " (expected: 0 to " + MAX_DEPTH + ")");
    }
    maxDepth = links;
  }

  /// Limits the URLs handed out in all visits together. Once the limit is reached, [#hasNext]
  /// returns false, but [#size] still counts the waiting URLs.
  ///
  /// @param pages 0 or more
  public void limitPages(long pages) {
    if (pages < 0) {
      throw new IllegalArgumentException("pages: " + pages + " (expected: 0 or more)");
    }
    maxPages = pages;
  }

  /// {@return the numbers of links handed out, waiting and dropped so far, by reason}
  public FrontierCounts counts() {
    return FrontierCounts.of(tally, size());
  }

  /// Takes over the pages that this agent read before it was parked, and requests the changed ones
  /// again. Pages that shared a body with a changed page are requested as well, to find the best
  /// URL for the body, and start URLs without a page so far. New pages come if a page links to
  /// them. If the changes are unknown or incomplete, every page is requested on the condition that
  /// it changed.
  ///
  /// @param visit that begins, with the changes
  /// @param pages that were read, or requested without success; no URL of this frontier was taken
  ///   yet
  public void beginAgain(Visit visit, KnownPages pages) {
    rules.begin(visit);
    year = visit.now().atZone(ZoneOffset.UTC).getYear();
    if (!(visit.changes() instanceof PageChanges.Reported(var noted, boolean isWhole))
        || !isWhole) {
      known = pages;
      knownTaken = 0;
      return;
    }
    var urls = new HashSet<String>();
    noted.forEach(change -> urls.add(change.url()));
    var bodies = new HashSet<Long>();
    for (int i = 0; i < pages.size() && !urls.isEmpty(); i++) {
      var page = pages.get(i);
      if (urls.contains(page.url()) || urls.contains(page.own())) {
        add(page.url());
        page.print().ifPresent(print -> bodies.add(print.body()));
      }
    }
    var starts = Set.copyOf(visit.starts());
    for (int i = 0; i < pages.size(); i++) {
      var page = pages.get(i);
      if (page.print().isEmpty() && starts.contains(page.url())) {
        add(page.url());
      }
      if (page.print().filter(print -> bodies.contains(print.body())).isPresent()) {
        add(page.url());
      }
      see(page.url());
      see(page.own());
    }
    known = pages;
    knownTaken = pages.size();
  }

  /// {@return whether a URL is new; then it is added} Other texts than `http` and `https` URLs are
  /// ignored.
  ///
  /// @param url an absolute URL
  public boolean add(String url) {
    return add(url, Priority.NORMAL);
  }

  /// {@return whether a URL is new; then it is added} Other texts than `http` and `https` URLs are
  /// ignored.
  ///
  /// @param url an absolute URL
  /// @param priority of the URL
  public boolean add(String url, Priority priority) {
    return add(url, "", 0, priority);
  }

  /// {@return whether a link of a page is new and outside traps; then it is added}
  ///
  /// @param url an absolute URL
  /// @param foundOn the page of the last URL handed out
  public boolean add(String url, Page foundOn) {
    return add(url, foundOn, Priority.NORMAL);
  }

  /// {@return whether a link of a page is new and outside traps; then it is added}
  ///
  /// @param url an absolute URL
  /// @param foundOn the page of the last URL handed out
  /// @param priority of the URL
  public boolean add(String url, Page foundOn, Priority priority) {
    return addLink(url, PageUrl.normalised(foundOn.url()).orElse(""), priority);
  }

  private boolean addLink(String url, String foundOn, Priority priority) {
    return link(url, foundOn).filter(u -> add(u, foundOn, depth + 1, priority)).isPresent();
  }

  /// The normalised link without session identifiers; empty if it is not followed.
  private Optional<String> link(String url, String foundOn) {
    var normalised = PageUrl.normalised(url);
    if (normalised.isEmpty()) {
      tally.count(Kind.TOO_LONG, PageUrl.isTooLong(url) ? 1 : 0);
      return normalised;
    }
    var text = SessionRules.without(normalised.get());
    if (!text.equals(normalised.get())) {
      tally.count(Kind.SESSION_IDS);
    }
    // A link that is left out is not marked as seen: the rules may change.
    if (seenUrls.contains(Fingerprint.of(text)) || rules.leavesOut(text, tally)) {
      return Optional.empty();
    }
    var trap = depth >= maxDepth ? Optional.of(Kind.TOO_DEEP) : TrapRules.trap(text, foundOn, year);
    trap.ifPresent(tally::count);
    return trap.isPresent() ? Optional.empty() : Optional.of(text);
  }

  private boolean add(String url, String foundOn, int urlDepth, Priority priority) {
    var queue = waiting.of(priority.rank);
    var normalised = PageUrl.normalised(url);
    if (normalised.isEmpty()
        || known.find(normalised.get()) >= knownTaken
        || !seenUrls.add(Fingerprint.of(normalised.get()))) {
      return false;
    }
    queue.add(new WaitingUrl(normalised.get(), foundOn, Math.min(urlDepth, MAX_DEPTH)));
    return true;
  }

  private void see(String url) {
    var _ = seenUrls.add(Fingerprint.of(url));
  }

  /// Counts a page as seen. If a redirect led to it, its own URL may still wait and must be
  /// skipped.
  private void seePage(String url) {
    if (!url.equals(last) && !url.equals(end) && !seenUrls.add(Fingerprint.of(url))) {
      RedirectEnds.add(url, seenUrls);
    }
    end = url;
    see(url);
  }

  /// Adds each URL that was not added before.
  ///
  /// @param urls absolute URLs
  public void addAll(Collection<String> urls) {
    urls.forEach(this::add);
  }

  /// Adds the pages that a page links to, except links with `nofollow`; none if the page says
  /// `nofollow`. If a redirect led to the page, its own URL counts as seen.
  ///
  /// Call it for every page, even if its body was seen before: its relative links name other pages.
  ///
  /// @param page the page of the last URL handed out
  public void addLinks(Page page) {
    addLinks(page, _ -> Priority.NORMAL);
  }

  /// Adds the pages that a page links to, as [#addLinks(Page)] does, each with a priority. The
  /// links of a page whose body was seen before get no priority; they come last.
  ///
  /// @param page the page of the last URL handed out
  /// @param priorities returns the priority of each link that may be followed
  public void addLinks(Page page, Function<Link, Priority> priorities) {
    seePage(page.url());
    long body = Fingerprint.of(page.digest());
    boolean isFirst = bodies.takeLinks(body);
    if (isFirst && lastIsRepeated) {
      repeated.pay(bodies);
      lastIsRepeated = false;
    }
    if (page.directives().nofollow()) {
      tally.count(Kind.NOFOLLOW_PAGES);
      return;
    }
    tally.count(Kind.TOO_LONG, page.linksTooLong());
    tally.count(Kind.USER_INFO, page.linksWithUser());
    var foundOn = PageUrl.normalised(page.url()).orElse("");
    if (isFirst) {
      for (var link : page.links()) {
        if (link.nofollow()) {
          tally.count(Kind.NOFOLLOW_LINKS);
        } else {
          addLink(link.url(), foundOn, priorities.apply(link));
        }
      }
    } else if (!bodies.isVain(body)) {
      repeated.add(body, foundOn, Math.min(depth + 1, MAX_DEPTH), unseenLinks(page, foundOn));
    }
    tally.count(Kind.LINKS_IN_PART, PagePart.haveLinks(page.shortened()) ? 1 : 0);
  }

  /// Adds the feeds that a page names, unless it says `nofollow`; their links name further pages.
  /// Feeds have a low priority. Only the first hundred are added, since some sites have a feed for
  /// each page.
  ///
  /// @param page the page of the last URL handed out
  public void addFeeds(Page page) {
    for (var feed : page.directives().nofollow() ? List.<String>of() : page.feeds()) {
      boolean hasRoom = tally.of(Kind.FEEDS) < MAX_FEEDS;
      if (hasRoom ? add(feed, page, Priority.LOW) : link(feed, page.url()).isPresent()) {
        tally.count(hasRoom ? Kind.FEEDS : Kind.FEEDS_LEFT_OUT);
      }
    }
  }

  /// Skips known pages that were already seen at the end of a redirect.
  private void skipSeen() {
    while (knownTaken < known.size()
        && seenUrls.contains(Fingerprint.of(known.get(knownTaken).url()))) {
      knownTaken++;
    }
  }

  private Collection<String> unseenLinks(Page page, String foundOn) {
    return page.links().stream()
        .filter(link -> !link.nofollow())
        .flatMap(link -> link(link.url(), foundOn).stream())
        .toList();
  }

  /// {@return whether the page is the first with its body; the body is recorded} The same page
  /// often has two URLs, such as `/docs/` and `/docs/index.html`. If a redirect led to the page,
  /// its own URL counts as seen.
  ///
  /// @param page a page just fetched
  public boolean isNew(Page page) {
    seePage(page.url());
    if (page.canonical().filter(url -> !url.equals(page.url())).isPresent()) {
      tally.count(Kind.CANONICAL_ELSEWHERE);
    }
    boolean isNew = bodies.keep(page);
    if (!isNew) {
      tally.count(Kind.EQUAL_BODIES);
    }
    if (isNew && known.size() > 0) {
      askForEqual(page);
    }
    return isNew;
  }

  /// Adds the known page with the same body, even if it is unchanged, so that the agent can choose
  /// the better URL for the body.
  private void askForEqual(Page page) {
    known
        .findBody(PagePrint.bodyOf(page.digest()))
        .filter(equal -> !equal.own().equals(page.url()))
        .ifPresent(
            equal -> {
              see(equal.url());
              waiting.of(PriorityQueues.NORMAL).add(new WaitingUrl(equal.url(), "", 0));
            });
  }

  /// Counts the own URL of an unchanged page, after redirects, as seen.
  ///
  /// @param unchanged the last URL handed out
  public void addUnchanged(Candidate unchanged) {
    unchanged.known().ifPresent(page -> seePage(page.own()));
  }

  /// {@return whether the page's URL is better for its body than earlier URLs; the best URL is
  /// recorded} The best URL is the page's canonical URL; otherwise a shorter URL is better.
  ///
  /// @param page a page for which [#isNew] just returned false
  public boolean isBetterUrl(Page page) {
    return bodies.keepBetter(page);
  }

  /// {@return whether a URL is waiting}
  public boolean hasNext() {
    if (tally.of(Kind.HANDED_OUT) >= maxPages) {
      return false;
    }
    skipSeen();
    RedirectEnds.skip(waiting, postponed, seenUrls);
    return knownTaken < known.size()
        || !waiting.isEmpty()
        || repeated.hasNext(seenUrls, bodies)
        || !postponed.isEmpty();
  }

  /// Takes the next URL.
  ///
  /// @return the URL of the highest priority that waited longest
  /// @throws NoSuchElementException if none is waiting
  public String next() {
    return take().url();
  }

  /// Takes the next URL, with the page where it was found. [Visit#fetchNext] uses it, so that the
  /// crawl log has both.
  ///
  /// @return the URL of the highest priority that waited longest
  /// @throws NoSuchElementException if none is waiting
  public Candidate take() {
    if (tally.of(Kind.HANDED_OUT) >= maxPages) {
      throw new NoSuchElementException("all of " + maxPages + " pages were handed out");
    }
    postponed.leave();
    skipSeen();
    if (knownTaken < known.size()) {
      return takeKnown();
    }
    RedirectEnds.skip(waiting, postponed, seenUrls);
    boolean isDue = waiting.isEmpty() || repeated.isCrowded();
    lastIsRepeated = isDue && repeated.hasNext(seenUrls, bodies);
    if (!lastIsRepeated && waiting.isEmpty() && !postponed.isEmpty()) {
      return taken(candidate(postponed.take()));
    }
    var candidate = lastIsRepeated ? repeated.next() : candidate(waiting.take());
    if (lastIsRepeated) {
      see(candidate.url());
    }
    return handedOut(candidate);
  }

  private Candidate handedOut(Candidate candidate) {
    tally.count(Kind.HANDED_OUT);
    return taken(candidate);
  }

  private Candidate taken(Candidate candidate) {
    depth = candidate.depth();
    last = candidate.url();
    end = last;
    return candidate;
  }

  private static Candidate candidate(WaitingUrl next) {
    var foundOn = Optional.of(next.foundOn()).filter(page -> !page.isEmpty());
    return new Candidate(next.url(), foundOn, next.depth());
  }

  private Candidate takeKnown() {
    var page = known.get(knownTaken++);
    see(page.url());
    lastIsRepeated = false;
    var condition = Optional.of(page).filter(p -> p.print().isPresent());
    return handedOut(new Candidate(page.url(), Optional.empty(), 0, condition));
  }

  /// Puts the last URL handed out back, since its page may come later. It is handed out again after
  /// all other URLs. [Visit#fetchNext] does this, so that an agent gets a page that failed only
  /// once.
  ///
  /// @param failed the last URL handed out
  /// @return whether the URL waits again; false if it was put back twice already
  public boolean postpone(Candidate failed) {
    var foundOn = failed.foundOn().flatMap(PageUrl::normalised).orElse("");
    return failed.url().equals(last)
        && postponed.add(new WaitingUrl(last, foundOn, Math.min(failed.depth(), MAX_DEPTH)));
  }

  /// {@return the last URL handed out, as it was before any redirects}
  public String last() {
    return last;
  }

  /// {@return the pages to be requested next, in this order, as far as now known; they stay in the
  /// frontier}
  ///
  /// @param most the limit of pages
  public List<KnownPage> upcoming(int most) {
    var pages = new ArrayList<KnownPage>();
    for (int i = knownTaken; i < known.size() && pages.size() < most; i++) {
      var page = known.get(i);
      if (!seenUrls.contains(Fingerprint.of(page.url()))) {
        pages.add(page);
      }
    }
    waiting.upcoming(most - pages.size()).stream()
        .filter(next -> !RedirectEnds.isOne(next.url(), seenUrls))
        .forEach(next -> pages.add(KnownPage.unread(next.url())));
    return pages;
  }

  /// {@return how many URLs are waiting, including known pages that will be skipped as seen}
  public int size() {
    return known.size() - knownTaken + waiting.size() + repeated.size() + postponed.size();
  }

  /// Writes the frontier into a state: limits, counters, waiting URLs, fingerprints of URLs,
  /// fingerprints and marks of bodies, repeated links, postponed URLs, and known pages.
  void write(StateOutput out) throws IOException {
    out.number(maxDepth);
    out.number(maxPages);
    tally.write(out);
    waiting.write(out);
    seenUrls.write(out);
    bodies.write(out);
    repeated.write(out);
    postponed.write(out);
    var pages = known.size() == 0 ? new byte[0] : known.toBytes();
    out.spend(knownObjects(pages.length));
    out.number(pages.length);
    if (pages.length > 0) {
      out.octets(pages);
      out.number(knownTaken);
    }
  }

  /// Replaces the content by the content of a state.
  ///
  /// @throws IllegalArgumentException if the state is malformed
  void read(StateInput in) {
    maxDepth = in.number();
    maxPages = in.number64();
    tally.read(in);
    waiting.read(in);
    seenUrls.read(in);
    bodies.read(in);
    repeated.read(in);
    postponed.read(in);
    int length = in.count(1);
    in.spend(knownObjects(length));
    if (length > 0) {
      known = KnownPages.parse(in.octets(length));
      knownTaken = in.number();
      if (knownTaken > known.size()) {
        throw new IllegalArgumentException(
            "a frontier that took " + knownTaken + " of " + known.size() + " known pages");
      }
    }
  }

  /// The known pages stay encoded, except that each print of eight octets becomes an object.
  private static int knownObjects(int bytes) {
    return Math.min(bytes, 1) + bytes / Long.BYTES;
  }
}
