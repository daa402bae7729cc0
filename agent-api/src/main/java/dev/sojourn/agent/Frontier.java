package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.LinkTally;
import dev.sojourn.agent.frontier.LinkTally.Kind;
import dev.sojourn.agent.frontier.PriorityQueues;
import dev.sojourn.agent.frontier.SessionRules;
import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import dev.sojourn.agent.frontier.TrapRules;
import dev.sojourn.agent.frontier.WaitingUrl;
import dev.sojourn.agent.page.PageView;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;

/// The URLs still to be visited, each handed out once, first in first out; an agent may give some a
/// higher or lower [Priority]. Made to travel: it remembers what it has seen as 64-bit
/// fingerprints, not as text, and packs the URLs that wait.
///
/// A million URLs of a regular site take at most 16 MiB of state at any time: 6 octets for each
/// that was seen, 7 for each body, 3 to 6 for each that waits. Irregular URLs take more while they
/// wait.
///
/// Links that lead into a trap are left out: paths of more than 64 segments, paths in which the
/// same one to four segments follow one another five times, and pages of a calendar that show a
/// year far ahead. Identifiers of sessions are taken out of links. [#counts] has the numbers. URLs
/// that the agent adds without a page are taken as they are.
///
/// Links that only pages with a body seen before have come last. They end if they lead to nothing
/// new: after eight pages with one body, the links of this body are followed no more. So a site
/// with one page under ever deeper addresses has an end.
///
/// A visit of a recrawl begins with the pages that are [known][Visit#known]: they come first, in
/// the order of their URLs, and are asked for only if they changed. The unchanged ones are not
/// seen, neither body nor links; the pages that they link to are known themselves.
///
/// With a million URLs the chance that one is taken for another is about 3 in 100 million. Not
/// thread-safe; belongs to one agent.
public final class Frontier {
  /// More links in a row are not counted apart.
  static final int MAX_DEPTH = 1_000_000;

  private static final int MAX_FEEDS = 100;

  private final PriorityQueues waiting = new PriorityQueues();
  private final RepeatedLinks repeated = new RepeatedLinks();
  private final FingerprintTable seenUrls = FingerprintTable.plain();
  private final KnownBodies bodies = new KnownBodies();
  private final LinkTally tally = new LinkTally();

  /// Links beyond this depth are left out.
  private int maxDepth = Integer.MAX_VALUE;

  /// No more URLs are handed out than this.
  private long maxPages = Long.MAX_VALUE;

  /// Calendars may show a few years more. Does not travel: each visit begins with its own.
  private int year = Integer.MAX_VALUE / 2;

  /// The pages that are known, and how many of them were handed out or need not be.
  private KnownPages known = KnownPages.NONE;

  private int knownTaken;

  /// Whether the URL that was handed out last came from `repeated`.
  private boolean lastIsRepeated;

  /// The URL handed out last, and its depth. Neither travels: links are added before a checkpoint.
  private String last = "";

  private int depth;

  /// The page at the end of the redirects of that URL, as far as it is known.
  private String end = "";

  /// The order in which URLs are handed out, the highest priority first. A URL keeps the priority
  /// with which it was added first.
  public enum Priority {
    /// Before all others that wait.
    HIGH(PriorityQueues.HIGH),
    /// The priority of a URL if none is given.
    NORMAL(PriorityQueues.NORMAL),
    /// When no other one waits, but those that only pages with a body seen before link to.
    LOW(PriorityQueues.LOW);

    private final int rank;

    Priority(int rank) {
      this.rank = rank;
    }
  }

  /// A URL that was waiting, and the place where it was found.
  ///
  /// @param url normalised
  /// @param foundOn the page that links to it; empty for a URL that was added without a page
  /// @param depth how many links lead to it from a URL that was added without a page
  /// @param known the page as it was, if it need not be read again while unchanged
  public record Candidate(
      String url, Optional<String> foundOn, int depth, Optional<KnownPage> known) {

    /// A URL that was not known before.
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
    beginAnew(visit);
  }

  /// Adds the start URLs of a visit. All pages are read, even those that an earlier crawl knows:
  /// for agents whose findings concern several pages.
  ///
  /// @param visit that begins, or goes on
  public void beginAnew(Visit visit) {
    year = visit.now().atZone(ZoneOffset.UTC).getYear();
    addAll(visit.starts());
  }

