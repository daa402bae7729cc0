package dev.sojourn.app.whole.web;

import static dev.sojourn.app.whole.web.Answer.HTML;
import static dev.sojourn.app.whole.web.Answer.titled;
import static dev.sojourn.app.whole.web.Right.asked;
import static dev.sojourn.app.whole.web.Right.askedTimes;
import static dev.sojourn.app.whole.web.Right.askedWith;
import static dev.sojourn.app.whole.web.Right.indexed;
import static dev.sojourn.app.whole.web.Right.unasked;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// The files that a site has for robots: robots.txt and sitemaps. Each is a site of its own.
final class SiteFileCases {
  private static final String PLAIN = "Content-Type: text/plain";
  private static final String RULES = "User-agent: *\nDisallow: /no\n";
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  private static final String URLSET =
      "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">%s</urlset>";
  private static final String ENTRY = "<url><loc>{origin}/%s</loc></url>";

  private SiteFileCases() {}

  static List<WebCase> all() {
    return Stream.of(robotsThatHold(), robotsThatOpen(), robotsThatClose(), rules(), sitemaps())
        .flatMap(List::stream)
        .toList();
  }

  private static List<WebCase> robotsThatHold() {
    return List.of(
        holds("begins with a mark of byte order", "RFC 9309 2.2", plain("\ufeff" + RULES)),
        holds(
            "is in UTF-16 with its mark",
            "Unicode 2.6, RFC 9309 2.3",
            Answer.bytes("\ufeff" + RULES, StandardCharsets.UTF_16LE, PLAIN)),
        holds(
            "has lines that end with CR alone",
            "RFC 9309 2.2, EOL",
            plain(RULES.replace('\n', '\r'))),
        holds("has no type", "RFC 9309 2.3", Answer.of(200, RULES)),
        holds("is said to be HTML", "RFC 9309 2.3", Answer.of(200, RULES, HTML)),
        holds("is in gzip", "RFC 9110 8.4", coded(Answer.gzip(RULES), "gzip")),
        holds("says UTF-8 as its coding", "RFC 9110 8.4", coded(bytes(RULES), "UTF-8")),
        holds(
            "is of Windows, with capitals and blanks",
            "RFC 9309 2.2",
            plain(" USER-AGENT : *\r\n DISALLOW:/no # x\r\n")),
        holds(
            "has other records between its lines",
            "RFC 9309 2.2.4",
            plain("User-agent: *\nSitemap: x\nHost: y\n\nDisallow: /no\n")),
        robots("is where redirects lead, up to five", "RFC 9309 2.3.1.2")
            .on("robots.txt", Answer.to("/r2"))
            .on("r2", Answer.to("/r3"))
            .on("r3", Answer.to("/r4"))
            .on("r4", Answer.to("/r5"))
            .on("r5", Answer.to("/r6"))
            .on("r6", plain(RULES))
            .holds(asked("/r6"), unasked("/no"), indexed("/yes")),
        robots("is obeyed up to its five hundredth kibibyte", "RFC 9309 2.5")
            .on("robots.txt", plain(RULES + "# a comment that is long\n".repeat(40_000)))
            .holds(unasked("/no"), indexed("/yes")));
  }

  private static WebCase holds(String says, String standard, Answer answer) {
    return robots(says, standard)
        .on("robots.txt", answer)
        .holds(unasked("/no"), asked("/robots.txt"), indexed("/yes"));
  }

  private static List<WebCase> robotsThatOpen() {
    return List.of(
        opens("is not there", Answer.of(404, "none")),
        opens("is forbidden", Answer.of(403, "no", HTML)),
        opens("wants a login", Answer.of(401, "no", "WWW-Authenticate: Basic realm=x")),
        opens(
            "is gone, with a body that is no gzip", Answer.of(410, "x", "Content-Encoding: gzip")),
        opens("is not there, with a body in an unknown coding", coded404()),
        opens("is not there, and its page is cut", Answer.cut(404, "<p>no", HTML)),
        opens("is not there, and its page has no end", Answer.endless(404, "", "<p>no", HTML)),
        opens("is a page of HTML", Answer.html("<title>Welcome</title><p>Disallow nothing")),
        opens("is empty", plain("")),
        opens("leads in a circle", Answer.to("/robots.txt")),
        opens("speaks to other crawlers", plain("User-agent: otherbot\nDisallow: /\n")));
  }

  private static WebCase opens(String says, Answer answer) {
    return robots(says, "RFC 9309 2.3.1.3, 2.2.1")
        .on("robots.txt", answer)
        .holds(indexed("/no", "/yes"));
  }

  private static List<WebCase> robotsThatClose() {
    return List.of(
        closes("is a fault of the server", Answer.of(500, "fault", HTML)),
        closes("is too much for the server", Answer.of(503, "later", HTML)),
        closes("is asked for too often", Answer.of(429, "later", "Retry-After: 3600")),
        closes("is cut", Answer.cut(200, "User-agent: *\nDisallow: /x", PLAIN)),
        closes("is no gzip though it says so", coded(bytes(RULES), "gzip")));
  }

  private static WebCase closes(String says, Answer answer) {
    return robots(says, "RFC 9309 2.3.1.4")
        .on("robots.txt", answer)
        .holds(unasked("/", "/no", "/yes"));
  }

