package dev.sojourn.crawl.local.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.log.CrawlLog;
import dev.sojourn.crawl.local.log.LoggedSite;
import dev.sojourn.crawl.local.recrawl.ReplayedSite;
import dev.sojourn.crawl.local.recrawl.SiteHistory;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.filter.UrlFilter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Explains what became of URLs in a crawl, from its store. The crawl may be running meanwhile;
/// then the answer is that of its last checkpoint. Confined to one thread.
public final class UrlExplainer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CrawlStore store;
  private final CrawlHeader header;
  private final StartUrls starts;
  private final Map<String, String> moved;
  private final Set<String> targets;
  private final Map<String, StoredSite> sites = new HashMap<>();

  /// Creates an explainer.
  ///
  /// @param store of a crawl
  /// @throws IOException if the store cannot be read, or has no crawl
  public UrlExplainer(CrawlStore store) throws IOException {
    this.store = store;
    this.header = store.header().orElseThrow(() -> new IOException("The crawl has not begun yet."));
    this.starts = StartUrls.of(header.starts());
    this.moved = store.moved().all();
    this.targets = Set.copyOf(moved.values());
    store.sites().forEach(site -> sites.put(site.terms().origin(), site));
  }

  /// {@return the explanations, in the order of the URLs} The log of each site is read once.
  ///
  /// @param urls any URLs of pages
  /// @throws IOException if the store cannot be read
  public List<UrlExplanation> explain(List<PageUrl> urls) throws IOException {
    var bySite = new LinkedHashMap<String, List<PageUrl>>();
    urls.forEach(url -> bySite.computeIfAbsent(url.origin(), _ -> new ArrayList<>()).add(url));
    var explained = new HashMap<PageUrl, UrlExplanation>();
    for (var ofSite : bySite.entrySet()) {
      var site = sites.get(ofSite.getKey());
      if (site != null) {
        explain(
            ReplayedSite.read(store, site, header.productToken(), starts.origins()),
            ofSite.getValue(),
            explained);
      }
    }
    return urls.stream().map(url -> explained.computeIfAbsent(url, UrlExplainer::outside)).toList();
  }

  private static UrlExplanation outside(PageUrl url) {
    return UrlExplanation.outside(
        url.toString(),
        "The site %s is not in this crawl; only start URLs bring a site into it."
            .formatted(url.origin()));
  }

  private void explain(
      ReplayedSite site, List<PageUrl> urls, Map<PageUrl, UrlExplanation> explained)
      throws IOException {
    var filter = UrlFilter.of(site.state().terms().rules());
    var requests = requests(site, filter, urls);
    for (var url : urls) {
      var ofUrl = requests.getOrDefault(url.toString(), List.of());
      explained.put(url, explain(site, filter, url, ofUrl));
    }
  }

  private UrlExplanation explain(
      ReplayedSite site, UrlFilter filter, PageUrl url, List<JsonNode> requests) {
    var text = url.toString();
    var access = site.robots().map(robots -> robots.access(header.productToken(), text));
    var territory =
        site.state().territories().stream()
            .filter(state -> state.territory().scope().contains(url))
            .findFirst();
    boolean isWaiting =
        site.state().waiting().early().contains(text)
            || territory.filter(state -> state.waitingSeeds().contains(text)).isPresent();
    var known =
        new UrlExplanation(
            text,
            "",
            true,
            starts.ofSite(url.origin()).contains(text) || targets.contains(text),
            territory.map(state -> String.join(" ", state.territory().scope().includes())),
            access
                .flatMap(decided -> decided.rule())
                .map(rule -> "line %d, %s".formatted(rule.line(), rule.text())),
            access.filter(decided -> decided.allowed()).isPresent(),
            filter.objection(text),
            isWaiting,
            requests);
    return known.answered(answer(known, site.isPlanned(), territory));
  }

  /// The lines of the crawl log, by URL.
  private Map<String, List<JsonNode>> requests(
      ReplayedSite site, UrlFilter filter, List<PageUrl> urls) throws IOException {
    var history = SiteHistory.of(store, site.number(), site.state(), site::isDisallowed, true);
    var logged =
        new LoggedSite(
            site.state().terms().origin(),
            site.state().territories(),
            filter,
            site::isDisallowed,
            history.disallowed(),
            history::isFound,
            _ -> {});
    var wanted = urls.stream().map(PageUrl::toString).collect(Collectors.toSet());
    var lines = new HashMap<String, List<JsonNode>>();
    for (var line : CrawlLog.linesOf(new StoredLines(store), logged, wanted)) {
      var read = JSON.readTree(line);
      lines.computeIfAbsent(read.path("url").asText(), _ -> new ArrayList<>()).add(read);
    }
    return lines;
  }

  private String answer(
      UrlExplanation known, boolean isPlanned, Optional<TerritoryState> territory) {
    var move = Optional.ofNullable(moved.get(known.url()));
    if (move.isPresent()) {
      return "It redirects to " + move.get() + ", whose site is crawled in its place.";
    }
    if (!known.requests().isEmpty()) {
      return ofRequest(known.requests().getLast());
    }
    if (known.scope().isPresent()) {
      return known.scope().get();
    }
    if (!isPlanned) {
      return "It was not requested: robots.txt of its site was not read yet, or cannot be read.";
    }
    if (!known.isAllowed()) {
      return "It was not requested: robots.txt does not allow it to %s%s."
          .formatted(
              header.productToken(), known.robots().map(line -> " (" + line + ")").orElse(""));
    }
    if (known.isWaiting()) {
      return "It waits for a visit.";
    }
    return territory.filter(state -> !state.isQuiet()).isPresent()
        ? "It was not requested so far; the agent of its territory is under way and may know it."
        : "It was not requested: no page that was read links to it, as far as the agent followed"
            + " links.";
  }

  private static String ofRequest(JsonNode line) {
    var where = line.path("where").asText();
    var place = where.equals("home") ? "from home" : "at " + where;
    var requested = "%s, %s".formatted(place, line.path("at").asText());
    var reason = line.path("reason").asText("");
    if (line.path("indexed").asBoolean()) {
      return "It was read %s, and is in the index.".formatted(requested);
    }
    var outcome = line.path("outcome").asText();
    if (outcome.equals("unwanted") || outcome.equals("disallowed")) {
      return "It was not requested. " + reason;
    }
    return switch (line.path("why").asText()) {
      case "no-page" ->
          "There is no page (%s, status %d; %s)%s"
              .formatted(
                  outcome,
                  line.path("status").asInt(),
                  requested,
                  reason.isEmpty() ? "." : ": " + reason);
      case "superseded" -> "A later visit repeated the visit that read it %s.".formatted(requested);
      case "noindex" -> "It was read %s, and asks not to be indexed.".formatted(requested);
      case "same-body" ->
          "It was read %s; the index has an equal page: %s."
              .formatted(requested, line.path("sameAs").asText("under another URL"));
      case "not-html" ->
          "It was read %s, and is no HTML (%s)."
              .formatted(requested, line.path("type").asText("no type"));
      default -> "It was read %s; the agent reported nothing about it.".formatted(requested);
    };
  }
}
