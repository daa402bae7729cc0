package dev.sojourn.app.whole.web;

import static dev.sojourn.app.whole.web.Answer.HTML;
import static dev.sojourn.app.whole.web.Answer.html;
import static dev.sojourn.app.whole.web.Answer.titled;
import static dev.sojourn.app.whole.web.Answer.to;

import dev.sojourn.app.whole.web.SiteKind.Expected;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// The sites of a great crawl as its operator meets them. Most are plain, and each of the others is
/// broken in a way of its own.
public final class GreatCrawl {
  private static final String PLAIN = "Content-Type: text/plain";
  private static final int FEW = 8;
  private static final int PLAIN_PAGES = 30;

  /// The kind of the sites without a fault.
  public static final String PLAIN_KIND = "is plain";

  /// The kind of the sites that keep a crawler waiting.
  public static final String SILENT_KIND = "says nothing from its first page on";

  private final RawSites server;
  private final List<SiteKind> sites = new ArrayList<>();

  private GreatCrawl(RawSites server) {
    this.server = server;
  }

  /// Adds all sites without hosts to a server, in the order in which a crawl is given them: those
  /// that never answer come first.
  ///
  /// @param refusing an origin at which no server listens
  /// @param silent how many sites are silent from their first page on
  public static List<SiteKind> on(RawSites server, String refusing, int silent) {
    var crawl = new GreatCrawl(server);
    crawl.hanging(silent);
    crawl.unreachable(refusing);
    crawl.robots();
    crawl.ending();
    crawl.answers();
    crawl.pages();
    crawl.endless();
    for (int i = 0; i < 12; i++) {
      crawl.tree(PLAIN_KIND, PLAIN_PAGES, site -> site);
    }
    return crawl.sites;
  }

  /// Adds a site whose pages are at an agents' host too.
  ///
  /// @param host its address, as robots.txt names it
  /// @param root of the files of all pages, which are written there
  public static SiteKind besideAHost(RawSite site, String host, Path root) throws IOException {
    var robots = "User-agent: *\nAllow: /\nMobile-agent-server: / " + host + "\n";
    withPages(site, PLAIN_PAGES).on("/robots.txt", Answer.of(200, robots, PLAIN));
    for (var path : paths(PLAIN_PAGES)) {
      Files.writeString(
          root.resolve(path.equals("/") ? "index.html" : path.substring(1)),
          path.equals("/") ? start(PLAIN_PAGES) : page(path));
    }
    var expected = Expected.complete(paths(PLAIN_PAGES));
    return new SiteKind("has a host", site.origin() + "/", Optional.of(site), expected);
  }

  private void add(String kind, RawSite site, Expected expected) {
    sites.add(new SiteKind(kind, site.origin() + "/", Optional.of(site), expected));
  }

  /// A site whose start page links to all others.
  private void tree(String kind, int pages, UnaryOperator<RawSite> more) {
    var site = more.apply(withPages(pages));
    add(kind, site, Expected.complete(paths(pages)));
  }

  private RawSite withPages(int pages) {
    return withPages(server.add(), pages);
  }

  /// Puts pages on a site, the first of them linking to all others.
  private static RawSite withPages(RawSite site, int pages) {
    for (var path : paths(pages)) {
      site.on(path, html(path.equals("/") ? start(pages) : page(path)));
    }
    return site;
  }

  private static String start(int pages) {
    var links = new StringBuilder("<!doctype html><title>Start</title><p>");
    for (var path : paths(pages).subList(1, pages)) {
      links.append("<a href='").append(path).append("'>x</a> ");
    }
    return links.toString();
  }

  private static String page(String path) {
    return "<!doctype html><title>Page</title><p>Words of " + path + "<a href='/'>up</a>";
  }

  /// {@return the paths of these pages}
  private static List<String> paths(int pages) {
    return IntStream.range(0, pages).mapToObj(i -> i == 0 ? "/" : "/" + i + ".html").toList();
  }

  private void hanging(int silent) {
    for (int i = 0; i < silent; i++) {
      add(
          SILENT_KIND,
          server.add().on("/", Answer.none()),
          new Expected("in part", Map.of("timed-out", 1), List.of(), Set.of(), List.of("/")));
    }
    for (int i = 0; i < 2; i++) {
      add("says nothing at all", server.add().on("/robots.txt", Answer.none()), unread());
    }
  }

  private void unreachable(String refusing) {
    sites.add(new SiteKind("refuses connections", refusing + "/", Optional.empty(), unread()));
    for (int i = 0; i < 2; i++) {
      var start = "http://no-such-site-" + i + ".invalid/";
      sites.add(new SiteKind("has no name that is known", start, Optional.empty(), unread()));
    }
  }

