package dev.sojourn.lab.site;

import dev.sojourn.lab.experiment.SiteDescription.Generated;
import dev.sojourn.lab.experiment.SiteParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A site that is generated from a seed. The same description and seed give the same files.
///
/// The pages of a part form a tree: page *n* is the parent of the pages *n·children + 1* and
/// following. The start page links to the first page of each part, so all pages are reachable.
/// Further links lead to any page, inside or outside the part.
final class GeneratedSite {
  /// The start of the site's time; files have dates from this time on.
  static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  /// The path of the start page.
  static final String START = "/index.html";

  /// The word on relevant pages. It contains no syllable of [WordSource].
  static final String RELEVANT = "relevant";

  private static final long PAGE_STEP = 0x9E3779B97F4A7C15L;
  private static final long CHANGED_TEXT = 0x5851F42D4C957F2DL;
  private static final long VERSION_STEP = 0x14057B7EF767814FL;

  private final Generated site;
  private final long seed;

  GeneratedSite(Generated site, long seed) {
    this.site = site;
    this.seed = seed;
  }

  /// Writes all pages into a folder.
  void write(Path folder) throws IOException {
    for (int part = 0; part < site.parts(); part++) {
      Files.createDirectories(folder.resolve(SiteParts.path(part).substring(1)));
    }
    var pages = IntStream.range(0, site.pages()).boxed().collect(Collectors.toSet());
    write(folder, START, startPage(pages));
    for (int page = 0; page < site.pages(); page++) {
      write(folder, path(page), text(page, 0));
    }
  }

  private static void write(Path folder, String path, String text) throws IOException {
    var file = Files.writeString(folder.resolve(path.substring(1)), text);
    Files.setLastModifiedTime(file, FileTime.from(BEGIN));
  }

  /// The path of a page. Consecutive pages go to consecutive parts.
  String path(int page) {
    return String.format(
        Locale.ROOT, "%s%06d.html", SiteParts.path(page % site.parts()), page / site.parts());
  }

  /// {@return the text of the start page} It links to the parts, and to each page whose parent page
  /// is missing.
  ///
  /// @param pages the numbers of the existing pages
  String startPage(Set<Integer> pages) {
    var html = new StringBuilder(head("Start"));
    html.append("<ul>\n");
    for (int page : new TreeSet<>(pages)) {
      if (page < site.parts()) {
        html.append("<li><a href=\"%s\">Part %d</a></li>\n".formatted(path(page), page));
      } else if (!pages.contains(over(page))) {
        html.append("<li><a href=\"%s\">Page %d</a></li>\n".formatted(path(page), page));
      }
    }
    return html.append("</ul>\n</body>\n</html>\n").toString();
  }

  /// The parent of a page in the tree of its part; -1 for a page that was added later.
  private int over(int page) {
    int parts = site.parts();
    int index = page / parts;
    return page < site.pages() ? (index - 1) / site.children() * parts + page % parts : -1;
  }

  private static String head(String title) {
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><title>%s</title></head>
    <body>
    <h1>%s</h1>
    """
        .formatted(title, title);
  }

  /// {@return the text of a page}
  ///
  /// @param page its number
  /// @param version number of its changes; versions have different texts, but the same links
  String text(int page, int version) {
    var shape = new SplittableRandom(seed ^ page * PAGE_STEP);
    double size = site.pageBytes() * (0.5 + shape.nextDouble());
    boolean isChanged = shape.nextDouble() < site.changed();
    var links = links(page, shape);
    long first = isChanged ? shape.nextLong() ^ CHANGED_TEXT : shape.nextLong();
    boolean isRelevant = shape.nextDouble() < site.relevant();
    var words = new WordSource(first ^ version * VERSION_STEP);
    var html = new StringBuilder(head(words.title() + " " + page));
    if (isRelevant) {
      html.append("<p class=\"keyword\">").append(RELEVANT).append("</p>\n");
    }
    var list = new StringBuilder("<ul>\n");
    for (var link : links) {
      list.append(
          "<li class=\"toctree\"><a class=\"reference internal\" href=\"%s\">%s</a></li>\n"
              .formatted(link, words.title()));
    }
    int rest = (int) size - list.length();
    for (int paragraph = 0; html.length() < rest; paragraph++) {
      if (paragraph % 4 == 0) {
        html.append("<h2 class=\"section\">").append(words.title()).append("</h2>\n");
      }
      html.append("<p class=\"description\">");
      words.sentences(html, Math.min(600, rest - html.length()));
      html.append("</p>\n");
    }
    return html.append(list).append("</ul>\n</body>\n</html>\n").toString();
  }

  /// The links of a page: its children, then those that leave the part, then others.
  List<String> links(int page, SplittableRandom random) {
    int parts = site.parts();
    int part = page % parts;
    int index = page / parts;
    int size = (site.pages() - part + parts - 1) / parts;
    var links = new ArrayList<String>();
    for (long child = (long) index * site.children() + 1;
        child <= (long) index * site.children() + site.children() && child < size;
        child++) {
      links.add(path((int) child * parts + part));
    }
    double leaving = site.links() * site.leaving();
    int left = (int) leaving + (random.nextDouble() < leaving - Math.floor(leaving) ? 1 : 0);
    for (int i = 0; i < left; i++) {
      int other = (part + 1 + random.nextInt(parts - 1)) % parts;
      links.add(path(random.nextInt((site.pages() - other + parts - 1) / parts) * parts + other));
    }
    while (links.size() < site.links()) {
      links.add(path(random.nextInt(size) * parts + part));
    }
    return links;
  }
}
