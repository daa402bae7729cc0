package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.robots.fetch.FetchAnswer;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.fetch.SiteRules;
import dev.sojourn.visit.GateRuling;
import dev.sojourn.visit.VisitGate;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// Two sites with random pages and links, cut into territories, some of it disallowed.
final class SimulatedWorld {
  static final String PRODUCT_TOKEN = "Sojourn";

  /// One line is misspelt, one has a wildcard.
  private static final String ROBOTS =
      """
      User-agent: *
      Disalow: /private-
      Disallow: /a/
      Allow: /a/page-
      Allow: /a/deep/page-
      Disallow: /*private-
      Mobile-agent-server: / atp://root
      Mobile-agent-server: /a/ atp://a
      Mobile-agent-server: /a/deep/ atp://root
      Mobile-agent-server: /b/ none
      """;

  /// The robots.txt that a site may have later: less is allowed, and one host is named no more.
  private static final String CHANGED_ROBOTS =
      """
      User-agent: *
      Disallow: /a/deep/
      Disallow: /page-1
      Disallow: /*private-
      Mobile-agent-server: / atp://root
      Mobile-agent-server: /a/ none
      Mobile-agent-server: /b/ none
      """;

  static final SiteRules RULES = rules(ROBOTS);
  static final SiteRules CHANGED_RULES = rules(CHANGED_ROBOTS);

  static final List<String> ORIGINS = List.of("http://one.example", "http://two.example");
  private static final List<String> PREFIXES = List.of("/", "/a/", "/a/deep/", "/b/");

  final Map<String, List<String>> links = new HashMap<>();
  final List<String> starts = new ArrayList<>();

  /// The pages that the sitemaps of each site name; a site without an entry has none.
  private final Map<String, List<String>> listed = new HashMap<>();

