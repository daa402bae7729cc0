package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A site of the old kind, made here. Its start page is a frameset, and most of its pages are
/// reached by frames, `link` elements and refreshes alone.
final class FramedSite {
  /// Pages that are reached by `rel=next` only, one after the other.
  private static final int CHAIN = 60;

  private final Path root;

  private FramedSite(Path root) {
    this.root = root;
  }

  /// Makes the site.
  ///
  /// @param root its document root
  static Path in(Path root) throws IOException {
    new FramedSite(root).write();
    return root;
  }

  private void write() throws IOException {
    page(
        "index.html",
        """
        <frameset cols="20%,80%"><frame src="menu.html">
        <frameset><frame src="pages/main.html"></frameset></frameset>
        """);
    body("menu.html", "<a href=\"pages/first.html\" target=\"main\">First</a>");
    body(
        "pages/main.html",
        """
        <iframe src="../embedded/inner.html"></iframe>
        <map><area href="area.html"></map>
        """);
    body("embedded/inner.html", "<a href=\"deeper.html\">Deeper</a>");
    body("embedded/deeper.html", "<p>Nothing leads on from here.</p>");
    body("pages/area.html", "<p>Reached by a map.</p>");
    page(
        "pages/first.html",
        """
        <head><title>First</title><link rel="next" href="../chain/0.html">
        <meta http-equiv="refresh" content="0; url=moved.html"></head><body>On its way.</body>
        """);
    page(
        "pages/moved.html",
        """
        <head><title>Moved</title><link rel="canonical" href="../canonical.html"></head>
        <body>The other name of a page.</body>
        """);
    body("canonical.html", "<p>The name by which the page wants to be known.</p>");
    for (int i = 0; i < CHAIN; i++) {
      page(
          "chain/" + i + ".html",
          """
          <head><title>Link %d</title><link rel="next" href="%d.html"></head><body>Part %d.</body>
          """
              .formatted(i, i + 1, i));
    }
  }

  private void body(String path, String html) throws IOException {
    page(path, "<head><title>%s</title></head><body>%s</body>".formatted(path, html));
  }

  private void page(String path, String html) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "<!DOCTYPE html><html lang=\"en\">" + html + "</html>\n");
  }
}
