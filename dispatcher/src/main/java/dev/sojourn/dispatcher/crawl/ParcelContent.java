package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.dispatcher.crawl.log.FindingPage;
import dev.sojourn.dispatcher.follow.HostBounds;
import dev.sojourn.dispatcher.lines.CachedParcel;
import dev.sojourn.dispatcher.recrawl.PageFate;
import dev.sojourn.dispatcher.store.OutsideLinks;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// A parcel and the sums of its lines, gathered line by line as they are read. Findings are counted
/// and let go; of the referrals those stay that can matter to a crawl, since a host may deliver any
/// text as one. Confined to one thread.
final class ParcelContent implements LineReader<RuntimeException>, AutoCloseable {
  private final Parcel parcel;
  private final CachedParcel fresh;
  private final Predicate<String> isOfCrawl;
  private final Set<String> urls = new LinkedHashSet<>();
  private final OutsideLinks outside = new OutsideLinks();
  private int lines;
  private int findings;
  private int read;
  private int gone;
  private int failed;
  private int longestFindingChars;
  private long referralChars;

  /// @param parcel the parcel whose lines are about to be read
  /// @param isOfCrawl whether an origin is a site of the crawl
  /// @param fresh takes what is needed of the lines when the parcel is stored
  ParcelContent(Parcel parcel, Predicate<String> isOfCrawl, CachedParcel fresh) {
    this.parcel = parcel;
    this.isOfCrawl = isOfCrawl;
    this.fresh = fresh;
  }

  @Override
  public void line(ParcelLine line) {
    lines++;
    switch (line) {
      case ParcelLine.Finding(var json) -> {
        findings++;
        longestFindingChars = Math.max(longestFindingChars, json.length());
        gather(json);
      }
      case ParcelLine.Referral(var url) -> {
        referralChars += url.length();
        PageUrl.parse(url).ifPresent(page -> refer(page, url, line));
      }
      case ParcelLine.Page(var page) -> {
        failed += page.outcome().isFailure() ? 1 : 0;
        switch (PageFate.of(page.outcome())) {
          case READ -> read++;
          case GONE -> gone++;
          case UNCHANGED, FAILED, UNASKED -> {}
        }
        fresh.logged(line);
      }
      case ParcelLine.Dropped _, ParcelLine.Counted _ -> fresh.logged(line);
      case ParcelLine.Log _ -> {}
    }
  }

  private void gather(String json) {
    if (!fresh.isGathered()) {
      return;
    }
    try {
      fresh.finding(json);
      fresh.logged(FindingPage.shortened(json));
    } catch (IOException _) {
      // Who reads the store says what is wrong with it.
      fresh.leaveOut();
    }
  }

  /// The log tells of a referral to a page of its territory, if it is written as such.
  private void refer(PageUrl to, String url, ParcelLine line) {
    if (!isOfCrawl.test(to.origin())) {
      outside.add(to.origin(), 1);
      return;
    }
    var page = to.toString();
    urls.add(page);
    if (page.equals(url)) {
      fresh.logged(line);
    }
  }

  /// {@return what is needed of the lines when the parcel is stored}
  CachedParcel fresh() {
    return fresh;
  }

  /// Lets the lines go that were gathered.
  @Override
  public void close() {
    fresh.close();
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

  /// {@return how many pages may well be there and could not be read}
  int failed() {
    return failed;
  }

  /// {@return the links that lead out of the crawl, by origin}
  OutsideLinks outside() {
    return outside;
  }

  /// {@return the sums of all lines, the referrals that do not matter as well}
  HostBounds.LineSums sums() {
    return new HostBounds.LineSums(lines, findings, longestFindingChars, referralChars);
  }

  /// The referrals that can matter, each once.
  Event.Referred event() {
    return new Event.Referred(parcel.agentId(), List.copyOf(urls));
  }
}
