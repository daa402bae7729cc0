package dev.sojourn.app.demo;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.index.SearchResult;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.TerritorySummary;
import java.util.List;
import java.util.Locale;

/// The HTML report of a demo: a single page without scripts and network access. All text from
/// outside is escaped.
final class DemoReport {
  private static final String STYLE =
      """
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
             color: #1d2733; background: #fff; overflow-wrap: anywhere; }
      h1 { font-size: 1.6rem; margin-bottom: 0; }
      h2 { font-size: 1.15rem; margin-top: 2.2rem; border-bottom: 1px solid #d5dce4; padding-bottom: .2rem; }
      p.lead { color: #55606c; margin-top: .2rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #e6ebf0; vertical-align: top; }
      th { overflow-wrap: normal; }
      td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
      td.n { white-space: nowrap; }
      code, pre { font: .88rem/1.45 ui-monospace, monospace; }
      pre { background: #f4f6f8; padding: .8rem; white-space: pre-wrap; }
      .bar { display: grid; grid-template-columns: 15rem 1fr 7rem; gap: .6rem; align-items: center; margin: .35rem 0; }
      .bar i { display: block; height: 1.1rem; background: #3b74b9; border: 1px solid #3b74b9; }
      .bar i.other { background: #c3cdd8; border-style: dashed; }
      .bar span { text-align: right; font-variant-numeric: tabular-nums; }
      .url { color: #55606c; font-size: .9rem; }
      @media (max-width: 45rem) {
        tr:first-child { display: none; }
        tr { display: block; border-bottom: 2px solid #d5dce4; }
        td, td.n { display: flex; justify-content: space-between; gap: 1rem; padding-right: 0; text-align: right; }
        td::before { content: attr(data-head); flex: none; max-width: 50%; text-align: left; color: #55606c; }
        .bar { grid-template-columns: 1fr 7rem; }
        .bar b { grid-column: 1 / 3; }
      }
      @media print {
        body { margin: 0; max-width: none; padding: 0; font-size: 11pt; color: #000; }
        .bar i { print-color-adjust: exact; }
        tr, .bar, li { break-inside: avoid; }
        h2 { break-after: avoid; }
      }
      """;

  private static final List<String> HEADS =
      List.of(
          "Part of the site",
          "Host",
          "Crawled",
          "Pages",
          "Findings",
          "Bytes over the wire",
          "With gzip over HTTP");

  /// The number of columns with words, which come first; the others have numbers.
  private static final int WORDS = 3;

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
    html.append("<table>\n<tr>");
    for (var head : HEADS) {
      html.append(isNumber(head) ? "<th class=\"n\">" : "<th>").append(head).append("</th>");
    }
    html.append("</tr>\n");
    for (var part : parts) {
      var line = part.line() == 0 ? "" : "<br>line " + part.line();
      var reason = part.reason().isEmpty() ? "" : "<br>" + escape(part.reason());
      var cells =
          List.of(
              "<code>" + escape(part.path()) + "</code>",
              "<code>" + escape(String.valueOf(part.route())) + "</code>" + line,
              escape(part.crawled().word()) + reason,
              number(part.pages()),
              number(part.findings()),
              number(part.wireBytes()),
              number(part.classicBytes()));
      html.append("<tr>");
      for (int i = 0; i < cells.size(); i++) {
        var head = HEADS.get(i);
        // On a narrow page, the heading is beside each cell.
        html.append(isNumber(head) ? "<td class=\"n\"" : "<td")
            .append(" data-head=\"" + head + "\"><div>")
            .append(cells.get(i))
            .append("</div></td>");
      }
      html.append("</tr>\n");
    }
    html.append("</table>\n");
  }

  private static boolean isNumber(String head) {
    return HEADS.indexOf(head) >= WORDS;
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
        .append("gzipped, and only the sizes were added up. It leaves out HTTP headers. The third ")
        .append("is all that went over the connection: the file server gzips too, and headers ")
        .append("are in it.</p>\n");
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

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
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