  private void robots() {
    for (int i = 0; i < 2; i++) {
      closed("robots.txt is a fault", Answer.of(500, "fault"));
      closed("robots.txt wants to be asked later", Answer.of(429, "", "Retry-After: 3600"));
      open("robots.txt is forbidden", Answer.of(403, "no", HTML));
      open("robots.txt is not there, and cut", Answer.cut(404, "<p>", HTML));
      open("robots.txt is a page", html("<title>Home</title><p>User-agent"));
      ruled(
          "robots.txt is in UTF-16",
          Answer.bytes("\ufeff" + rules(), StandardCharsets.UTF_16LE, PLAIN));
      ruled("robots.txt has no end", Answer.endless(200, rules(), "# and on\n", PLAIN));
      ruled("robots.txt is elsewhere", to("/robots"));
    }
  }

  private static String rules() {
    return "User-agent: *\nDisallow: /3.html\n";
  }

  private void closed(String kind, Answer answer) {
    add(kind, withPages(FEW).on("/robots.txt", answer), unread());
  }

  private static Expected unread() {
    return new Expected("", Map.of(), List.of(), Set.of(), List.of("/robots.txt"));
  }

  private void open(String kind, Answer answer) {
    tree(kind, FEW, site -> site.on("/robots.txt", answer));
  }

  private void ruled(String kind, Answer answer) {
    var site = withPages(FEW).on("/robots.txt", answer).on("/robots", Answer.of(200, rules()));
    var indexed = new ArrayList<>(paths(FEW));
    indexed.remove("/3.html");
    add(kind, site, Expected.complete(indexed).with(Map.of("fetched", FEW - 1, "disallowed", 1)));
  }

  private void ending() {
    for (int i = 0; i < 2; i++) {
      var site = withPages(FEW);
      for (int page = 4; page < FEW; page++) {
        site.on("/" + page + ".html", Answer.of(503, "later", HTML, "Retry-After: 3600"));
      }
      add(
          "has enough of the crawl for an hour",
          site,
          new Expected(
              "failed",
              Map.of("fetched", 4, "no-connection", 1),
              paths(4),
              // A page that asks for a pause again after one speaks for itself alone.
              Set.of("server-error"),
              List.of()));
      add(
          "has no start page",
          server.add(),
          new Expected("nothing read", Map.of("client-error", 1), List.of(), Set.of(), List.of()));
      add(
          "leads to another name with all links",
          server
              .add()
              .on("/", html("<base href='http://localhost:1/'><title>Twin</title>" + twins())),
          Expected.complete(List.of("/")));
    }
  }

