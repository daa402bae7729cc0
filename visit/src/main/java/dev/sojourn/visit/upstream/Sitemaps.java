package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.fetch.sitemap.Sitemap;
import dev.sojourn.fetch.sitemap.SitemapException;
import dev.sojourn.fetch.sitemap.SitemapOutcome;
import dev.sojourn.fetch.sitemap.SitemapReader;
import dev.sojourn.visit.content.Content;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/// Reads the sitemaps of a site, round after round. For each sitemap it keeps only what the next
/// conditional request needs. It reads the sitemaps of an index, but no index within an index.
///
/// An unreadable sitemap does not show whether its pages are gone or unchanged. If the time of a
/// round is used up, the next round continues, so that all sitemaps of a slow server are read
/// eventually. Confined to one thread.
public final class Sitemaps {
  /// The largest number of sitemaps per round, including those of an index.
  static final int MAX_SITEMAPS = 50;

  /// The largest number of pages in all sitemaps.
  static final int MAX_PAGES = 250_000;

  /// The largest number of remembered sitemaps while the site's sitemaps are uncertain.
  private static final int MAX_HELD = 2 * MAX_SITEMAPS;

  private static final int MAX_REDIRECTS = 5;
  private static final int MAX_TROUBLES = 5;
  private static final int SHOWN_CHARS = 300;
  private static final String USUAL = "/sitemap.xml";
  private static final Set<Integer> ABSENT = Set.of(404, 410);

  private final SitemapServer server;
  private final Semaphore turn;
  private final LongSupplier nanos;
  private final Map<String, Held> held = new HashMap<>();

  /// The outcomes of earlier rounds whose time was used up. These sitemaps are not requested again
  /// before the others.
  private final Map<String, Reading> unfinished = new HashMap<>();

  /// The remembered facts of a sitemap that was read.
  ///
  /// @param validators the validators of the answer
  /// @param children the sitemaps of an index; empty for a list of pages
  /// @param pages the number of listed pages
  /// @param lack the reason why the list is incomplete or has pages without dates, a clause; empty
  ///   if it is complete
  /// @param isFeed whether it lists only the latest pages
  private record Held(
      PageValidators validators,
      Optional<List<PageUrl>> children,
      int pages,
      Optional<String> lack,
      boolean isFeed) {}

  /// The outcome of a request for one sitemap.
  private sealed interface Reading {
    /// The sitemap was read, or is unchanged.
    record Known(Held now) implements Reading {}

    /// There is no sitemap, and no source named one.
    record Absent() implements Reading {}

    /// @param before the earlier facts, which may still be valid
    /// @param clause the reason of the failure, a clause
    record Failed(Optional<Held> before, String clause) implements Reading {}
  }

  /// Receives the lists of pages that are new or changed.
  @FunctionalInterface
  public interface PageTaker {
    /// Receives a list.
    ///
    /// @param sitemap the path and query of the sitemap
    /// @param pages the pages of the list
    /// @throws IOException if there is no room for the pages
    void take(String sitemap, Sitemap.Pages pages) throws IOException;
  }

  /// Creates a reader without making requests.
  ///
  /// @param server the server of the site
  /// @param turn a semaphore that is held while one sitemap is requested and read. Sites share it,
  ///   so that memory does not grow with their number
  /// @param nanos a monotonic clock, in nanoseconds
  public Sitemaps(SitemapServer server, Semaphore turn, LongSupplier nanos) {
    this.server = server;
    this.turn = turn;
    this.nanos = nanos;
  }

