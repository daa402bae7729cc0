package dev.sojourn.dispatcher.sitemap;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.fetch.body.BodyRoom;
import dev.sojourn.fetch.body.SentBody;
import dev.sojourn.fetch.site.HttpReply;
import dev.sojourn.fetch.sitemap.Sitemap;
import dev.sojourn.fetch.sitemap.SitemapException;
import dev.sojourn.fetch.sitemap.SitemapReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/// Reads the sitemaps and feeds of a site once. Its robots.txt, the start URLs, and indexes name
/// them. The walk gathers the listed pages that no visit requested, in order.
///
/// A sitemap is requested like a page: at the pace of the site, if robots.txt allows it, and only
/// from this site. The protocol of sitemaps.org allows a robots.txt to name sitemaps on other
/// hosts. A crawl does not request anything from another host because a site names it. Such
/// sitemaps are left to the other site, if it is crawled too. Confined to one thread.
public final class SitemapWalk {
  /// The limit of sitemaps that are requested. A large site has one for 50,000 pages.
  static final int MAX_SITEMAPS = 500;

  /// The limit of characters in all gathered URLs, for each page that may be gathered. One
  /// character of a file and the file's own long URL can make a URL, so the size of the file sets
  /// no limit.
  static final long MAX_CHARS_A_PAGE = 256;

  /// The limit of characters in all gathered URLs, and in all URLs of one file.
  static final long MAX_CHARS = 16L << 20;

  private static final int MAX_REDIRECTS = 5;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Pattern NAMES =
      Pattern.compile(
          "sitemap|\\.(xml|rss|rdf|atom)(\\.gz)?$|(^|[/=?&._-])(feed|rss|atom|rdf)([/=?&._-]|$)",
          Pattern.CASE_INSENSITIVE);

  private final Site site;
  private final String origin;
  private final int maxPages;
  private final long maxChars;
  private final SitemapRemarks remarks;
  private final Deque<Named> waiting = new ArrayDeque<>();
  private final Set<PageUrl> seen = new HashSet<>();
  private final Set<String> pages = new HashSet<>();
  private final List<String> inOrder = new ArrayList<>();
  private long chars;
  private boolean isFull;
  private boolean isGone;

  /// The site, for reading its sitemaps.
  public interface Site {
    /// {@return the turn that is held while one sitemap is read} Sites share it, so that memory
    /// does not grow with the number of sites.
    Semaphore turn();

    /// {@return the room in which a sitemap waits for its turn}
    BodyRoom room();

    /// Requests a file of the site when its turn comes.
    ///
    /// @param url the URL of the site
    /// @return the answer
    /// @throws InterruptedException if the thread was interrupted
    HttpReply get(PageUrl url) throws InterruptedException;

    /// {@return whether robots.txt allows a URL of the site}
    ///
    /// @param url the URL of the site
    boolean allows(PageUrl url);

    /// {@return whether an origin is a site of the crawl}
    ///
    /// @param other the origin
    boolean isOfCrawl(String other);

    /// {@return whether a visit requested a page}
    ///
    /// @param url the URL of the site
    boolean isAsked(PageUrl url);
  }

  /// A sitemap that must be read.
  ///
  /// @param isStart whether it is a start URL, which may not be a sitemap
  private record Named(PageUrl url, boolean isStart) {}

  private SitemapWalk(Site site, String origin, int maxPages) {
    this.site = site;
    this.origin = origin;
    this.maxPages = maxPages;
    this.maxChars = Math.min(MAX_CHARS, maxPages * MAX_CHARS_A_PAGE);
    this.remarks = new SitemapRemarks(origin);
  }

  /// {@return whether the name of a start URL suggests a sitemap or a feed}
  ///
  /// @param start a start URL of a crawl
  public static boolean isLikely(PageUrl start) {
    return NAMES.matcher(start.pathAndQuery()).find();
  }

  /// Reads all sitemaps of a site.
  ///
  /// @param site the site
  /// @param origin scheme, host and non-default port
  /// @param maxPages the limit of pages to gather
  /// @param named the sitemaps, as robots.txt names them
  /// @param starts start URLs that may be sitemaps or feeds
  /// @return the event that records it
  /// @throws InterruptedException if the thread was interrupted
  public static Event.SitemapsRead read(
      Site site, String origin, int maxPages, List<String> named, List<PageUrl> starts)
      throws InterruptedException {
    var walk = new SitemapWalk(site, origin, maxPages);
    var base = PageUrl.parse(origin + "/robots.txt");
    for (var text : named) {
      var url = base.flatMap(robots -> robots.resolve(text));
      url.ifPresentOrElse(found -> walk.add(found, false), () -> walk.remarks.addNoUrl());
    }
    starts.forEach(start -> walk.add(start, true));
    walk.run();
    return new Event.SitemapsRead(walk.inOrder, walk.remarks.isWhole(), walk.remarks.sentences());
  }

  private void add(PageUrl url, boolean isStart) {
    if (!url.origin().equals(origin)) {
      remarks.addElsewhere(url);
    } else if (seen.size() == MAX_SITEMAPS) {
      remarks.addTooMany(MAX_SITEMAPS);
    } else if (seen.add(url)) {
      waiting.add(new Named(url, isStart));
    }
  }

