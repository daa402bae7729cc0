package dev.sojourn.app.demo;

import dev.sojourn.base.cli.Messages;
import dev.sojourn.dispatcher.crawl.report.CrawlSummary;
import dev.sojourn.dispatcher.crawl.report.TerritorySummary;
import dev.sojourn.dispatcher.index.SearchResult;
import java.util.List;
import java.util.Locale;

/// The HTML report of a demo: one page that needs nothing else, no script and no network. All text
/// from outside is escaped.
final class DemoReport {
  private static final String STYLE =
      """
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
             color: #1d2733; background: #fff; }
      h1 { font-size: 1.6rem; margin-bottom: 0; }
      h2 { font-size: 1.15rem; margin-top: 2.2rem; border-bottom: 1px solid #d5dce4; padding-bottom: .2rem; }
      p.lead { color: #55606c; margin-top: .2rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #e6ebf0; vertical-align: top; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      code, pre { font: .88rem/1.45 ui-monospace, monospace; }
      pre { background: #f4f6f8; padding: .8rem; overflow-x: auto; }
      .bar { display: grid; grid-template-columns: 15rem 1fr 7rem; gap: .6rem; align-items: center; margin: .35rem 0; }
      .bar i { display: block; height: 1.1rem; background: #3b74b9; }
      .bar i.other { background: #c3cdd8; }
      .bar span { text-align: right; font-variant-numeric: tabular-nums; }
      .url { color: #55606c; font-size: .9rem; overflow-wrap: anywhere; }
      """;

  private DemoReport() {}

  /// Renders the report.
  ///
  /// @param robots the site's robots.txt
  static String render(DemoResult demo, String robots) {
    var html = new StringBuilder(16 * 1024);
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>Sojourn: the demo</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>Sojourn: the demo</h1>\n");
    html.append("<p class=\"lead\">")
        .append(escape(lead(demo)))
        .append("</p>\n<h2>Who crawled what</h2>\n");
    territories(html, demo.crawl().territories());
    html.append("<h2>Bytes over the wire</h2>\n");
    bytes(html, demo.crawl());
    html.append("<h2>A search</h2>\n");
    search(html, demo.search());
    html.append("<h2>The site's robots.txt</h2>\n<pre>");
    int number = 1;
    for (var line : robots.lines().toList()) {
      html.append(escape("%2d  %s%n".formatted(number++, line)));
    }
    html.append("</pre>\n<p>The index is in <code>")
        .append(escape(demo.index().toString()))
        .append("</code>.</p>\n</body>\n</html>\n");
    return html.toString();
  }

  private static String lead(DemoResult demo) {
    return String.format(
        Locale.ROOT,
        "%s at %s: %s read and %,d indexed in %.1f seconds, on one machine.",
        demo.crawl().complete() ? "A complete crawl" : "A crawl, done in part,",
        demo.site(),
        Messages.count(demo.crawl().pages(), "page"),
        demo.crawl().findings(),
        demo.crawl().seconds());
  }

  private static void territories(StringBuilder html, List<TerritorySummary> parts) {
    html.append("<table>\n<tr><th>Part of the site</th><th>Host</th><th>Crawled</th>")
        .append("<th class=\"n\">Pages</th><th class=\"n\">Findings</th>")
        .append("<th class=\"n\">Bytes over the wire</th><th class=\"n\">With gzip over HTTP</th>")
        .append("</tr>\n");
    for (var part : parts) {
      html.append("<tr><td><code>")
          .append(escape(part.path()))
          .append("</code></td><td><code>")
          .append(escape(part.route()))
          .append("</code>")
          .append(part.line() == 0 ? "" : "<br>line " + part.line())
          .append("</td><td>")
          .append(escape(part.crawled()))
          .append(part.reason().isEmpty() ? "" : "<br>" + escape(part.reason()))
          .append("</td>");
      number(html, part.pages());
      number(html, part.findings());
      number(html, part.wireBytes());
      number(html, part.classicBytes());
      html.append("</tr>\n");
    }
    html.append("</table>\n");
  }

  private static void bytes(StringBuilder html, CrawlSummary crawl) {
    long most =
        Math.max(
            1,
            Math.max(
                crawl.classicBytesAvoided(),
                Math.max(crawl.wireBytesMobile(), crawl.wireBytesClassic())));
    bar(html, "Mobile part, as it was", crawl.wireBytesMobile(), most, "");
    bar(html, "Mobile part, had it been classic", crawl.classicBytesAvoided(), most, "other");
    bar(html, "Classic part, as it was", crawl.wireBytesClassic(), most, "");
    html.append("<p>The second figure is counted: every page body that a host read was also ")
        .append("gzipped, and only the sizes were added up. It leaves out HTTP headers. The ")
        .append(
            "file server of this demo does not gzip, so the third figure is not gzipped.</p>\n");
  }

  private static void bar(StringBuilder html, String name, long bytes, long most, String kind) {
    html.append(
        String.format(
            Locale.ROOT,
            "<div class=\"bar\"><b>%s</b><i class=\"%s\" style=\"width:%.2f%%\"></i>"
                + "<span>%,d</span></div>\n",
            escape(name),
            kind,
            100.0 * bytes / most,
            bytes));
  }

  private static void search(StringBuilder html, SearchResult found) {
    html.append("<p>")
        .append(
            escape(
                String.format(
                    Locale.ROOT,
                    "“%s”: %s. The first of them:",
                    found.query(),
                    Messages.count(found.total(), "page"))))
        .append("</p>\n<ol>\n");
    for (var hit : found.hits()) {
      html.append("<li><b>")
          .append(escape(hit.title()))
          .append("</b><br><span class=\"url\">")
          .append(escape(hit.url()))
          .append("</span><br>")
          .append(escape(hit.excerpt().text()))
          .append("</li>\n");
    }
    html.append("</ol>\n");
  }

  private static void number(StringBuilder html, long value) {
    html.append(String.format(Locale.ROOT, "<td class=\"n\">%,d</td>", value));
  }

  /// Makes text safe in HTML, between tags and in quoted attributes.
  static String escape(String text) {
    var out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
    return out.toString();
  }
}
