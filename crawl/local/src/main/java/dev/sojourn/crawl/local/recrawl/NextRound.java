package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.KnownRow;
import dev.sojourn.crawl.local.store.KnownTable;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.visits.PageFate;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Prepares a finished crawl for its next round. Collects the known data of each URL and begins the
/// round, in one transaction of the store. Confined to one thread.
///
/// A row of the next round is the last answer about its URL: a page, or only the URL. A page was
/// read in this round, or earlier if it is unchanged or could not be read now. URLs that visits
/// referred to are known too, since no agent follows the links of an unchanged page again.
public final class NextRound {
  /// The number of rounds without a page after which a URL is forgotten, until a changed page links
  /// to it.
  static final int MAX_GONE = 10;

  private final CrawlStore store;
  private final KnownTable known;
  private final StoredLines lines;
  private final Instant now;

  private NextRound(CrawlStore store, Instant now) {
    this.store = store;
    this.known = store.known();
    this.lines = new StoredLines(store);
    this.now = now;
  }

  /// Begins the next round.
  ///
  /// @param store of a crawl
  /// @param id of the round, as for [CrawlHeader#id()]
  /// @param limits replace those of the crawl
  /// @param now the present time
  /// @return whether the round began; if the crawl is not finished, nothing changes
  /// @throws IOException if the store cannot be read or written; nothing changes then either
  public static boolean begin(CrawlStore store, String id, ChangedTerms limits, Instant now)
      throws IOException {
    return begin(store, id, limits, now, () -> {});
  }

  /// Begins the next round and stores settings in the same transaction: after a crash, either both
  /// are stored or none.
  ///
  /// @param store of a crawl
  /// @param id of the round, as for [CrawlHeader#id()]
  /// @param limits replace those of the crawl
  /// @param now the present time
  /// @param settings stores them
  /// @return whether the round began; if the crawl is not finished, nothing changes
  /// @throws IOException if the store cannot be read or written; nothing changes then either
  public static boolean begin(
      CrawlStore store, String id, ChangedTerms limits, Instant now, CrawlStore.Step settings)
      throws IOException {
    var header = header(store);
    var sites = ReplayedSite.all(store, header.productToken());
    if (!areOver(sites)) {
      return false;
    }
    store.together(
        () -> {
          new NextRound(store, now).begin(header, id, sites, limits);
          settings.run();
        });
    return true;
  }

  /// {@return whether a crawl is finished, so that a round can begin}
  ///
  /// @param store of the crawl
  /// @throws IOException if the store cannot be read
  public static boolean isFinished(CrawlStore store) throws IOException {
    return areOver(ReplayedSite.all(store, header(store).productToken()));
  }

  private static CrawlHeader header(CrawlStore store) throws IOException {
    return store.header().orElseThrow(() -> new IOException("There is no crawl here."));
  }

  private static boolean areOver(List<ReplayedSite> sites) {
    return sites.stream().allMatch(site -> site.state().isOver());
  }

  private void begin(CrawlHeader header, String id, List<ReplayedSite> sites, ChangedTerms limits)
      throws IOException {
    for (var site : sites) {
      gather(site);
    }
    for (var site : sites) {
      gatherReferrals(site, sites);
    }
    var terms = new ArrayList<CrawlTerms>();
    var moved = store.moved();
    // A site that joined the crawl is one of its own from now on.
    var urls = new LinkedHashSet<>(header.starts());
    urls.addAll(moved.all().values());
    moved.clear();
    var starts = StartUrls.of(List.copyOf(urls));
    for (var site : sites) {
      var before = site.state().terms();
      var own = starts.ofSite(before.origin());
      terms.add(terms(before, id + "s" + terms.size(), limits, own));
    }
    boolean isChanged = false;
    for (int i = 0; i < terms.size(); i++) {
      isChanged |= !terms.get(i).rules().hasPatternsOf(sites.get(i).state().terms().rules());
    }
    EarlierRounds.beginRound(store, id, isChanged);
    var next =
        new CrawlHeader(
            id,
            List.copyOf(urls),
            header.productToken(),
            header.codeDigest(),
            header.entryClass(),
            header.ownerKeyId(),
            now.toEpochMilli(),
            header.parameters());
    known.beginRound(next, terms);
  }

  private static CrawlTerms terms(
      CrawlTerms before, String idPrefix, ChangedTerms limits, List<String> starts) {
    var changed = limits.event(before);
    return new CrawlTerms(
        before.origin(),
        idPrefix,
        changed.map(e -> e.allowance()).orElse(before.allowance()),
        changed.map(e -> e.attempts()).orElse(before.attempts()),
        before.maxVisits(),
        before.maxStarts(),
        limits.rules().of(before.rules(), starts));
  }

