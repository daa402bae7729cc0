package dev.sojourn.crawl.core;

import dev.sojourn.agent.PageUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The start URLs of a crawl, grouped by site.
public final class StartUrls {
  private final Map<String, List<String>> byOrigin;

  private StartUrls(Map<String, List<String>> byOrigin) {
    this.byOrigin = byOrigin;
  }

  /// {@return the start URLs of a crawl; text that is not a URL is left out}
  ///
  /// @param urls in the order in which they were given
  public static StartUrls of(List<String> urls) {
    var byOrigin = new LinkedHashMap<String, List<String>>();
    for (var text : urls) {
      PageUrl.parse(text)
          .ifPresent(
              url ->
                  byOrigin
                      .computeIfAbsent(url.origin(), _ -> new ArrayList<>())
                      .add(url.toString()));
    }
    return new StartUrls(byOrigin);
  }

  /// {@return the sites of the crawl, in the order of their first start URL}
  public Set<String> origins() {
    return Collections.unmodifiableSet(byOrigin.keySet());
  }

  /// {@return the start URLs of a site, in the order in which they were given}
  ///
  /// @param origin of the site
  public List<String> ofSite(String origin) {
    return List.copyOf(byOrigin.getOrDefault(origin, List.of()));
  }
}
