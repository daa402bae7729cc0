package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.dispatcher.core.Event;
import dev.sojourn.dispatcher.follow.HostBounds;
import dev.sojourn.dispatcher.recrawl.PageFate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// A parcel and the sums of its lines, gathered line by line as they are read. Findings are counted
/// and let go; of the referrals those stay that can matter to a crawl, since a host may deliver any
/// text as one. Confined to one thread.
final class ParcelContent implements LineReader<RuntimeException> {
  private final Parcel parcel;
  private final Predicate<String> isOfCrawl;
  private final Set<String> urls = new LinkedHashSet<>();
  private int findings;
  private int read;
  private int gone;
  private int longestFindingChars;
  private long referralChars;

  /// @param parcel the parcel whose lines are about to be read
  /// @param isOfCrawl whether an origin is a site of the crawl
  ParcelContent(Parcel parcel, Predicate<String> isOfCrawl) {
    this.parcel = parcel;
    this.isOfCrawl = isOfCrawl;
  }

  /// {@return a parcel of one's own}
  static ParcelContent pack(
      String agentId, long number, List<ParcelLine> lines, Predicate<String> isOfCrawl) {
    var content = new ParcelContent(Parcel.pack(agentId, number, lines), isOfCrawl);
    lines.forEach(content::line);
    return content;
  }

  @Override
  public void line(ParcelLine line) {
    switch (line) {
      case ParcelLine.Finding(var json) -> {
        findings++;
        longestFindingChars = Math.max(longestFindingChars, json.length());
      }
      case ParcelLine.Referral(var url) -> {
        referralChars += url.length();
        PageUrl.parse(url)
            .filter(page -> isOfCrawl.test(page.origin()))
            .ifPresent(page -> urls.add(page.toString()));
      }
      case ParcelLine.Page(var page) -> {
        switch (PageFate.of(page.outcome())) {
          case READ -> read++;
          case GONE -> gone++;
          case UNCHANGED, FAILED, UNASKED -> {}
        }
      }
      case ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Log _ -> {}
    }
  }

  Parcel parcel() {
    return parcel;
  }

  int findings() {
    return findings;
  }

  /// {@return how many pages were read}
  int read() {
    return read;
  }

  /// {@return how many pages turned out not to be there}
  int gone() {
    return gone;
  }

  /// {@return the sums of all lines, the referrals that do not matter as well}
  HostBounds.LineSums sums() {
    return new HostBounds.LineSums(findings, longestFindingChars, referralChars);
  }

  /// The referrals that can matter, each once.
  Event.Referred event() {
    return new Event.Referred(parcel.agentId(), List.copyOf(urls));
  }
}
