package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import java.util.LinkedHashMap;
import java.util.Map;

/// The URLs of a site that gave no answer in time. Each is asked at most three times, whatever the
/// number of links and redirects to it: a silent request delays the whole site.
///
/// May be used by any number of threads.
final class SilentUrls {
  static final String REASON = "it gave no answer in time when this URL was asked for before";

  private static final int MAX_REQUESTS = 3;

  /// The limit of URLs; a new one replaces the oldest. A site with more silent URLs is slow as a
  /// whole.
  private static final int MAX_URLS = 1_000;

  private final Map<String, Integer> timeouts = new LinkedHashMap<>();

  /// {@return whether a URL is not to be asked for again}
  synchronized boolean isGivenUp(PageUrl url) {
    return timeouts.getOrDefault(url.toString(), 0) >= MAX_REQUESTS;
  }

  synchronized void note(PageUrl url, HttpReply reply) {
    switch (reply) {
      case HttpReply.Answer _ -> timeouts.remove(url.toString());
      case HttpReply.Failure failure -> {
        if (failure.kind() == HttpReply.Kind.TIMEOUT) {
          timeouts.merge(url.toString(), 1, Integer::sum);
          if (timeouts.size() > MAX_URLS) {
            timeouts.remove(timeouts.keySet().iterator().next());
          }
        }
      }
    }
  }
}