  private static List<WebCase> rules() {
    return List.of(
        robots("has wildcards, an end, and a query", "RFC 9309 2.2.3")
            .on("robots.txt", plain("User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?sort=\n"))
            .page("a.pdf", titled("a", "<p>pdf"))
            .page("a.pdf.html", titled("b", "<p>no pdf"))
            .page("list?sort=1", titled("c", "<p>sorted"))
            .page("list?by=1", titled("d", "<p>by"))
            .holds(unasked("/a.pdf", "/list?sort=1"), asked("/a.pdf.html", "/list?by=1")),
        robots("has groups of one name, the longest rule and Allow first", "RFC 9309 2.2.1, 2.2.2")
            .on(
                "robots.txt",
                plain(
                    "User-agent: SojournBot\n"
                        + "Disallow: /d\n"
                        + "User-agent: *\n"
                        + "Disallow: /\n"
                        + "User-agent: sojournbot/9\n"
                        + "Allow: /d/e\n"
                        + "Disallow: /no\n"
                        + "Disallow: /yes\n"
                        + "Allow: /yes\n"))
            .page("d/f", titled("f", "<p>f"))
            .page("d/e", titled("e", "<p>e"))
            .holds(unasked("/d/f", "/no"), asked("/d/e", "/yes")),
        robots("has letters as escapes or as they are", "RFC 9309 2.2.2")
            .on("robots.txt", plain("User-agent: *\nDisallow: /caf\u00e9\nDisallow: /%7Eme\n"))
            .page("caf%C3%A9", titled("c", "<p>c"))
            .page("~me", titled("m", "<p>m"))
            .page("cafe", titled("e", "<p>e"))
            .holds(unasked("/caf%C3%A9", "/~me"), asked("/cafe")),
        robots("has an empty Disallow", "RFC 9309 2.2.2")
            .on("robots.txt", plain("User-agent: *\nDisallow:\n"))
            .holds(indexed("/no", "/yes")),
        robots("closes what a redirect leads to", "RFC 9309 2.2")
            .on("robots.txt", plain(RULES))
            .page("in", Answer.to("/no"))
            .holds(unasked("/no"), asked("/in")),
        robots("forbids search of a part", "AI preferences, vocabulary and robots.txt")
            .on(
                "robots.txt",
                plain(
                    "User-agent: *\n"
                        + "Content-Usage: search=y\n"
                        + "Content-Usage: /no search=n\n"
                        + "Allow: /\n"))
            .holds(asked("/no"), indexed("/yes"))
            .holds(Right.notIndexed("/no")));
  }

  private static List<WebCase> sitemaps() {
    return List.of(
        sitemap("names a page that no page links to", set("only")),
        sitemap("has blank lines before its declaration", Answer.of(200, "\n\n" + text("only"))),
        sitemap("has a bare ampersand", Answer.of(200, text("only?a=1&b=2")), "/only?a=1&b=2"),
        sitemap(
            "has an entity of HTML",
            Answer.of(200, text("only").replace("</url>", "<x>&nbsp;</x></url>"))),
        sitemap(
            "is a list of URLs as text", plain("{origin}/only\n{origin}/too\n"), "/only", "/too"),
        sitemap("is in UTF-16", utf16()),
        sitemap("is in gzip and says so nowhere", gzipped()),
        sitemap(
                "names another sitemap",
                Answer.of(
                    200,
                    XML
                        + "<sitemapindex"
                        + " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>{origin}/s2.xml</loc></sitemap></sitemapindex>"))
            .on("s2.xml", set("only")),
        sitemap(
            "names pages of others beside its own",
            Answer.of(
                200,
                XML
                    + URLSET.formatted(
                        "<url><loc>http://other.invalid/x</loc></url>" + ENTRY.formatted("only")))),
        sitemap(
                "names a page that robots.txt closes",
                Answer.of(
                    200,
                    XML + URLSET.formatted(ENTRY.formatted("private/x") + ENTRY.formatted("only"))))
            .holds(unasked("/private/x")),
        sitemap(
                "names a page that is linked too",
                Answer.of(
                    200, XML + URLSET.formatted(ENTRY.formatted("yes") + ENTRY.formatted("only"))))
            .holds(askedTimes(1, "/yes"), askedWith(1, "/only")));
  }

  private static WebCase sitemap(String says, Answer answer, String... pages) {
    return WebCase.of("sitemap", says, "sitemaps.org, XML 1.0")
        .alone()
        .page("yes", titled("yes", "<p>linked"))
        .on("robots.txt", plain("User-agent: *\nDisallow: /private/\nSitemap: {origin}/s.xml\n"))
        .on("s.xml", answer)
        .targets("only", "too", "private/x")
        .holds(asked(pages.length == 0 ? new String[] {"/only"} : pages))
        .holds(indexed(pages.length == 0 ? new String[] {"/only"} : pages));
  }

  private static Answer set(String page) {
    return Answer.of(200, text(page), "Content-Type: application/xml");
  }

  private static String text(String page) {
    return XML + URLSET.formatted(ENTRY.formatted(page));
  }

  private static Answer utf16() {
    return exchange ->
        Answer.bytes(
                "\ufeff" + exchange.filled(text("only")).replace("UTF-8", "UTF-16"),
                StandardCharsets.UTF_16BE,
                "Content-Type: application/xml")
            .give(exchange);
  }

  private static Answer gzipped() {
    return exchange ->
        Answer.of(
                200,
                Answer.gzip(exchange.filled(text("only"))),
                "Content-Type: application/octet-stream")
            .give(exchange);
  }

  private static WebCase robots(String says, String standard) {
    return WebCase.of("robots.txt", says, standard)
        .alone()
        .page("no", titled("no", "<p>closed {at}"))
        .page("yes", titled("yes", "<p>open {at}"));
  }

  private static Answer plain(String text) {
    return Answer.of(200, text, PLAIN);
  }

  private static Answer coded(byte[] body, String coding) {
    return Answer.of(200, body, PLAIN, "Content-Encoding: " + coding);
  }

  private static Answer coded404() {
    return Answer.of(404, new byte[] {1, 2, 3}, HTML, "Content-Encoding: br");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(Charset.forName("UTF-8"));
  }
}
