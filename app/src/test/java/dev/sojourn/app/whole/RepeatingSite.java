package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A site with many equal bodies, made here. Two directories have start pages that are the same to
/// the last byte, but lead to pages of their own. Single pages have copies under several names.
final class RepeatingSite {
  /// Pages of each directory that stand in one of them only.
  private static final int OWN_PAGES = 40;

  /// The page that its copies call canonical.
  static final String CANONICAL = "/copies/the-name-that-it-prefers.html";

  /// The shortest name of a page whose copies do not say which they prefer.
  static final String SHORTEST = "/copies/s.html";

  private final Path root;

  private RepeatingSite(Path root) {
    this.root = root;
  }

  /// Makes the site.
  ///
  /// @param root its document root
  static Path in(Path root) throws IOException {
    new RepeatingSite(root).write();
    return root;
  }

  private void write() throws IOException {
    page(
        "index.html",
        """
        <a href="one/">One</a> <a href="two/">Two</a>
        <a href="copies/a-long-name.html">A</a> <a href="copies/s.html">B</a>
        <a href="copies/c.html">C</a> <a href="copies/the-name-that-it-prefers.html">D</a>
        <a href="fails/">These fail</a>
        """);
    for (var directory : new String[] {"one", "two"}) {
      var links = new StringBuilder();
      for (int i = 0; i < OWN_PAGES; i++) {
        links.append("<a href=\"%d.html\">%d</a>\n".formatted(i, i));
        page(directory + "/" + i + ".html", "<p>Page %d of %s.</p>".formatted(i, directory));
      }
      page(directory + "/index.html", links + "<a href=\"shared.html\">Shared</a>");
      page(directory + "/shared.html", "<p>This page is the same in both.</p>");
    }
    var failing = new StringBuilder("<a href=\"%s\">Gone</a>".formatted(FailingServer.GONE));
    FailingServer.FAULTS.forEach(
        path -> failing.append("<a href=\"%s\">%s</a>\n".formatted(path, path)));
    page("fails/index.html", failing.toString());
    for (var name : new String[] {"a-long-name.html", "s.html"}) {
      page("copies/" + name, "<p>Zweinamig: a page under two names.</p>");
    }
    for (var name : new String[] {"c.html", "the-name-that-it-prefers.html"}) {
      page(
          "copies/" + name,
          "<link rel=\"canonical\" href=\"%s\">".formatted(CANONICAL),
          "<p>Wohlbenannt: a page that knows its name.</p>");
    }
  }

  private void page(String path, String html) throws IOException {
    page(path, "", html);
  }

  private void page(String path, String head, String html) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(
        file,
        "<!DOCTYPE html><html lang=\"en\"><head><title>Copies</title>%s</head><body>%s</body></html>\n"
            .formatted(head, html));
  }
}
