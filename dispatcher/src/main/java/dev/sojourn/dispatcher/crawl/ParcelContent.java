package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.dispatcher.core.Event;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The content of a parcel, gathered line by line as it is read. It counts findings and drops them.
/// It keeps the referrals that can matter to a crawl, since a host may deliver any text as one.
/// Confined to one thread.
final class ParcelContent implements LineReader<RuntimeException> {
  private final Predicate<String> isOfCrawl;
  private final Set<String> urls = new LinkedHashSet<>();
  private int findings;
  private int longestFindingChars;
  private long referralChars;

  /// @param isOfCrawl whether an origin is a site of the crawl
  ParcelContent(Predicate<String> isOfCrawl) {
    this.isOfCrawl = isOfCrawl;
  }

  /// {@return what lines of one's own come to}
  static ParcelContent of(List<ParcelLine> lines, Predicate<String> isOfCrawl) {
    var content = new ParcelContent(isOfCrawl);
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
      case ParcelLine.Page _, ParcelLine.Dropped _, ParcelLine.Log _ -> {}
    }
  }

  int findings() {
    return findings;
  }

  int longestFindingChars() {
    return longestFindingChars;
  }

  /// How long all referrals are together, those that do not matter as well.
  long referralChars() {
    return referralChars;
  }

  /// The referrals that can matter, each once.
  Event.Referred event(String agentId) {
    return new Event.Referred(agentId, List.copyOf(urls));
  }
}