  private static String twins() {
    var links = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      links.append("<a href='").append(i).append("'>x</a>");
    }
    return links.toString();
  }

  private void answers() {
    for (int i = 0; i < 2; i++) {
      tree("has odd heads", FEW, GreatCrawl::oddHeads);
      tree("names codings that are none", FEW, GreatCrawl::oddCodings);
      tree("sends slowly", FEW, site -> slowly(site));
      cutBodies();
      redirects();
    }
  }

  private static RawSite oddHeads(RawSite site) {
    for (int page = 1; page < FEW; page++) {
      var body = "<title>Page " + page + "</title><p>Words of page " + page;
      var length = "Content-Length: " + body.length();
      site.on(
          "/" + page + ".html",
          Answer.rawKept(
              "HTTP/1.1 200 OK\r\n%s\r\n%s\r\n%s\r\nno colon\r\nX (odd): name\r\n\r\n%s"
                  .formatted(HTML, length, length, body)));
    }
    return site;
  }

  private static RawSite oddCodings(RawSite site) {
    var codings =
        List.of("none", "UTF-8", "iso-8859-1", "binary", "8bit", "aws-chunked", "identity");
    for (int page = 1; page < FEW; page++) {
      site.on(
          "/" + page + ".html",
          html(
              "<title>Page " + page + "</title><p>Words of page " + page,
              "Content-Encoding: " + codings.get(page - 1)));
    }
    return site;
  }

  private static RawSite slowly(RawSite site) {
    var body = "<title>Slow</title><p>" + "Words that come slowly. ".repeat(50);
    return site.on("/1.html", Answer.slow(Duration.ofMillis(100), 100, body, HTML));
  }

  private void cutBodies() {
    var site = withPages(FEW);
    site.on("/1.html", Answer.cut(200, "<title>cut</title>", HTML));
    site.on("/2.html", Answer.of(200, "no gzip", HTML, "Content-Encoding: gzip"));
    site.on("/3.html", Answer.of(500, "fault", HTML));
    var indexed = new ArrayList<>(paths(FEW));
    indexed.removeAll(List.of("/1.html", "/2.html", "/3.html"));
    add(
        "cuts and garbles",
        site,
        Expected.complete(indexed)
            .with(
                Map.of(
                    "fetched",
                    FEW - 3,
                    "broken-answer",
                    1,
                    "broken-encoding",
                    1,
                    "server-error",
                    1))
            .inPart()
            .repeating("/1.html", "/2.html", "/3.html"));
  }

  private void redirects() {
    var site = withPages(FEW);
    site.on("/1.html", to("/a")).on("/a", to("/b")).on("/b", to("/end.html"));
    site.on("/end.html", titled("End", "<p>of a chain"));
    site.on("/2.html", to("/2.html"));
    site.on("/3.html", to("http://other.invalid/"));
    site.on("/4.html", to("/5.html"));
    var indexed = new ArrayList<>(paths(FEW));
    indexed.removeAll(List.of("/1.html", "/2.html", "/3.html", "/4.html"));
    indexed.add("/end.html");
    add(
        "redirects in chains, circles and away",
        site,
        Expected.complete(indexed)
            .with(Map.of("fetched", FEW - 3, "redirect-loop", 1, "outside", 1))
            .inPart());
  }

  private void pages() {
    for (int i = 0; i < 2; i++) {
      cyrillic();
      framed();
      shy();
      copies();
      onlyInASitemap();
    }
    killers();
  }

  private void cyrillic() {
    var charset = Charset.forName("windows-1251");
    var field = "Content-Type: text/html; charset=windows-1251";
    var site = server.add();
    site.on("/", Answer.bytes("<title>Мир</title><a href='поиск?q=мир'>x</a>", charset, field));
    var found = "/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA?q=%EC%E8%F0";
    site.on(found, Answer.bytes("<title>Поиск</title><p>мир", charset, field));
    add("is in letters of its own", site, Expected.complete(List.of("/", found)));
  }

  private void framed() {
    var site = server.add();
    site.on("/", html("<title>F</title><frameset><frame src=/1><frame src=/2></frameset>"));
    site.on(
        "/1",
        Answer.of(
            200,
            "<html xmlns='http://www.w3.org/1999/xhtml'><head><script src='x.js'/><title>X</title>"
                + "</head><body><a href='/3'>on</a></body></html>",
            "Content-Type: application/xhtml+xml"));
    site.on("/2", titled("Two", "<iframe src=/4></iframe><template><a href=/no>x</a></template>"));
    site.on("/3", titled("Three", "<p>three")).on("/4", titled("Four", "<p>four"));
    add("is of frames and XHTML", site, Expected.complete(List.of("/", "/1", "/2", "/3", "/4")));
  }

  private void shy() {
    var site = withPages(FEW);
    site.on("/1.html", html("<div></div><meta name=robots content=noindex><title>1</title>"));
    site.on("/2.html", html("<title>2</title><p>field", "X-Robots-Tag: noindex"));
    site.on("/3.html", html("<title>3</title><p>usage", "Content-Usage: search=n"));
    var indexed = new ArrayList<>(paths(FEW));
    indexed.removeAll(List.of("/1.html", "/2.html", "/3.html"));
    site.on(
        "/1.html",
        html(
            "<html><head><div></div><meta name=robots content=noindex><title>1</title></head>"
                + "<body><p>one</body></html>"));
    add("hides pages", site, Expected.complete(indexed).with(Map.of("fetched", FEW)));
  }

  private void copies() {
    var site = server.add();
    var links = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      links.append("<a href='/list?sort=").append(i).append("'>x</a>");
      links.append("<a href='/one;jsessionid=%032X'>y</a>".formatted(i));
    }
    site.on("/", titled("Copies", links + "<a href=/list>z</a>"));
    site.on("/list", titled("List", "<p>the same")).on("/one", titled("One", "<p>of one session"));
    add(
        "has one page under many names",
        site,
        Expected.complete(List.of("/", "/list?sort=0", "/one")).with(Map.of("fetched", 23)));
  }

  private void onlyInASitemap() {
    var site = server.add();
    site.on("/robots.txt", Answer.of(200, "Sitemap: {origin}/s.xml\n", PLAIN));
    var entries = new StringBuilder();
    for (int i = 1; i < FEW; i++) {
      entries.append("<url><loc>{origin}/").append(i).append(".html</loc></url>");
      site.on("/" + i + ".html", titled("Page " + i, "<p>Words of page " + i));
    }
    site.on("/", titled("Start", "<p>without a link"));
    site.on(
        "/s.xml",
        Answer.of(
            200,
            "\n<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                + entries
                + "</urlset>"));
    add("names its pages in a sitemap alone", site, Expected.complete(paths(FEW)));
  }

  private void killers() {
    tree(
        "has pages that swell",
        FEW,
        site ->
            site.on("/1.html", titled("Knots", "<nobr><table>".repeat(40_000)))
                .on("/2.html", titled("Nests", "<svg>" + "<link href=/3.html>".repeat(30_000)))
                .on(
                    "/4.html",
                    html(
                        "<base href='/"
                            + "x".repeat(500_000)
                            + "/'><title>Base</title>"
                            + twins())));
  }

  private void endless() {
    for (int i = 0; i < 2; i++) {
      var site = server.add().on("/robots.txt", Answer.of(404, ""));
      site.otherwise(titled("Deeper", "{at}<a href='deeper/'>on</a>"));
      add(
          "grows without end",
          site,
          Expected.complete(
              List.of(
                  "/",
                  "/deeper/",
                  "/deeper/deeper/",
                  "/deeper/deeper/deeper/",
                  "/deeper/deeper/deeper/deeper/")));
    }
  }
}