  SimulatedWorld(RandomGenerator random) {
    var pages = new ArrayList<String>();
    for (var origin : ORIGINS) {
      for (var prefix : PREFIXES) {
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
          pages.add(origin + prefix + (random.nextInt(6) == 0 ? "private-" : "page-") + i);
        }
      }
    }
    for (var page : pages) {
      var targets = new ArrayList<String>();
      for (int i = random.nextInt(5); i > 0; i--) {
        targets.add(pages.get(random.nextInt(pages.size())));
      }
      if (random.nextInt(8) == 0) {
        targets.add("http://elsewhere.example/page");
        targets.add("mailto:nobody");
      }
      links.put(page, targets);
    }
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      starts.add(pages.get(random.nextInt(pages.size())));
    }
  }

  /// From now on each page refers to one that is gone as well.
  void losePages() {
    links.forEach((page, targets) -> targets.addFirst(page + "-gone"));
  }

  /// From now on the sites have sitemaps, which name some of their pages, and one of the others.
  void listPages(RandomGenerator random) {
    for (var origin : ORIGINS) {
      var named = new ArrayList<>(List.of(origin + "/a/unknown", "mailto:nobody"));
      links.keySet().stream()
          .sorted()
          .filter(page -> random.nextInt(page.startsWith(origin) ? 3 : 20) == 0)
          .forEach(named::add);
      listed.put(origin, named);
    }
  }

  boolean hasSitemaps(String origin) {
    return listed.containsKey(origin);
  }

  List<String> listed(String origin) {
    return listed.getOrDefault(origin, List.of());
  }

  private static SiteRules rules(String robots) {
    var file = FetchAnswer.Response.file(robots.getBytes(StandardCharsets.UTF_8));
    return SiteRules.first(new FetchResult.Read(file, true), Instant.EPOCH, FetchSettings.STANDARD);
  }

  static boolean isAllowed(String url) {
    return isAllowed(RULES, url);
  }

  static boolean isAllowed(SiteRules rules, String url) {
    return rules.robots().allows(PRODUCT_TOKEN, url);
  }

  static List<CrawlTerritory> plan(String origin) {
    return List.of(
        new CrawlTerritory(
            0,
            new Scope(origin, List.of("/"), List.of("/a/", "/b/")),
            new Place.Host("atp://root")),
        new CrawlTerritory(
            1, new Scope(origin, List.of("/a/"), List.of("/a/deep/")), new Place.Host("atp://a")),
        new CrawlTerritory(
            2, new Scope(origin, List.of("/a/deep/"), List.of()), new Place.Host("atp://root")),
        new CrawlTerritory(3, new Scope(origin, List.of("/b/"), List.of()), new Place.Home()));
  }

  /// The same with the first territory cut into three parts.
  static List<CrawlTerritory> partitioned(String origin) {
    var root = new Place.Host("atp://root");
    var parts = new ArrayList<>(plan(origin));
    var rest = List.of("/a/", "/b/", "/page-1", "/page-2", "/page-3");
    parts.set(0, new CrawlTerritory(0, new Scope(origin, List.of("/"), rest), root, 1));
    var two = new Scope(origin, List.of("/page-1", "/page-3"), List.of());
    parts.add(new CrawlTerritory(4, two, root, 1));
    parts.add(new CrawlTerritory(5, new Scope(origin, List.of("/page-2"), List.of()), root, 1));
    return parts;
  }

  /// Every page that a crawl has to find: reachable from the starts over allowed pages alone.
  Set<String> reachable() {
    return reachable(RULES);
  }

  Set<String> reachable(SiteRules rules) {
    var seen = new TreeSet<String>();
    var waiting = new ArrayDeque<String>(starts);
    listed.values().forEach(waiting::addAll);
    while (!waiting.isEmpty()) {
      var url = waiting.removeFirst();
      if (links.containsKey(url) && isAllowed(rules, url) && seen.add(url)) {
        waiting.addAll(links.getOrDefault(url, List.of()));
      }
    }
    return seen;
  }

  private static GateRuling ruling(VisitGate gate, PageUrl url) {
    try {
      return gate.rule(url);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// The state that travels with the simulated agent.
  record Mind(Set<String> seen, List<String> frontier) {
    Mind {
      seen = Set.copyOf(seen);
      frontier = List.copyOf(frontier);
    }

    static Mind fresh() {
      return new Mind(Set.of(), List.of());
    }

    Mind given(List<String> urls) {
      var all = new LinkedHashSet<>(seen);
      var next = new ArrayList<>(frontier);
      for (var url : urls) {
        if (all.add(url)) {
          next.add(url);
        }
      }
      return new Mind(all, next);
    }
  }

  /// A stretch of a visit between two checkpoints.
  record Stretch(
      Mind after, List<String> fetched, int asked, List<String> referrals, boolean isOver) {}

  /// Lets an agent read up to `pages` pages that the gate allows.
  Stretch read(Mind mind, VisitGate gate, int pages) {
    var fetched = new ArrayList<String>();
    var referrals = new ArrayList<String>();
    var now = mind;
    int asked = 0;
    while (!now.frontier().isEmpty() && asked < pages) {
      var url = now.frontier().getFirst();
      now = new Mind(now.seen(), now.frontier().subList(1, now.frontier().size()));
      var parsed = PageUrl.parse(url);
      if (parsed.isEmpty()) {
        referrals.add(url);
        continue;
      }
      switch (ruling(gate, parsed.get())) {
        case GateRuling.Allowed _ -> {
          asked++;
          if (links.containsKey(url)) {
            fetched.add(url);
          }
          now = now.given(links.getOrDefault(url, List.of()));
        }
        case GateRuling.OutOfScope _, GateRuling.RoutedElsewhere _ -> referrals.add(url);
        case GateRuling.Disallowed _, GateRuling.RulesUnread _ -> {}
      }
    }
    return new Stretch(now, fetched, asked, referrals, now.frontier().isEmpty());
  }
}
