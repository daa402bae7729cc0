package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.filter.UrlFilter;
import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The pages that an agent will ask for next, according to its frontier. The worker names each page
/// once, so that the caller can read it in advance. Only the visit's thread uses this class.
final class UpcomingPages {
  /// The most characters of a URL that is named in advance.
  private static final int MAX_URL_CHARS = 2_000;

  /// The most bytes that a `char` takes in UTF-8.
  private static final int BYTES_A_CHAR = 3;

  private static final int LENGTH_BYTES = 4;

  private final Scope scope;
  private final UrlFilter filter;
  private final int most;

  /// The URLs at the front of the frontier that were already considered. Each was named or must not
  /// be named.
  private Set<String> seen = new HashSet<>();

  /// @param filter the owner's rules
  /// @param most the number of upcoming pages that the caller wants to know
  UpcomingPages(Scope scope, UrlFilter filter, int most) {
    this.scope = scope;
    this.filter = filter;
    this.most = most;
  }

  /// Upcoming pages and their validators.
  ///
  /// @param held the validators in the order of the pages; empty if no page has validators
  record Ahead(List<String> urls, List<PageValidators> held) {
    static final Ahead NONE = new Ahead(List.of(), List.of());
  }

  /// {@return the upcoming pages that were not named before} The current page is no longer in the
  /// frontier.
  Ahead of(Frontier frontier) {
    if (most == 0) {
      return Ahead.NONE;
    }
    var fresh = new ArrayList<String>();
    var held = new ArrayList<PageValidators>();
    var now = new HashSet<String>();
    int room = FromWorker.PageWanted.MAX_NEXT_BYTES - LENGTH_BYTES;
    for (var page : frontier.upcoming(most)) {
      var url = page.url();
      if (!seen.contains(url) && isPage(url)) {
        var validators = page.print().isPresent() ? page.validators() : PageValidators.NONE;
        room -= url.length() * BYTES_A_CHAR + LENGTH_BYTES + bytes(validators);
        if (room < 0) {
          break;
        }
        fresh.add(url);
        held.add(validators);
      }
      now.add(url);
    }
    seen = now;
    boolean isHeld = held.stream().anyMatch(validators -> !validators.equals(PageValidators.NONE));
    return new Ahead(fresh, isHeld ? held : List.of());
  }

  private static int bytes(PageValidators validators) {
    return 2 * LENGTH_BYTES
        + validators.etag().map(String::length).orElse(0)
        + validators.lastModified().map(String::length).orElse(0);
  }

  /// Whether a text is the URL of a wanted page of the scope in normal form. The frontier of a
  /// foreign state may contain any text.
  private boolean isPage(String url) {
    return url.length() <= MAX_URL_CHARS
        && PageUrl.parse(url)
            .filter(page -> page.toString().equals(url) && scope.contains(page))
            .filter(_ -> filter.wants(url))
            .isPresent();
  }
}
