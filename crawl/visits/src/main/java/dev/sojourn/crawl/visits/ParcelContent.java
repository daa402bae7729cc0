package dev.sojourn.crawl.visits;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.Event;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// A parcel and the totals of its lines, collected line by line during reading. Findings are
/// counted but not kept in memory. Only referrals that may matter to the crawl are kept, since a
/// host may deliver any text as a referral. Confined to one thread.
public final class ParcelContent implements LineReader<RuntimeException>, AutoCloseable {
  private final Parcel parcel;
  private final ParcelLineSink kept;
  private final Predicate<String> isOfCrawl;
  private final Set<String> urls = new LinkedHashSet<>();
  private final OutsideLinks outside = new OutsideLinks();
  private final RequestedPages asked = new RequestedPages();
  private int lines;
  private int findings;
  private int read;
  private int gone;
  private int longestFindingBytes;
  private long referralChars;

  /// Creates the content of a parcel whose lines are about to be read.
  ///
  /// @param parcel of a visit
  /// @param isOfCrawl whether an origin belongs to the crawl
  /// @param kept receives the lines that the shell needs
  public ParcelContent(Parcel parcel, Predicate<String> isOfCrawl, ParcelLineSink kept) {
    this.parcel = parcel;
    this.isOfCrawl = isOfCrawl;
    this.kept = kept;
  }

  @Override
  public void line(ParcelLine line) {
    lines++;
    switch (line) {
      case ParcelLine.Finding finding -> {
        findings++;
        longestFindingBytes = Math.max(longestFindingBytes, finding.octets().size());
        kept.finding(finding);
      }
      case ParcelLine.Referral(var url) -> {
        referralChars += url.length();
        PageUrl.parse(url).ifPresent(page -> refer(page, url, line));
      }
      case ParcelLine.Page(var page) -> {
        asked.add(page);
        switch (PageFate.of(page.outcome())) {
          case READ -> read++;
          case GONE -> gone++;
          case UNCHANGED, FAILED, UNASKED -> {}
        }
        kept.logged(line);
      }
      case ParcelLine.Dropped _, ParcelLine.Counted _ -> kept.logged(line);
      case ParcelLine.Log _ -> {}
    }
  }

  /// Counts a referral. The log needs a referral to a page of the crawl only if its URL is
  /// normalised.
  private void refer(PageUrl to, String url, ParcelLine line) {
    if (!isOfCrawl.test(to.origin())) {
      outside.add(to.origin(), 1);
      return;
    }
    var page = to.toString();
    urls.add(page);
    if (page.equals(url)) {
      kept.logged(line);
    }
  }

  /// {@return the receiver of the lines that the shell needs}
  public ParcelLineSink kept() {
    return kept;
  }

  /// Releases the collected lines.
  @Override
  public void close() {
    kept.close();
  }

  /// {@return the parcel}
  public Parcel parcel() {
    return parcel;
  }

  /// {@return how many findings the parcel has}
  public int findings() {
    return findings;
  }

  /// {@return how many pages were read}
  public int read() {
    return read;
  }

  /// {@return how many pages turned out not to exist}
  public int gone() {
    return gone;
  }

  /// {@return the pages that were requested}
  public RequestedPages asked() {
    return asked;
  }

  /// {@return the links that lead out of the crawl, by origin}
  public OutsideLinks outside() {
    return outside;
  }

  /// {@return the totals of all lines, including referrals that do not matter}
  public LineSums sums() {
    return new LineSums(lines, findings, longestFindingBytes, referralChars);
  }

  /// {@return the referrals that may matter, without duplicates}
  public Event.Referred event() {
    return new Event.Referred(parcel.agentId(), List.copyOf(urls));
  }
}
