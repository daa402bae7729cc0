package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.local.CrawlLoop;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.MovedTable;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.home.MovedStarts;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.filter.ScopeRules;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// Adds the sites to which start URLs redirect. People often name a site by an old address: with
/// `http:`, or without `www.`. A site of the Internet cannot lead the crawl into this network.
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
  private final MovedTable table;

  /// The URLs at the end of redirects, by start URL.
  private final Map<String, String> moved = new ConcurrentHashMap<>();

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
    this.table = store.moved();
    this.moved.putAll(table.all());
  }

  /// {@return whether a site of the Internet redirects to a site}
  ///
  /// @param origin of the site
  /// @param isOfTheInternet whether another site is on the Internet, by its origin
  boolean isNamedFromOutside(String origin, Predicate<String> isOfTheInternet) {
    return moved.entrySet().stream()
        .filter(entry -> origin(entry.getValue()).equals(origin))
        .anyMatch(entry -> isOfTheInternet.test(origin(entry.getKey())));
  }

  private static String origin(String url) {
    return PageUrl.parse(url).map(PageUrl::origin).orElse("");
  }

  /// {@return the URLs to which start URLs redirect}
  Collection<String> targets() {
    return List.copyOf(moved.values());
  }

  /// {@return the sentence about a site whose start URLs redirect to another site}
  ///
  /// @param origin of the site
  Optional<String> remark(String origin) {
    return moved.entrySet().stream()
        .filter(entry -> origin(entry.getKey()).equals(origin))
        .findFirst()
        .map(entry -> sentence(entry.getKey(), entry.getValue()));
  }

  private static String sentence(String start, String to) {
    return "%s redirects to %s, which is crawled in its place.".formatted(start, to);
  }

  @Override
  public synchronized void moved(SiteView site, PageUrl start, PageUrl to) throws IOException {
    var from = start.toString();
    boolean isStart = startUrls.ofSite(site.origin()).contains(from) || moved.containsValue(from);
    if (!isStart || moved.containsKey(from) || refused.contains(from)) {
      return;
    }
    var objection = objection(from, site.origin(), to);
    if (objection.isPresent()) {
      refused.add(from);
      progress.note(
          "%s redirects to %s, which is not crawled: %s.".formatted(from, to, objection.get()));
      return;
    }
    var target = sites.get(to.origin());
    if (target == null) {
      add(site, from, to);
      progress.note(sentence(from, to.toString()));
    } else {
      table.add(from, to.toString());
      opening.loop().record(target, new Event.Seeded(List.of(to.toString())));
    }
    moved.put(from, to.toString());
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
  private int moves(String start) {
    int moves = 0;
    var at = Optional.of(start);
    while (at.isPresent() && moves <= MAX_MOVES) {
      var url = at.get();
      at =
          moved.entrySet().stream()
              .filter(entry -> entry.getValue().equals(url))
              .map(Map.Entry::getKey)
              .findFirst();
      moves += at.isPresent() ? 1 : 0;
    }
    return moves;
  }

  private void add(SiteView site, String from, PageUrl to) throws IOException {
    var before = site.state().terms();
    var starts = List.of(to.toString());
    int number = sites.size();
    var terms =
        new CrawlTerms(
            to.origin(),
            header.id() + "s" + number,
            before.allowance(),
            before.attempts(),
            before.maxVisits(),
            before.maxStarts(),
            new ScopeRules(before.rules().includes(), before.rules().excludes(), starts));
    store.together(
        () -> {
          store.addSite(number, terms, starts);
          table.add(from, to.toString());
        });
    opening.loop().add(opening.open(new StoredSite(number, terms)));
  }
}