  /// Leaves out links that are further from a URL added without a page. Links that wait stay.
  ///
  /// @param links how many may lead to a URL; 0 to 1,000,000
  public void limitDepth(int links) {
    if (links < 0 || links > MAX_DEPTH) {
      throw new IllegalArgumentException("links: " + links + " (expected: 0 to " + MAX_DEPTH + ")");
    }
    maxDepth = links;
  }

  /// Hands out no more URLs than this in all visits. The URLs left go on waiting: [#hasNext] says
  /// that there is none, [#size] counts them.
  ///
  /// @param pages 0 or more
  public void limitPages(long pages) {
    if (pages < 0) {
      throw new IllegalArgumentException("pages: " + pages + " (expected: 0 or more)");
    }
    maxPages = pages;
  }

  /// {@return what was left out by now, and why}
  public FrontierCounts counts() {
    return FrontierCounts.of(tally, size());
  }

  /// Takes up the pages that this agent read before it was parked, and asks again for those that
  /// changed. Pages that share a body with one of these are asked for as well, to find the URL
  /// under which the body is best kept. New pages come if a page links to them. If the changes are
  /// not known, every page is asked for, and handed over only if it changed.
  ///
  /// @param visit that begins, and knows the changes
  /// @param pages that were read, or asked for in vain; nothing was taken of this new frontier yet
  public void beginAgain(Visit visit, KnownPages pages) {
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
    for (int i = 0; i < pages.size(); i++) {
      var page = pages.get(i);
      if (page.print().filter(print -> bodies.contains(print.body())).isPresent()) {
        add(page.url());
      }
      see(page.url());
      see(page.own());
    }
    known = pages;
    knownTaken = pages.size();
  }

  /// {@return whether a URL is new; then it is added} What is no `http` or `https` URL is ignored.
  ///
  /// @param url an absolute URL
  public boolean add(String url) {
    return add(url, Priority.NORMAL);
  }

  /// {@return whether a URL is new; then it is added} What is no `http` or `https` URL is ignored.
  ///
  /// @param url an absolute URL
  /// @param priority of the URL
  public boolean add(String url, Priority priority) {
    return add(url, "", 0, priority);
  }

  /// {@return whether a link of a page is new, and leads into no trap; then it is added}
  ///
  /// @param url an absolute URL
  /// @param foundOn the page of the URL that was handed out last
  public boolean add(String url, Page foundOn) {
    return add(url, foundOn, Priority.NORMAL);
  }

  /// {@return whether a link of a page is new, and leads into no trap; then it is added}
  ///
  /// @param url an absolute URL
  /// @param foundOn the page of the URL that was handed out last
  /// @param priority of the URL
  public boolean add(String url, Page foundOn, Priority priority) {
    return addLink(url, PageUrl.normalised(foundOn.url()).orElse(""), priority);
  }

  private boolean addLink(String url, String foundOn, Priority priority) {
    return link(url, foundOn).filter(u -> add(u, foundOn, depth + 1, priority)).isPresent();
  }

  /// A link as it is followed; empty if it is not.
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
    if (seenUrls.contains(Fingerprint.of(text))) {
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

  /// Counts a page as seen. If a redirect led to it, its own URL may still wait: then it is read
  /// already.
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

  /// Adds the pages that a page links to, unless it says `nofollow`; links that say so themselves
  /// are left out. A page that was reached by a redirect counts its own URL as seen.
  ///
  /// Call it for every page, also for one with a body that was seen before: its relative links mean
  /// other pages there.
  ///
  /// @param page the page of the URL that was handed out last
  public void addLinks(Page page) {
    addLinks(page, _ -> Priority.NORMAL);
  }

  /// Adds the pages that a page links to, as [#addLinks(Page)] does, each with a priority. The
  /// links of a page with a body that was seen before get no priority; they come last.
  ///
  /// @param page the page of the URL that was handed out last
  /// @param priorities gives the priority of each link that may be followed
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
    tally.count(Kind.LINKS_IN_PART, PageView.haveLinks(page.shortened()) ? 1 : 0);
  }

  /// Adds the feeds that a page names, unless it says `nofollow`; their links name further pages.
  /// They come last, and only the first hundred are added: some sites have one for each page.
  ///
  /// @param page the page of the URL that was handed out last
  public void addFeeds(Page page) {
    for (var feed : page.directives().nofollow() ? List.<String>of() : page.feeds()) {
      boolean hasRoom = tally.of(Kind.FEEDS) < MAX_FEEDS;
      if (hasRoom ? add(feed, page, Priority.LOW) : link(feed, page.url()).isPresent()) {
        tally.count(hasRoom ? Kind.FEEDS : Kind.FEEDS_LEFT_OUT);
      }
    }
  }

