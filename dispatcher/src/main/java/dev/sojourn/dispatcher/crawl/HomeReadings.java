package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.SiteContent;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The kinds of pages that visits from home read at a site, or the reason why they found nothing.
/// May be used by any thread.
final class HomeReadings {
  private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");
  private static final int MAX_TYPES = 5;

  private volatile Reported noted = new Reported(Set.of(), "", false);

  /// The facts from the records of a site.
  ///
  /// @param mediaTypes some of the media types of pages that were read
  /// @param trouble the reason why a page could not be read; empty if no such page is known
  /// @param isWhole whether the types of all pages are known
  private record Reported(Set<String> mediaTypes, String trouble, boolean isWhole) {}

  /// Reads the records of pages that visits from home requested, one by one. The store has these
  /// records, so a resumed crawl reports the same facts. Confined to one thread.
  static final class Records {
    private final Set<String> mediaTypes = new TreeSet<>();
    private String trouble = "";
    private boolean isEachTypeReported = true;

    /// Reads the next record.
    void add(PageRecord page) {
      switch (page.outcome()) {
        case FETCHED -> page.body().ifPresent(body -> read(body.mediaType()));
        case UNCHANGED -> isEachTypeReported = false;
        case OUTSIDE ->
            page.end()
                .filter(to -> !origin(to).equals(origin(page.url())))
                .ifPresent(to -> trouble(page.url() + " redirects to another site, " + to));
        case CLIENT_ERROR,
            RATE_LIMITED,
            SERVER_ERROR,
            NO_CONNECTION,
            TIMED_OUT,
            BROKEN_ANSWER,
            BROKEN_ENCODING,
            TOO_LARGE,
            LEFT_OUT ->
            trouble(page.end().orElse(page.url()) + ": " + Messages.withoutStop(page.reason()));
        case DISALLOWED, GIVEN_BEFORE, UNWANTED, REDIRECT_LOOP, UNREADABLE -> {}
      }
    }

    private void read(String mediaType) {
      if (HTML.contains(mediaType) || mediaTypes.size() < MAX_TYPES) {
        mediaTypes.add(mediaType);
      }
    }

    private void trouble(String sentence) {
      trouble = trouble.isEmpty() ? sentence : trouble;
    }

    private static Optional<String> origin(String url) {
      return PageUrl.parse(url).map(PageUrl::origin);
    }
  }

  /// Replaces the known facts with those from all records of the site.
  ///
  /// @param isWhole whether each page that was read has a record
  void learn(Records records, boolean isWhole) {
    noted =
        new Reported(
            Set.copyOf(records.mediaTypes), records.trouble, isWhole && records.isEachTypeReported);
  }

  /// {@return the kind of content that was read at the site}
  ///
  /// @param territories the territories of the site
  SiteContent content(List<TerritorySummary> territories) {
    if (pages(territories) == 0) {
      return SiteContent.NOTHING;
    }
    boolean isAllFromHere =
        noted.isWhole()
            && territories.stream()
                .allMatch(t -> t.pages() == 0 || t.crawled() == CrawlWay.CLASSIC);
    return isAllFromHere
            && !noted.mediaTypes().isEmpty()
            && noted.mediaTypes().stream().noneMatch(HTML::contains)
        ? SiteContent.NO_HTML
        : SiteContent.PAGES;
  }

  /// {@return the reason why a complete crawl of the site found nothing, and the next step; empty
  /// if it found something or is not complete}
  ///
  /// @param territories the territories of the site
  Optional<String> remark(String origin, List<TerritorySummary> territories) {
    boolean isWhole =
        territories.stream()
            .map(TerritorySummary::state)
            .allMatch(status -> status.isWhole() || status == TerritoryStatus.NOTHING_READ);
    if (!isWhole || territories.stream().anyMatch(t -> t.findings() > 0)) {
      return Optional.empty();
    }
    var read = Messages.count(pages(territories), "page") + " read of " + origin;
    var trouble = noted.trouble();
    return Optional.of(
        switch (content(territories)) {
          case NOTHING ->
              "No page of %s could be read%s; look for the right address in a browser, and crawl again from there."
                  .formatted(origin, trouble.isEmpty() ? "" : " (" + trouble + ")");
          case NO_HTML ->
              "There is no HTML in the %s (%s), so nothing was found; begin at an HTML page, or name an agent for other content with --agent."
                  .formatted(read, String.join(", ", new TreeSet<>(noted.mediaTypes())));
          case PAGES ->
              "The agent found nothing in the %s; begin at another page, or name another agent with --agent."
                  .formatted(read);
        });
  }

  private static long pages(List<TerritorySummary> territories) {
    return territories.stream().mapToLong(TerritorySummary::pages).sum();
  }
}