  /// Requests all sitemaps once.
  ///
  /// @param named the URLs that robots.txt names. If none of them is of the site, the usual sitemap
  ///   is tried. Empty if robots.txt is missing or unreadable, so that other URLs may be named
  ///   later
  /// @param longest the time after which no further sitemap is requested; waiting for the semaphore
  ///   does not count
  /// @param taker receives the changed lists
  /// @return the outcome
  /// @throws IOException if the taker has no room for pages
  /// @throws InterruptedException if the thread was interrupted
  public SitemapOutcome read(Optional<List<String>> named, Duration longest, PageTaker taker)
      throws IOException, InterruptedException {
    var round = new Round(taker, longest.toNanos());
    round.isCertain = named.isPresent();
    var urls = new LinkedHashSet<PageUrl>();
    named.orElse(List.of()).forEach(text -> server.ofSite(text).ifPresent(urls::add));
    boolean isUsual = urls.isEmpty();
    if (isUsual) {
      server.ofSite(USUAL).ifPresent(urls::add);
    }
    for (var url : urls) {
      round.sitemap(url, true, isUsual);
    }
    if (round.isCertain || held.size() > MAX_HELD) {
      held.keySet().retainAll(round.seen);
    }
    if (!round.isTimeUp || unfinished.size() > MAX_HELD) {
      unfinished.clear();
    }
    return round.outcome();
  }

  /// The state of one round.
  private final class Round {
    private final PageTaker taker;
    private final long longest;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> listed = new HashSet<>();
    private final List<String> troubles = new ArrayList<>();
    private boolean isCertain;
    private boolean isTelling = true;
    private boolean isTimeUp;
    private boolean hasPages;
    private int pages;

    /// The time used by sitemaps so far, in nanoseconds.
    private long spent;

    Round(PageTaker taker, long longest) {
      this.taker = taker;
      this.longest = longest;
    }

    SitemapOutcome outcome() {
      return new SitemapOutcome(listed, isCertain, isTelling && hasPages, isTimeUp, troubles);
    }

    /// @param isTop whether the sitemap may be an index
    /// @param isGuess whether no source named the sitemap
    void sitemap(PageUrl url, boolean isTop, boolean isGuess)
        throws IOException, InterruptedException {
      var key = url.pathAndQuery();
      if (isTimeUp || seen.contains(key)) {
        return;
      }
      if (seen.size() == MAX_SITEMAPS) {
        isCertain = false;
        trouble("there are more than " + MAX_SITEMAPS + " sitemaps");
        return;
      }
      var reading = Optional.ofNullable(unfinished.get(key));
      if (reading.isPresent()) {
        // The sitemap may have changed since then.
        isTelling = false;
      } else if (spent < longest) {
        reading = Optional.of(inTurn(url, isTop, isGuess));
        unfinished.put(key, reading.get());
      } else {
        isTimeUp = true;
        isCertain = false;
        trouble("they take longer than " + Duration.ofNanos(longest).toSeconds() + " s");
        return;
      }
      seen.add(key);
      switch (reading.get()) {
        case Reading.Known(var now) -> known(key, now);
        case Reading.Absent() -> isTelling = false;
        case Reading.Failed(var before, var clause) -> failed(key, isTop, before, clause);
      }
    }

    private Reading inTurn(PageUrl url, boolean isTop, boolean isGuess)
        throws IOException, InterruptedException {
      turn.acquire();
      long begin = nanos.getAsLong();
      try {
        return reading(url, isTop, isGuess, begin);
      } finally {
        spent += nanos.getAsLong() - begin;
        turn.release();
      }
    }

    private Reading reading(PageUrl url, boolean isTop, boolean isGuess, long begin)
        throws IOException, InterruptedException {
      var key = url.pathAndQuery();
      var before = Optional.ofNullable(held.get(key));
      var validators = before.map(Held::validators).orElse(PageValidators.NONE);
      return switch (fetch(url, validators, begin)) {
        case Content.Found found -> found(key, found, isTop);
        case Content.NotModified _
            when before.isPresent() && !validators.equals(PageValidators.NONE) ->
            new Reading.Known(before.get());
        case Content.NotModified _ ->
            new Reading.Failed(before, "it answers a condition nobody made");
        case Content.Redirect(var to, _) ->
            new Reading.Failed(before, "it moved on, at last to " + to);
        case Content.Missing(int status, var reason, _) ->
            isGuess && ABSENT.contains(status) && before.isEmpty()
                ? new Reading.Absent()
                : new Reading.Failed(before, reason);
      };
    }