  /// A known page may have been seen at the end of a redirect.
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

  /// {@return whether the page is the first with its body, which is remembered} The same page often
  /// has two URLs, as `/docs/` and `/docs/index.html`. A page that was reached by a redirect counts
  /// its own URL as seen.
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

  /// A known page had this body, which has to be kept once. It is read in any case, so that the
  /// better of both URLs is found.
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

  /// Counts the own URL of a page that was not handed over as seen, after redirects.
  ///
  /// @param unchanged the URL that was handed out last
  public void addUnchanged(Candidate unchanged) {
    unchanged.known().ifPresent(page -> seePage(page.own()));
  }

  /// {@return whether the page's URL is a better one to keep its body under than those before it,
  /// which is remembered} Better is the URL that the page names as canonical, then the shorter one.
  ///
  /// @param page a page for which [#isNew] just said that its body is not new
  public boolean isBetterUrl(Page page) {
    return bodies.keepBetter(page);
  }

  /// {@return whether a URL is waiting}
  public boolean hasNext() {
    if (tally.of(Kind.HANDED_OUT) >= maxPages) {
      return false;
    }
    skipSeen();
    RedirectEnds.skip(waiting, seenUrls);
    return knownTaken < known.size() || !waiting.isEmpty() || repeated.hasNext(seenUrls, bodies);
  }

  /// Takes the next URL.
  ///
  /// @return the one of the highest priority that waited longest
  /// @throws NoSuchElementException if none is waiting
  public String next() {
    return take().url();
  }

  /// Takes the next URL, with the page on which it was found. [Visit#fetchNext] asks for it, so
  /// that the crawl log has both.
  ///
  /// @return the one of the highest priority that waited longest
  /// @throws NoSuchElementException if none is waiting
  public Candidate take() {
    if (tally.of(Kind.HANDED_OUT) >= maxPages) {
      throw new NoSuchElementException("all of " + maxPages + " pages were handed out");
    }
    skipSeen();
    if (knownTaken < known.size()) {
      return takeKnown();
    }
    RedirectEnds.skip(waiting, seenUrls);
    boolean isDue = waiting.isEmpty() || repeated.isCrowded();
    lastIsRepeated = isDue && repeated.hasNext(seenUrls, bodies);
    var candidate = lastIsRepeated ? repeated.next() : candidate(waiting.take());
    if (lastIsRepeated) {
      see(candidate.url());
    }
    return handedOut(candidate);
  }

  private Candidate handedOut(Candidate candidate) {
    depth = candidate.depth();
    tally.count(Kind.HANDED_OUT);
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
      if (!seenUrls.contains(Fingerprint.of(page.url()))) {
        pages.add(page);
      }
    }
    waiting.upcoming(most - pages.size()).stream()
        .filter(next -> !RedirectEnds.isOne(next.url(), seenUrls))
        .forEach(next -> pages.add(KnownPage.unread(next.url())));
    return pages;
  }

  /// {@return how many URLs are waiting; a known page that turns out to be seen counts until then}
  public int size() {
    return known.size() - knownTaken + waiting.size() + repeated.size();
  }

  /// Writes the frontier into a state: its limits and counters, the waiting URLs, the fingerprints
  /// of URLs, those of bodies with their marks, the links of repeated bodies, and the known pages.
  void write(StateOutput out) throws IOException {
    out.number(maxDepth);
    out.number(maxPages);
    tally.write(out);
    waiting.write(out);
    seenUrls.write(out);
    bodies.write(out);
    repeated.write(out);
    var pages = known.size() == 0 ? new byte[0] : known.toBytes();
    out.spend(knownObjects(pages.length));
    out.number(pages.length);
    if (pages.length > 0) {
      out.octets(pages);
      out.number(knownTaken);
    }
  }

  /// Takes what was written in place of its own content.
  ///
  /// @throws IllegalArgumentException if it is not what a frontier wrote
  void read(StateInput in) {
    maxDepth = in.number();
    maxPages = in.number64();
    tally.read(in);
    waiting.read(in);
    seenUrls.read(in);
    bodies.read(in);
    repeated.read(in);
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

  /// Known pages stay encoded, but each of their prints of eight octets becomes an object.
  private static int knownObjects(int bytes) {
    return Math.min(bytes, 1) + bytes / Long.BYTES;
  }
}
