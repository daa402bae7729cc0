package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.KnownRow;
import dev.sojourn.crawl.local.store.KnownTable;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.visits.PageFate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The earlier rounds of one site in the light of this round's answers: which findings still count,
/// and which no longer count. Confined to one thread.
public final class SiteHistory {
  /// A limit is needed, since a host may report any number of referrals.
  private static final int MAX_DISALLOWED = 10_000;

  private final KnownTable known;
  private final StoredLines lines;
  private final int site;
  private final SiteState state;
  private final boolean isFollowed;

  /// The pages that still count, by the visit that read them and the URL that it requested.
  private final Set<Long> kept = new HashSet<>();

  /// The URLs whose earlier findings still count.
  private final Set<Long> found = new HashSet<>();

  private final List<Ended> ended = new ArrayList<>();
  private final Set<String> disallowed = new LinkedHashSet<>();
  private RecrawlCounts counts = RecrawlCounts.NONE;

  /// A page of an earlier round that no longer counts.
  ///
  /// @param agentId of the visit that read it
  /// @param own the page's own URL
  public record Ended(String agentId, String own) {}

  /// Receives findings of earlier rounds.
  @FunctionalInterface
  public interface FindingReader {
    /// Receives a finding that still counts.
    ///
    /// @param url that was requested last before the report
    /// @param json the finding
    /// @param territory the number of the territory of its page
    /// @throws IOException to end the reading
    void finding(String url, String json, int territory) throws IOException;
  }

  private SiteHistory(CrawlStore store, int site, SiteState state) throws IOException {
    this.isFollowed = store.isFollowed();
    this.known = store.known();
    this.lines = new StoredLines(store);
    this.site = site;
    this.state = state;
  }

  /// Judges the earlier rounds of a site.
  ///
  /// @param store of the crawl
  /// @param site the site's number
  /// @param state of the site in this round
  /// @param isDisallowed whether robots.txt disallows a URL of the site at present
  /// @param isWhole whether [#disallowed()] is needed, which requires reading all earlier rounds
  /// @return the history
  /// @throws IOException if the store cannot be read
  public static SiteHistory of(
      CrawlStore store, int site, SiteState state, Predicate<String> isDisallowed, boolean isWhole)
      throws IOException {
    var history = new SiteHistory(store, site, state);
    if (!store.known().isEmpty()) {
      var answers = RoundAnswers.of(state, isDisallowed, history.lines);
      history.judge(answers);
      history.find();
      if (isWhole && history.isVisitedAtHost()) {
        history.findDisallowed(url -> !answers.isAsked(url) && isDisallowed.test(url));
      }
    }
    return history;
  }

  private void judge(RoundAnswers answers) throws IOException {
    var keptOwn = new HashSet<Long>();
    var gone = new ArrayList<Ended>();
    var judged = new RecrawlCounts.Counter();
    known.read(
        site,
        row -> {
          if (!row.isPage()) {
            return;
          }
          var fate = answers.fate(row);
          count(judged, row, fate, answers);
          if (fate.isKept()) {
            kept.add(page(row.agentId(), row.url()));
            keptOwn.add(page(row.agentId(), row.own()));
          } else {
            gone.add(new Ended(row.agentId(), row.own()));
          }
        });
    // Several URLs may lead to one page. The page has not ended if only some of them are gone.
    gone.stream()
        .filter(page -> !keptOwn.contains(page(page.agentId(), page.own())))
        .forEach(ended::add);
    counts = judged.counted(answers.read());
  }

  private static void count(
      RecrawlCounts.Counter counter, KnownRow row, PageFate fate, RoundAnswers answers) {
    switch (fate) {
      case UNCHANGED -> counter.unchanged(false);
      case READ -> {
        if (answers.isEqual(row)) {
          counter.unchanged(true);
        } else {
          counter.changed();
        }
      }
      case GONE -> counter.gone();
      case FAILED, UNASKED -> counter.unknown();
    }
  }

  private void find() throws IOException {
    findings((url, _, _) -> found.add(UrlPrints.of(url)));
  }

