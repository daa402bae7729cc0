package dev.sojourn.dispatcher.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.local.recrawl.UrlPrints;
import dev.sojourn.crawl.visits.CrawlShell;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The pages of a site that its visits requested, from their parcels. Each page takes about 50
/// octets of memory, for the fingerprint of its URL.
public final class AskedPages {
  private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");

  private final Set<Long> prints = new HashSet<>();
  private final Set<String> html = new HashSet<>();

  private AskedPages() {}

  /// {@return the pages that the visits to a site requested in this round}
  ///
  /// @param site the site
  /// @param starts its start URLs
  /// @param shell the shell that stores their parcels
  /// @throws IOException if the parcels cannot be read
  public static AskedPages of(SiteState site, List<PageUrl> starts, CrawlShell shell)
      throws IOException {
    var asked = new AskedPages();
    var begins = new HashSet<>(starts.stream().map(PageUrl::toString).toList());
    for (var territory : site.territories()) {
      for (var visit : territory.visits()) {
        shell.lines(
            visit.agentId(),
            EnumSet.of(LineKind.PAGE),
            line -> {
              if (line instanceof ParcelLine.Page(var page)) {
                asked.prints.add(UrlPrints.of(page.url()));
                boolean isHtml =
                    page.outcome() == PageOutcome.FETCHED
                        && page.body().filter(b -> HTML.contains(b.mediaType())).isPresent();
                if (isHtml && begins.contains(page.url())) {
                  asked.html.add(page.url());
                }
              }
            });
      }
    }
    return asked;
  }

  /// {@return whether a visit requested a page}
  ///
  /// @param url the URL of the page
  public boolean contains(PageUrl url) {
    return prints.contains(UrlPrints.of(url.toString()));
  }

  /// {@return whether a visit read a start URL as an HTML page, which is not a sitemap}
  ///
  /// @param start a start URL of the site
  public boolean isHtml(PageUrl start) {
    return html.contains(start.toString());
  }
}
