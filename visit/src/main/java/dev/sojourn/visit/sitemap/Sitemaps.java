package dev.sojourn.visit.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.visit.content.Content;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The sitemaps of a site, which are asked for round after round; of each is known only what makes
/// the next request conditional. An index is followed to its sitemaps, and no further.
///
/// A sitemap that cannot be had says nothing: neither that its pages are gone, nor that they are as
/// they were. Of one thread.
public final class Sitemaps {
  /// Sitemaps that are asked for in a round, those of an index among them.
  static final int MAX_SITEMAPS = 50;

  /// Pages in all of them.
  static final int MAX_PAGES = 250_000;

  private static final int MAX_REDIRECTS = 5;
  private static final int MAX_TROUBLES = 5;
  private static final String USUAL = "/sitemap.xml";
  private static final Set<Integer> ABSENT = Set.of(404, 410);

  private final SitemapServer server;
  private final Map<String, Held> held = new HashMap<>();

  /// A sitemap that was read.
  ///
  /// @param validators that came with it
  /// @param children of an index; empty of a list of pages
  /// @param pages that it lists
  /// @param isTelling whether it lists all that it means to, each with a date
  /// @param isFeed whether it shows the latest pages alone
  private record Held(
      PageValidators validators,
      Optional<List<PageUrl>> children,
      int pages,
      boolean isTelling,
      boolean isFeed) {}

  /// Takes the lists of pages that are new or have changed.
  @FunctionalInterface
  public interface PageTaker {
    /// Takes a list.
    ///
    /// @param sitemap its path and query
    /// @param pages of the list
    /// @throws IOException if there is no room for them
    void take(String sitemap, Sitemap.Pages pages) throws IOException;
  }

  /// Asks for nothing yet.
  ///
  /// @param server is asked
  public Sitemaps(SitemapServer server) {
    this.server = server;
  }

  /// Asks for all sitemaps once.
  ///
  /// @param named the URLs that robots.txt names; with none of the site, the usual one is tried
  /// @param taker takes what changed
  /// @return the outcome
  /// @throws IOException if the taker has no room
  /// @throws InterruptedException if the thread was interrupted
  public SitemapOutcome read(List<String> named, PageTaker taker)
      throws IOException, InterruptedException {
    var round = new Round(taker);
    var urls = new LinkedHashSet<PageUrl>();
    named.forEach(text -> server.ofSite(text).ifPresent(urls::add));
    boolean isUsual = urls.isEmpty();
    if (isUsual) {
      server.ofSite(USUAL).ifPresent(urls::add);
    }
    for (var url : urls) {
      round.sitemap(url, true, isUsual);
    }
    held.keySet().retainAll(round.seen);
    return round.outcome();
  }

  /// One round.
  private final class Round {
    private final PageTaker taker;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> listed = new HashSet<>();
    private final List<String> troubles = new ArrayList<>();
    private boolean isCertain = true;
    private boolean isTelling = true;
    private boolean hasPages;
    private int pages;

    Round(PageTaker taker) {
      this.taker = taker;
    }

    SitemapOutcome outcome() {
      return new SitemapOutcome(listed, isCertain, isTelling && hasPages, troubles);
    }

    /// @param isTop whether it may be an index
    /// @param isGuess whether nobody said that there is one
    void sitemap(PageUrl url, boolean isTop, boolean isGuess)
        throws IOException, InterruptedException {
      var key = url.pathAndQuery();
      if (seen.contains(key)) {
        return;
      }
      if (seen.size() == MAX_SITEMAPS) {
        isCertain = false;
        trouble("there are more than " + MAX_SITEMAPS + " sitemaps");
        return;
      }
      seen.add(key);
      var before = Optional.ofNullable(held.get(key));
      var content = fetch(url, before.map(Held::validators).orElse(PageValidators.NONE));
      switch (content) {
        case Content.Found found -> found(key, found, isTop);
        case Content.NotModified _ when before.isPresent() -> known(key, before.get());
        case Content.NotModified _ ->
            failed(key, isTop, before, "it answers a condition nobody made");
        case Content.Redirect(var to) ->
            failed(key, isTop, before, "it moved on, at last to " + to);
        case Content.Missing(int status, var reason, _) -> {
          if (isGuess && ABSENT.contains(status) && before.isEmpty()) {
            isTelling = false;
          } else {
            failed(key, isTop, before, reason);
          }
        }
      }
    }

    /// Follows redirects that stay on the site.
    private Content fetch(PageUrl url, PageValidators validators) throws InterruptedException {
      var at = url;
      var content = server.ask(at, validators);
      for (int i = 0; i < MAX_REDIRECTS && content instanceof Content.Redirect(var to); i++) {
        var next = server.ofSite(to.toString());
        if (next.isEmpty()) {
          break;
        }
        at = next.get();
        content = server.ask(at, validators);
      }
      return content;
    }

    private void found(String key, Content.Found found, boolean isTop)
        throws IOException, InterruptedException {
      var before = Optional.ofNullable(held.get(key));
      try {
        var validators = new PageValidators(found.header("etag"), found.header("last-modified"));
        switch (SitemapReader.read(found.body(), server.maxBytes(), server::ofSite)) {
          case Sitemap.Index _ when !isTop ->
              failed(key, isTop, Optional.empty(), "an index in an index is not read");
          case Sitemap.Index(var children) -> {
            // As many as can be asked for, and one more that shows that there are others.
            var asked = children.stream().limit(MAX_SITEMAPS + 1L).toList();
            known(key, new Held(validators, Optional.of(asked), 0, true, false));
          }
          case Sitemap.Pages list -> {
            var read =
                new Held(
                    validators,
                    Optional.empty(),
                    list.stamps().size(),
                    list.isDated() && !list.isCut(),
                    list.isFeed());
            if (pages + read.pages() > MAX_PAGES) {
              failed(key, isTop, before, "the sitemaps list more than " + MAX_PAGES + " pages");
            } else {
              taker.take(key, list);
              known(key, read);
            }
          }
        }
      } catch (SitemapException e) {
        failed(key, isTop, before, String.valueOf(e.getMessage()));
      }
    }

    /// A sitemap of which is known what it says now.
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
      // A feed stands beside a list, and takes nothing away from it. A list without a page of the
      // site is most likely one of another site.
      hasPages |= !now.isFeed() && now.pages() > 0;
      isTelling &= now.isTelling() || now.isFeed();
    }

    /// A sitemap of which is not known what it says now. One that was never read may be an index.
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
      if (troubles.size() < MAX_TROUBLES) {
        troubles.add(clause);
      }
    }
  }
}