    /// Follows redirects that stay on the site.
    private Content fetch(PageUrl url, PageValidators validators, long begin)
        throws InterruptedException {
      var content = server.ask(url, validators);
      for (int i = 0; i < MAX_REDIRECTS && content instanceof Content.Redirect(var to, _); i++) {
        var next = server.ofSite(to.toString());
        if (next.isEmpty() || spent + nanos.getAsLong() - begin >= longest) {
          break;
        }
        content = server.ask(next.get(), validators);
      }
      return content;
    }

    private Reading found(String key, Content.Found found, boolean isTop) throws IOException {
      var before = Optional.ofNullable(held.get(key));
      var validators = new PageValidators(found.header("etag"), found.header("last-modified"));
      try {
        return switch (SitemapReader.read(found.body(), SitemapReader.MAX_BYTES, server::ofSite)) {
          case Sitemap.Index _ when !isTop ->
              new Reading.Failed(Optional.empty(), "an index in an index is not read");
          case Sitemap.Index(var children, boolean isCut)
              when isCut && children.size() <= MAX_SITEMAPS ->
              new Reading.Failed(before, "it breaks off before its end");
          case Sitemap.Index(var children, _) -> {
            // As many as can be requested, and one more to show that there are others.
            var asked = children.stream().limit(MAX_SITEMAPS + 1L).toList();
            yield new Reading.Known(
                new Held(validators, Optional.of(asked), 0, Optional.empty(), false));
          }
          case Sitemap.Pages list -> {
            int size = list.stamps().size();
            if (pages + size > MAX_PAGES) {
              yield new Reading.Failed(
                  before, "the sitemaps list more than " + MAX_PAGES + " pages");
            }
            taker.take(key, list);
            yield new Reading.Known(
                new Held(validators, Optional.empty(), size, lack(list), list.isFeed()));
          }
        };
      } catch (SitemapException e) {
        return new Reading.Failed(before, String.valueOf(e.getMessage()));
      }
    }

    /// Returns the reason why a list is incomplete. A feed need not be complete.
    private static Optional<String> lack(Sitemap.Pages list) {
      if (list.isFeed()) {
        return Optional.empty();
      }
      if (list.isCut()) {
        return Optional.of(
            "it has more than "
                + SitemapReader.MAX_ENTRIES
                + " entries, or breaks off; split or repair it");
      }
      return list.isDated()
          ? Optional.empty()
          : Optional.of("some of its pages are without dates (lastmod)");
    }

    /// Handles a sitemap whose current content is known.
    private void known(String key, Held now) throws IOException, InterruptedException {
      held.put(key, now);
      if (now.children().isPresent()) {
        for (var child : now.children().get()) {
          sitemap(child, false, false);
        }
        return;
      }
      listed.add(key);
      pages += now.pages();
      // A feed does not make a list incomplete. A list without pages of the site probably belongs
      // to another site.
      hasPages |= !now.isFeed() && now.pages() > 0;
      now.lack().ifPresent(clause -> trouble(key + ": " + clause));
    }

    /// Handles a sitemap whose current content is unknown. A sitemap that was never read may be an
    /// index.
    private void failed(String key, boolean isTop, Optional<Held> before, String clause)
        throws IOException, InterruptedException {
      trouble(key + ": " + clause);
      var children = before.flatMap(Held::children);
      if (children.isPresent()) {
        for (var child : children.get()) {
          sitemap(child, false, false);
        }
        return;
      }
      listed.add(key);
      isCertain &= before.isPresent() || !isTop;
      pages += before.map(Held::pages).orElse(0);
    }

    private void trouble(String clause) {
      isTelling = false;
      var line = ForeignText.of(clause).line(SHOWN_CHARS);
      if (troubles.size() < MAX_TROUBLES && !troubles.contains(line)) {
        troubles.add(line);
      }
    }
  }
}
