package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jsoup.nodes.Document;

/// A folder of pages, read by jsoup alone: what agents should find in it. It shares no code with
/// the agents and their worker.
///
/// @param root of the site
/// @param pages that can be reached, by their paths
/// @param broken the paths that pages link to and that lead to no file
record ReadSite(Path root, Map<String, ReadPage> pages, Set<String> broken) {
  static final String ORIGIN = "http://localhost";

  /// A page of the site.
  ///
  /// @param bytes of its body
  /// @param title of the page
  /// @param language that it declares, or `none`
  /// @param isText whether it may be indexed, has a text, and is the first with its body
  /// @param shingles of five words of its text; a shorter text is one
  record ReadPage(
      int bytes, String title, String language, boolean isText, Set<List<String>> shingles) {

    ReadPage withoutText() {
      return new ReadPage(bytes, title, language, false, shingles);
    }

    /// The part of the shingles of both that both have.
    double similarity(ReadPage other) {
      var union = new HashSet<>(shingles);
      union.addAll(other.shingles);
      long both = shingles.stream().filter(other.shingles::contains).count();
      return (double) both / union.size();
    }
  }

  static ReadSite of(Path root) throws IOException {
    var pages = new TreeMap<String, ReadPage>();
    var links = new HashSet<String>();
    var walk =
        SiteWalk.of(
            root,
            ORIGIN,
            (path, body, html) -> {
              pages.put(path, read(body, html));
              links.addAll(SiteWalk.links(html, ORIGIN, path));
            });
    var bodies = new HashSet<String>();
    pages.replaceAll(
        (path, page) -> bodies.add(walk.pages().get(path)) ? page : page.withoutText());
    var broken = new TreeSet<String>();
    for (var link : links) {
      var file = root.resolve(link.substring(1));
      var page = Files.isDirectory(file) ? file.resolve("index.html") : file;
      if (walk.robots().allows(link) && !Files.isRegularFile(page)) {
        broken.add(link);
      }
    }
    return new ReadSite(root, Collections.unmodifiableMap(pages), broken);
  }

  private static ReadPage read(byte[] body, Document html) {
    var element = html.selectFirst("html");
    var language =
        List.of(element.attr("lang"), element.attr("xml:lang"), "none").stream()
            .filter(value -> !value.isEmpty())
            .findFirst()
            .orElseThrow();
    var words = new ArrayList<String>();
    for (var word : html.body().text().toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{Nd}]+", -1)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    var shingles = new HashSet<List<String>>();
    for (int i = 0; i + 5 <= words.size(); i++) {
      shingles.add(List.copyOf(words.subList(i, i + 5)));
    }
    if (shingles.isEmpty() && !words.isEmpty()) {
      shingles.add(words);
    }
    boolean isIndexed = html.select("meta[name=robots][content*=noindex]").isEmpty();
    return new ReadPage(
        body.length, html.title(), language, isIndexed && !words.isEmpty(), shingles);
  }
}