  private void gather(ReplayedSite site) throws IOException {
    var answers = RoundAnswers.of(site.state(), site::isDisallowed, lines);
    for (var territory : site.state().territories()) {
      var scope = territory.territory().scope();
      for (var visit : territory.counted()) {
        known.keep(
            new KnownTable.EarlierVisit(
                visit.agentId(), site.number(), scope.includes(), scope.excludes()));
        lines.ofVisit(
            visit.agentId(),
            EnumSet.of(LineKind.PAGE, LineKind.FINDING),
            new VisitPages(
                site.number(), visit.agentId(), url -> RoundAnswers.isOf(territory, url)));
      }
    }
    known.read(site.number(), row -> carry(site.number(), row, answers));
  }

  /// Carries over a row that no visit of this round replaced. If everything was visited but the
  /// page was not requested, it is disallowed now or has no link. Then only its URL stays known.
  private void carry(int site, KnownRow row, RoundAnswers answers) throws IOException {
    switch (answers.fate(row)) {
      case UNCHANGED, FAILED, UNASKED -> known.keepIfNew(site, row);
      case READ -> {}
      case GONE -> {
        if (!answers.isAsked(row.url()) && row.gone() < MAX_GONE) {
          known.keepIfNew(site, KnownRow.unread(row.url(), row.gone() + 1));
        }
      }
    }
  }

  /// Collects the pages of one visit, in the order of its requests.
  private final class VisitPages implements LineReader<IOException> {
    private final int site;
    private final String agentId;
    private final Predicate<String> isOf;
    private @Nullable KnownRow last;

    VisitPages(int site, String agentId, Predicate<String> isOf) {
      this.site = site;
      this.agentId = agentId;
      this.isOf = isOf;
    }

    @Override
    public void line(ParcelLine line) throws IOException {
      switch (line) {
        case ParcelLine.Page(var page) -> page(page);
        case ParcelLine.Finding finding -> finding(finding.json());
        case ParcelLine.Referral _,
            ParcelLine.Dropped _,
            ParcelLine.Counted _,
            ParcelLine.Log _ -> {}
      }
    }

    private void page(PageRecord page) throws IOException {
      last = null;
      if (!isOf.test(page.url())) {
        return;
      }
      var before = known.of(site, page.url());
      switch (PageFate.of(page.outcome())) {
        case READ -> keep(read(page));
        case UNCHANGED, FAILED, UNASKED -> {
          // A staying agent may have read the page again in this round.
          var kept =
              known
                  .next(site, page.url())
                  .filter(KnownRow::isPage)
                  .or(() -> before.filter(KnownRow::isPage));
          if (kept.isPresent()) {
            known.keep(site, kept.get());
          } else {
            keepGone(page, before);
          }
        }
        case GONE -> keepGone(page, before);
      }
    }

    private void keepGone(PageRecord page, Optional<KnownRow> before) throws IOException {
      int gone = before.map(KnownRow::gone).orElse(0) + 1;
      if (gone <= MAX_GONE) {
        known.keep(site, KnownRow.unread(page.url(), gone));
      }
    }

    private KnownRow read(PageRecord page) {
      var body = page.body().orElseThrow();
      return new KnownRow(
          page.url(),
          page.end().filter(this::isNormal).orElse(page.url()),
          body.print(),
          body.fields(),
          new PageValidators(body.etag(), body.lastModified()),
          agentId,
          0);
    }

    private boolean isNormal(String url) {
      return PageUrl.parse(url).map(PageUrl::toString).filter(url::equals).isPresent();
    }

    /// Marks a page to be read again if its time to be found is over.
    private void finding(String json) throws IOException {
      var page = last;
      if (page != null && FindingExpiry.isOver(json, now)) {
        keep(page.withoutFields());
      }
    }

    private void keep(KnownRow row) throws IOException {
      last = row;
      known.keep(site, row);
    }
  }

  private void gatherReferrals(ReplayedSite site, List<ReplayedSite> sites) throws IOException {
    for (var territory : site.state().territories()) {
      for (var visit : territory.counted()) {
        lines.ofVisit(
            visit.agentId(),
            EnumSet.of(LineKind.REFERRAL),
            line -> {
              if (line instanceof ParcelLine.Referral(var url)) {
                refer(url, sites);
              }
            });
      }
    }
  }

  private void refer(String text, List<ReplayedSite> sites) throws IOException {
    var url = PageUrl.parse(text).filter(page -> page.toString().equals(text));
    if (url.isEmpty()) {
      return;
    }
    for (var site : sites) {
      if (site.state().terms().origin().equals(url.get().origin())) {
        known.keepIfNew(site.number(), KnownRow.unread(text, 0));
      }
    }
  }
}
