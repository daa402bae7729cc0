package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The links that lead out of a crawl, by the site that they lead to. A site often links to itself
/// by another name, with or without `www.`, or with another scheme; then a crawl that knows only
/// one of the names sees next to nothing of the site.
///
/// @param links all that visits came across, each URL once a visit
/// @param largest the sites that most of them lead to, the most frequent first, and those that look
///   like other names of a site of the crawl
public record OutsideSummary(long links, List<OutsideSite> largest) {
  /// No link leads out of the crawl.
  public static final OutsideSummary NONE = new OutsideSummary(0, List.of());

  private static final int MAX_SITES = 10;
  private static final String WWW = "www.";

  /// A site that is not in the crawl.
  ///
  /// @param site scheme, host and non-default port
  /// @param links how many lead to it
  /// @param otherNameOf the site of the crawl whose other name this seems to be; empty for none
  public record OutsideSite(
      String site, long links, @JsonInclude(JsonInclude.Include.NON_EMPTY) String otherNameOf) {}

  /// Copies the list.
  public OutsideSummary {
    largest = List.copyOf(largest);
  }

  /// {@return the summary of links that were counted}
  ///
  /// @param links all of them
  /// @param byOrigin those that were counted by origin
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

  /// The name of a host without what its operators put before and after it.
  private static String name(String origin) {
    var authority = origin.substring(origin.indexOf("://") + 1).replace("/", "");
    int port = authority.lastIndexOf(':');
    boolean hasPort = port > authority.lastIndexOf(']') && port > 0;
    var host = (hasPort ? authority.substring(0, port) : authority).toLowerCase(Locale.ROOT);
    return host.startsWith(WWW) ? host.substring(WWW.length()) : host;
  }
}