  private boolean isVisitedAtHost() {
    return state.territories().stream()
        .flatMap(territory -> territory.visits().stream())
        .anyMatch(visit -> visit.place() instanceof Place.Host);
  }

  /// Finds URLs that the log recorded as disallowed. These are URLs that a visit at home requested,
  /// and referrals of a visit at a host within its own territory.
  private void findDisallowed(Predicate<String> isToBeReported) throws IOException {
    for (var visit : known.earlier()) {
      if (visit.site() == site && disallowed.size() < MAX_DISALLOWED) {
        var scope = new Scope(state.terms().origin(), visit.includes(), visit.excludes());
        lines.ofVisit(
            visit.agentId(),
            EnumSet.of(LineKind.PAGE, LineKind.REFERRAL),
            line ->
                reportedDisallowed(line)
                    .filter(_ -> disallowed.size() < MAX_DISALLOWED)
                    .flatMap(PageUrl::parse)
                    .filter(scope::contains)
                    .map(PageUrl::toString)
                    .filter(isToBeReported)
                    .ifPresent(disallowed::add));
      }
    }
  }

  private static Optional<String> reportedDisallowed(ParcelLine line) {
    return switch (line) {
      case ParcelLine.Page(var page) ->
          Optional.of(page.url()).filter(_ -> page.outcome() == PageOutcome.DISALLOWED);
      case ParcelLine.Referral(var url) -> Optional.of(url);
      case ParcelLine.Finding _, ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Log _ ->
          Optional.empty();
    };
  }

  /// Passes the findings of earlier rounds that still count, in order of arrival.
  ///
  /// @param reader receives each finding
  /// @throws IOException if the store cannot be read, or the reader throws it
  public void findings(FindingReader reader) throws IOException {
    if (kept.isEmpty()) {
      return;
    }
    for (var visit : known.earlier()) {
      if (visit.site() == site) {
        readFindings(visit.agentId(), reader);
      }
    }
  }

  private void readFindings(String agentId, FindingReader reader) throws IOException {
    if (isFollowed) {
      CurrentFindings.read(
          lines,
          agentId,
          (url, json) -> {
            if (kept.contains(page(agentId, url))) {
              reader.finding(url, json, territory(url));
            }
          });
      return;
    }
    var asked = new Asked();
    lines.ofVisit(
        agentId,
        EnumSet.of(LineKind.PAGE, LineKind.FINDING),
        line -> {
          switch (line) {
            case ParcelLine.Page(var page) -> {
              asked.url = page.url();
              asked.isKept = kept.contains(page(agentId, page.url()));
            }
            case ParcelLine.Finding finding -> {
              if (asked.isKept) {
                reader.finding(asked.url, finding.json(), territory(asked.url));
              }
            }
            case ParcelLine.Referral _,
                ParcelLine.Dropped _,
                ParcelLine.Counted _,
                ParcelLine.Log _ -> {}
          }
        });
  }

  /// The page that a visit requested last.
  private static final class Asked {
    private String url = "";
    private boolean isKept;
  }

  /// The number of a URL's territory; 0 if the site could not be planned again and has no
  /// territory.
  private int territory(String url) {
    return state.territories().stream()
        .filter(t -> RoundAnswers.isOf(t, url))
        .map(TerritoryState::territory)
        .mapToInt(t -> t.number())
        .findFirst()
        .orElse(0);
  }

  /// {@return whether a finding of an earlier round about a page still counts}
  ///
  /// @param url that was requested
  public boolean isFound(String url) {
    return found.contains(UrlPrints.of(url));
  }

  /// {@return the URLs that earlier rounds recorded as disallowed and that no visit of this round
  /// requested; at most 10,000, and none if no visit was made at a host}
  public List<String> disallowed() {
    return List.copyOf(disallowed);
  }

  /// {@return the pages that no longer count}
  public List<Ended> ended() {
    return List.copyOf(ended);
  }

  /// {@return the counts of the pages by their fate}
  public RecrawlCounts counts() {
    return counts;
  }

  private static long page(String agentId, String url) {
    return UrlPrints.of(agentId + " " + url);
  }
}
