package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.KnownRow;
import dev.sojourn.crawl.local.store.KnownTable;
import dev.sojourn.crawl.plan.DirectoryTree;
import dev.sojourn.crawl.visits.EarlierPages;
import dev.sojourn.sandbox.parameter.CombinationCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Reads the results of earlier rounds for the present round: the known pages for an agent, and the
/// first URLs to visit. In a first crawl there are none. May be used by any thread.
public final class EarlierRounds implements EarlierPages {
  /// Hosts accept a state of 16 MiB, and the agent's own state needs room besides the pages. For
  /// each page it keeps two fingerprints of six to eight bytes, and a mark for the body.
  static final int MAX_BYTES = 5 << 20;

  private final KnownTable known;
  private final Map<String, Integer> sites = new HashMap<>();
  private final Map<String, Scope> scopes = new HashMap<>();
  private final boolean isFirst;

  /// The round in which every page has to be read, as stored with the crawl.
  private static final String READ_ALL = "read-all";

  /// Whether the round after the present one has to read every page.
  private static final String READ_ALL_NEXT = "read-all-next";

  /// Whether agents get no known pages. An agent that is combined with others has to read even
  /// unchanged pages. So does every agent after a change of the rules about URLs: links that the
  /// earlier rules left out are not known.
  private final boolean isAllRead;

  private final OmittedKnownPages unreported;

  /// Reads which sites and visits are known.
  ///
  /// @param store of the crawl
  /// @throws IOException if the store cannot be read
  public EarlierRounds(CrawlStore store) throws IOException {
    this.known = store.known();
    this.isFirst = known.isEmpty();
    var header = isFirst ? Optional.<CrawlHeader>empty() : store.header();
    this.isAllRead =
        header.isPresent()
            && (store.setting(READ_ALL).filter(header.get().id()::equals).isPresent()
                || CombinationCheck.combines(store.code().toArray(), header.get().entryClass()));
    this.unreported = new OmittedKnownPages(store, header.map(CrawlHeader::id).orElse(""));
    var origins = new HashMap<Integer, String>();
    for (var site : store.sites()) {
      sites.put(site.terms().origin(), site.number());
      origins.put(site.number(), site.terms().origin());
    }
    for (var visit : known.earlier()) {
      Optional.ofNullable(origins.get(visit.site()))
          .map(origin -> new Scope(origin, visit.includes(), visit.excludes()))
          .ifPresent(scope -> scopes.put(visit.agentId(), scope));
    }
  }

  /// Notes that the rules about URLs change in the present round, so that the next one reads every
  /// page.
  ///
  /// @param store of the crawl
  /// @throws IOException if the store cannot be written
  public static void rulesChange(CrawlStore store) throws IOException {
    store.keepSetting(READ_ALL_NEXT, "true");
  }

  /// Notes in the transaction that begins a round whether it reads every page.
  ///
  /// @param id of the round
  /// @param isChanged whether its rules about URLs are others than before
  static void beginRound(CrawlStore store, String id, boolean isChanged) throws IOException {
    if (isChanged || store.setting(READ_ALL_NEXT).filter("true"::equals).isPresent()) {
      store.keepSetting(READ_ALL, id);
      store.keepSetting(READ_ALL_NEXT, "");
    }
  }

  /// {@return the territory of a visit of an earlier round}
  ///
  /// @param agentId of any visit
  public Optional<Scope> scope(String agentId) {
    return Optional.ofNullable(scopes.get(agentId));
  }

  /// {@return whether a finding about a page may count. It may if it is from this round, or from
  /// the last visit that read the page}
  ///
  /// @param agentId of the visit that reported it
  /// @param own the page's own URL
  /// @throws IOException if the store cannot be read
  public boolean mayCount(String agentId, String own) throws IOException {
    return !scopes.containsKey(agentId) || known.isOwner(agentId, own);
  }

  /// The known pages for an agent, as its initial state.
  ///
  /// If several pages of the site have the same body, the index has that body once, under the best
  /// URL. The best URL is known only after all these pages were read. So their fingerprints are
  /// left out.
  ///
  /// @param scope of the visit
  /// @param hasValidators whether the pages are fetched over HTTP
  /// @return the state; empty if no page is known, or if the pages exceed the limit of a state. In
  ///   both cases the agent reads everything
  /// @throws IOException if the store cannot be read
  @Override
  public Optional<Bytes> state(Scope scope, boolean hasValidators) throws IOException {
    var site = sites.get(scope.origin());
    if (isFirst || isAllRead || site == null) {
      return Optional.empty();
    }
    var shared = known.sharedPrints(site);
    var pages = new ArrayList<KnownPage>();
    known.read(
        site,
        row -> {
          if (isOf(scope, row)) {
            pages.add(row.page(shared.contains(row.print()), hasValidators));
          }
        });
    var bytes = KnownPages.of(pages).toBytes();
    if (bytes.length > MAX_BYTES) {
      unreported.add(scope, pages.size());
      return Optional.empty();
    }
    return Optional.of(bytes).filter(some -> some.length > 0).map(Bytes::wrap);
  }

  /// {@return a sentence about each territory of a site whose agent got no known pages because
  /// there were too many}
  ///
  /// @param origin of the site
  /// @throws IOException if the store cannot be read
  public List<String> remarks(String origin) throws IOException {
    return unreported.remarks(origin);
  }

  /// {@return one known URL of each territory, so that an agent visits the territory}
  ///
  /// @param origin of the site
  /// @param territories of the site in this round
  /// @param isAllowed whether robots.txt allows a URL
  /// @throws IOException if the store cannot be read
  public List<String> firsts(
      String origin, List<CrawlTerritory> territories, Predicate<String> isAllowed)
      throws IOException {
    var site = sites.get(origin);
    if (isFirst || site == null) {
      return List.of();
    }
    var firsts = new LinkedHashMap<Integer, String>();
    known.read(
        site,
        row -> {
          for (var territory : territories) {
            if (!firsts.containsKey(territory.number())
                && isOf(territory.scope(), row)
                && isAllowed.test(row.url())) {
              firsts.put(territory.number(), row.url());
            }
          }
        });
    return List.copyOf(firsts.values());
  }

  /// {@return the known pages of a territory by directory. Pages that share a body stay in one
  /// part, since an agent reports only one of them}
  ///
  /// @param scope of the territory
  /// @throws IOException if the store cannot be read
  public DirectoryTree directories(Scope scope) throws IOException {
    var tree = new DirectoryTree();
    var site = sites.get(scope.origin());
    if (isFirst || site == null) {
      return tree;
    }
    var shared = known.sharedPrints(site);
    var equal = new HashMap<String, Set<String>>();
    known.read(
        site,
        row -> {
          if (row.isPage() && isOf(scope, row)) {
            var directory = tree.add(PageUrl.parse(row.url()).orElseThrow().path());
            if (shared.contains(row.print())) {
              equal.computeIfAbsent(row.print(), _ -> new HashSet<>()).add(directory);
            }
          }
        });
    equal.values().forEach(tree::keepTogether);
    return tree;
  }

  private static boolean isOf(Scope scope, KnownRow row) {
    return PageUrl.parse(row.url())
        .filter(url -> url.toString().equals(row.url()) && scope.contains(url))
        .isPresent();
  }
}
