package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The links that lead out of a crawl, by target site. A site often links to itself under another
/// name: with or without `www.`, or with another scheme. A crawl that knows only one of the names
/// sees almost nothing of the site.
///
/// @param links all links that visits found, each URL once for each visit
/// @param largest the most frequent target sites, in order of frequency, then rarer ones that look
///   like other names of a site of the crawl
public record OutsideSummary(long links, List<OutsideSite> largest) {
  /// The summary of a crawl without outside links.
  public static final OutsideSummary NONE = new OutsideSummary(0, List.of());

  private static final int MAX_SITES = 10;
  private static final String WWW = "www.";

  /// A site that is not in the crawl.
  ///
  /// @param site scheme, host and non-default port
  /// @param links how many links lead to the site
  /// @param otherNameOf the site of the crawl that this seems to be another name for; empty if
  ///   there is none
  public record OutsideSite(
      String site, long links, @JsonInclude(JsonInclude.Include.NON_EMPTY) String otherNameOf) {}

  /// Copies the list.
  public OutsideSummary {
    largest = List.copyOf(largest);
  }

  /// {@return the summary of counted links}
  ///
  /// @param links their total number
  /// @param byOrigin the links that were counted by origin
  /// @param sites the sites of the crawl
  public static OutsideSummary of(
      long links, Map<String, Long> byOrigin, Collection<String> sites) {
    var names = new HashMap<String, String>();
    sites.forEach(site -> names.putIfAbsent(name(site), site));
    var sorted =
        byOrigin.entrySet().stream()
            .map(
                e ->
                    new OutsideSite(
                        e.getKey(), e.getValue(), names.getOrDefault(name(e.getKey()), "")))
            .sorted(
                Comparator.comparingLong(OutsideSite::links)
                    .reversed()
                    .thenComparing(OutsideSite::site))
            .toList();
    var largest = new ArrayList<>(sorted.stream().limit(MAX_SITES).toList());
    sorted.stream()
        .skip(MAX_SITES)
        .filter(site -> !site.otherNameOf().isEmpty())
        .limit(MAX_SITES)
        .forEach(largest::add);
    return new OutsideSummary(links, largest);
  }

  /// The host of an origin in lower case, without scheme, port and `www.`.
  private static String name(String origin) {
    var authority = origin.substring(origin.indexOf("://") + 1).replace("/", "");
    int port = authority.lastIndexOf(':');
    boolean hasPort = port > authority.lastIndexOf(']') && port > 0;
    var host = (hasPort ? authority.substring(0, port) : authority).toLowerCase(Locale.ROOT);
    return host.startsWith(WWW) ? host.substring(WWW.length()) : host;
  }
}