  private void run() throws InterruptedException {
    for (var next = waiting.poll(); next != null; next = waiting.poll()) {
      if (isFull) {
        remarks.addNotAsked();
      } else if (isGone) {
        remarks.addUnread(next.url(), "the site does not answer", false);
      } else {
        var body = fetch(next.url());
        if (body.isPresent()) {
          readInTurn(next, body.get());
        }
      }
    }
  }

  private void readInTurn(Named next, SentBody body) throws InterruptedException {
    try (body) {
      site.turn().acquire();
      try {
        read(next, body.bytes());
      } finally {
        site.turn().release();
      }
    } catch (IOException e) {
      remarks.addUnread(next.url(), String.valueOf(e.getMessage()), false);
    }
  }

  /// Requests a sitemap, and follows redirects on the same site.
  private Optional<SentBody> fetch(PageUrl first) throws InterruptedException {
    var url = first;
    for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (!site.allows(url)) {
        remarks.addUnread(first, "robots.txt does not allow it", true);
        return Optional.empty();
      }
      switch (site.get(url)) {
        case HttpReply.Failure(var kind, var reason) -> {
          isGone = kind == HttpReply.Kind.UNREACHABLE;
          remarks.addUnread(first, reason, false);
          return Optional.empty();
        }
        case HttpReply.Answer answer when answer.status() / 100 == 2 -> {
          return body(first, answer);
        }
        case HttpReply.Answer answer -> {
          var next = redirect(url, answer);
          if (next.isEmpty()) {
            boolean isForNow = answer.status() / 100 == 5 || answer.status() == TOO_MANY_REQUESTS;
            remarks.addUnread(first, "status " + answer.status(), !isForNow);
            return Optional.empty();
          }
          if (!next.get().origin().equals(origin)) {
            remarks.addElsewhere(next.get());
            return Optional.empty();
          }
          url = next.get();
        }
      }
    }
    remarks.addUnread(first, "it redirects too often", true);
    return Optional.empty();
  }

  /// Stores a sitemap until its turn, on disk if memory is short. Many sites may send large
  /// sitemaps at once.
  private Optional<SentBody> body(PageUrl url, HttpReply.Answer answer) {
    if (answer.truncated()) {
      remarks.addUnread(url, "it is larger than --max-answer", true);
      return Optional.empty();
    }
    var octets = answer.body();
    var body = site.room().body(octets.length);
    try {
      body.add(octets, 0, octets.length);
      return Optional.of(body);
    } catch (IOException e) {
      body.close();
      remarks.addUnread(url, String.valueOf(e.getMessage()), false);
      return Optional.empty();
    }
  }

  private static Optional<PageUrl> redirect(PageUrl url, HttpReply.Answer answer) {
    return answer.status() / 100 == 3
        ? answer.header("location").flatMap(url::resolve)
        : Optional.empty();
  }

  /// The URLs in one file, within the limit of characters.
  private static final class Found {
    private final List<PageUrl> urls = new ArrayList<>();
    private long chars;
    private int left;

    void add(PageUrl url) {
      int more = url.toString().length();
      if (more > MAX_CHARS - chars) {
        left++;
      } else {
        chars += more;
        urls.add(url);
      }
    }
  }

  private void read(Named sitemap, byte[] body) {
    var found = new Found();
    try {
      var content =
          SitemapReader.read(
              body,
              SitemapReader.MAX_BYTES,
              text -> {
                sitemap
                    .url()
                    .resolve(text)
                    .filter(_ -> !text.isEmpty())
                    .ifPresentOrElse(found::add, remarks::addNoUrl);
                return Optional.empty();
              });
      switch (content) {
        case Sitemap.Index(_, boolean isCut) -> {
          noteCut(sitemap.url(), isCut || found.left > 0);
          found.urls.forEach(child -> add(child, false));
        }
        case Sitemap.Pages list -> {
          noteCut(sitemap.url(), list.isCut());
          found.urls.forEach(page -> take(page.withoutSession()));
          leaveOut(found.left);
        }
      }
    } catch (SitemapException e) {
      if (!sitemap.isStart()) {
        remarks.addUnread(sitemap.url(), String.valueOf(e.getMessage()), true);
      }
    }
  }

  private void leaveOut(int pagesWithoutRoom) {
    for (int i = 0; i < pagesWithoutRoom; i++) {
      isFull = true;
      remarks.addLeft(maxPages);
    }
  }

  private void noteCut(PageUrl sitemap, boolean isCut) {
    if (isCut) {
      remarks.addCut(sitemap);
    }
  }

  private void take(PageUrl page) {
    boolean isOwn = page.origin().equals(origin);
    if (!isOwn && !site.isOfCrawl(page.origin())) {
      remarks.addOutside(page.origin());
    } else if (isOwn && !site.allows(page)) {
      remarks.addDisallowed();
    } else if (!isOwn || !site.isAsked(page)) {
      gather(page.toString());
    }
  }

  private void gather(String page) {
    if (pages.contains(page)) {
      return;
    }
    isFull |= pages.size() >= maxPages || chars + page.length() > maxChars;
    if (isFull) {
      remarks.addLeft(maxPages);
    } else {
      pages.add(page);
      inOrder.add(page);
      chars += page.length();
    }
  }
}
