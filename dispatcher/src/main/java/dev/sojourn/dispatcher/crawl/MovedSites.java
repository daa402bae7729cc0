package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.local.CrawlLoop;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.home.MovedStarts;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.identity.net.Destinations;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Adds the sites to which start URLs redirect. People often name a site by an old address: with
/// `http:`, or without `www.`. A site of the Internet cannot lead the crawl into this network: a
/// site that it brought is asked at public addresses only, in all later rounds too.
final class MovedSites implements MovedStarts {
  /// The limit of sites in a row that redirect to one another.
  private static final int MAX_MOVES = 5;

  private final CrawlStore store;
  private final CrawlHeader header;
  private final StartUrls startUrls;
  private final Map<String, SiteContext> sites;
  private final Opening opening;
  private final RobotsFetcher robots;
  private final Progress progress;

  /// The URLs at the end of redirects, by start URL. Guarded by `this`, as the next three.
  private final Map<String, String> moved = new LinkedHashMap<>();

  /// A start URL of each URL at the end of a redirect.
  private final Map<String, String> startOf = new HashMap<>();

  /// A start URL that redirects, of each site that has one.
  private final Map<String, String> movedOf = new HashMap<>();

  /// The start URLs that may not lead where they lead.
  private final Set<String> refused = new HashSet<>();

  /// Opens a stored site and adds it to the maps of the run.
  interface Opening {
    /// {@return the site, with the state after its stored events}
    SiteContext open(StoredSite stored) throws IOException;

    /// {@return the loop of the crawl, asked for after it began}
    CrawlLoop loop();
  }

  /// @param sites of the crawl, by origin
  /// @param opening opens added sites
  MovedSites(
      CrawlStore store,
      CrawlHeader header,
      Map<String, SiteContext> sites,
      Opening opening,
      RobotsFetcher robots,
      Progress progress)
      throws IOException {
    this.store = store;
    this.header = header;
    this.startUrls = StartUrls.of(header.starts());
    this.sites = sites;
    this.opening = opening;
    this.robots = robots;
    this.progress = progress;
    store.moved().all().forEach(this::note);
  }

  private synchronized void note(String start, String to) {
    moved.put(start, to);
    startOf.putIfAbsent(to, start);
    PageUrl.parse(start).ifPresent(url -> movedOf.putIfAbsent(url.origin(), start));
  }

  /// {@return the start URLs of the crawl, and the URLs to which they redirect}
  synchronized StartUrls starts() {
    var all = new LinkedHashSet<>(header.starts());
    all.addAll(moved.values());
    return StartUrls.of(List.copyOf(all));
  }

  /// A start URL, and the URL to which it redirects.
  record Move(String start, String to) {
    String sentence() {
      return "%s redirects to %s, which is crawled in its place.".formatted(start, to);
    }
  }

  /// {@return a start URL of a site that redirects to another site; empty if there is none}
  ///
  /// @param origin of the site
  synchronized Optional<Move> of(String origin) {
    return Optional.ofNullable(movedOf.get(origin))
        .map(start -> new Move(start, moved.getOrDefault(start, "")));
  }

  @Override
  public void moved(SiteView site, PageUrl start, PageUrl to) throws IOException {
    var from = start.toString();
    if (!isNew(site, from)) {
      return;
    }
    // Asks a name service, so other sites must not wait for it.
    var objection = objection(from, site.origin(), to);
    synchronized (this) {
      if (!isNew(site, from)) {
        return;
      }
      if (objection.isPresent()) {
        refused.add(from);
        progress.note(
            "%s redirects to %s, which is not crawled: %s.".formatted(from, to, objection.get()));
        return;
      }
      var target = sites.get(to.origin());
      if (target == null) {
        add(site, from, to);
        progress.note(new Move(from, to.toString()).sentence());
      } else {
        begin(target, from, to);
      }
      note(from, to.toString());
    }
  }

  private synchronized boolean isNew(SiteView site, String from) {
    boolean isStart = startOf.containsKey(from) || startUrls.ofSite(site.origin()).contains(from);
    return isStart && !moved.containsKey(from) && !refused.contains(from);
  }

  private Optional<String> objection(String from, String origin, PageUrl to) {
    if (sites.containsKey(to.origin())) {
      return Optional.empty();
    }
    return moves(from) >= MAX_MOVES
        ? Optional.of("it is the last of %d sites that redirect".formatted(MAX_MOVES))
        : robots.objectionToMove(origin, to);
  }

  /// How many redirects between sites led to a start URL.
  private synchronized int moves(String start) {
    int moves = 0;
    for (var at = startOf.get(start); at != null && moves < MAX_MOVES; at = startOf.get(at)) {
      moves++;
    }
    return moves;
  }

  /// Begins with a URL at a site that is in the crawl.
  private void begin(SiteContext target, String from, PageUrl to) throws IOException {
    var url = to.toString();
    var rules = target.state().terms().rules().withStart(url);
    var loop = opening.loop();
    loop.gather(target, new Event.RulesChanged(rules), () -> {});
    loop.gather(target, new Event.Seeded(List.of(url)), () -> store.moved().add(from, url));
  }

  private void add(SiteView site, String from, PageUrl to) throws IOException {
    var before = site.state().terms();
    var url = to.toString();
    int number = sites.size();
    var terms =
        new CrawlTerms(
            to.origin(),
            header.id() + "s" + number,
            before.allowance(),
            before.attempts(),
            before.maxVisits(),
            before.maxStarts(),
            before.rules().withStart(url));
    boolean isFromOutside = isOfTheInternet(site);
    store.together(
        () -> {
          store.addSite(number, terms, List.of(url));
          store.moved().add(from, url);
          if (isFromOutside) {
            store.moved().addFromOutside(to.origin());
          }
        });
    opening.loop().add(opening.open(new StoredSite(number, terms)));
  }

  private boolean isOfTheInternet(SiteView site) throws IOException {
    return site.destinations() == Destinations.PUBLIC || store.moved().isFromOutside(site.origin());
  }
}
