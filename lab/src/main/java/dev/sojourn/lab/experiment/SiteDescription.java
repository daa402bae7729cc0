package dev.sojourn.lab.experiment;

import java.nio.file.Path;
import java.util.List;

/// The site of an experiment.
public sealed interface SiteDescription {

  /// {@return the path at which the crawl begins; starts with a slash}
  String start();

  /// {@return whether `/page` stands for the file `page.html`}
  default boolean hasCleanUrls() {
    return this instanceof Warc;
  }

  /// {@return whether its pages change in the course of a run}
  default boolean isChanging() {
    return this instanceof Generated made && !made.rates().equals(Rates.NONE);
  }

  /// A generated site.
  ///
  /// @param start the path at which the crawl begins
  /// @param pages how many, the start page not counted
  /// @param pageBytes mean size of a page
  /// @param links links of a page
  /// @param children how many of them lead further down, so that all pages are found
  /// @param parts folders of the top level
  /// @param leaving share of the links that lead to another part, 0 to 1
  /// @param changed share of the pages whose text differs from that of a site with share 0
  /// @param relevant share of the pages that have a certain word
  /// @param rates how often pages change, come and go between two crawls
  record Generated(
      String start,
      int pages,
      int pageBytes,
      int links,
      int children,
      int parts,
      double leaving,
      double changed,
      double relevant,
      Rates rates)
      implements SiteDescription {}

  /// The rates of changes, for each page of the begin and day of the site's own time.
  ///
  /// @param changing changes of a page
  /// @param coming pages that come
  /// @param going pages that go
  record Rates(double changing, double coming, double going) {
    /// The rates of a site that stays as it is.
    public static final Rates NONE = new Rates(0, 0, 0);
  }

  /// A folder of files.
  ///
  /// @param start the path at which the crawl begins
  /// @param folder an absolute path
  record Folder(String start, Path folder) implements SiteDescription {}

  /// The HTML of an installed Debian package.
  ///
  /// @param start the path at which the crawl begins
  /// @param name of the package
  record DebianPackage(String start, String name) implements SiteDescription {}

  /// The javadoc jar of a Maven artifact.
  ///
  /// @param start the path at which the crawl begins
  /// @param artifact that it documents
  record Javadoc(String start, MavenCoordinates artifact) implements SiteDescription {}

  /// The pages of a site that was captured.
  ///
  /// @param start the path at which the crawl begins
  /// @param origin that the pages had, as `https://www.example.org`
  /// @param files absolute paths of WARC files; one at least
  record Warc(String start, String origin, List<Path> files) implements SiteDescription {
    /// Copies the list.
    public Warc {
      files = List.copyOf(files);
    }
  }
}
