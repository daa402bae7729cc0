package dev.sojourn.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The links of documents in Markdown: each leads to an absolute URL, or to a file, and a heading
/// in it, below the same folder.
public final class DocumentLinks {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern ABSOLUTE = Pattern.compile("[a-z][a-z+.-]*:.*");

  private final Path folder;

  private DocumentLinks(Path folder) {
    this.folder = folder;
  }

  /// {@return the broken links of all documents below a folder, each as `document -> link`}
  ///
  /// @param folder with the documents
  /// @throws IOException if one cannot be read
  public static List<String> broken(Path folder) throws IOException {
    return new DocumentLinks(folder.toRealPath()).broken();
  }

  private List<String> broken() throws IOException {
    var broken = new ArrayList<String>();
    try (var files = Files.walk(folder)) {
      for (var document : files.filter(file -> file.toString().endsWith(".md")).sorted().toList()) {
        for (var link : links(document)) {
          if (!ABSOLUTE.matcher(link).matches() && !leadsSomewhere(document, link)) {
            broken.add(folder.relativize(document) + " -> " + link);
          }
        }
      }
    }
    return broken;
  }

  /// Only outside listings, whose text may look like a link.
  private static List<String> links(Path document) throws IOException {
    var links = new ArrayList<String>();
    boolean isListing = false;
    for (var line : Files.readAllLines(document)) {
      if (line.strip().startsWith("```")) {
        isListing = !isListing;
      } else if (!isListing) {
        LINK.matcher(line.replaceAll("`[^`]*`", "")).results().forEach(l -> links.add(l.group(1)));
      }
    }
    return links;
  }

  private boolean leadsSomewhere(Path document, String link) throws IOException {
    var parts = link.split("#", 2);
    var target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    return target.startsWith(folder)
        && Files.exists(target)
        && (parts.length == 1 || headings(target).contains(parts[1]));
  }

  private static Set<String> headings(Path document) throws IOException {
    var headings = new HashSet<String>();
    for (var line : Files.readAllLines(document)) {
      if (line.startsWith("#")) {
        headings.add(
            line.replaceFirst("^#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-'));
      }
    }
    return headings;
  }
}
