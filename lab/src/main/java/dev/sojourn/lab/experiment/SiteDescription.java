package dev.sojourn.lab.experiment;

import java.nio.file.Path;
import java.util.List;

/// The site of an experiment.
public sealed interface SiteDescription {

  /// {@return the path of the start page; starts with a slash}
  String start();

  /// {@return whether `/page` means the file `page.html`}
  default boolean hasCleanUrls() {
    return this instanceof Warc;
  }

  /// {@return whether its pages change during a run}
  default boolean isChanging() {
    return this instanceof Generated made && !made.rates().equals(Rates.NONE);
  }

  /// A generated site.
  ///
  /// @param start the path of the start page
  /// @param pages number of pages, without the start page
  /// @param pageBytes mean size of a page in bytes
  /// @param links links on each page
  /// @param children how many of the links lead to pages one level down; these links reach all
  ///   pages
  /// @param parts number of folders at the top level
  /// @param leaving share of the links that lead to another part, 0 to 1
  /// @param changed share of the pages whose text differs from that of the same site with `changed`
  ///   0
  /// @param relevant share of the pages that contain a certain word
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

  /// The rates of changes, per initial page and per day of the site's own time.
  ///
  /// @param changing changes of a page
  /// @param coming new pages
  /// @param going deleted pages
  record Rates(double changing, double coming, double going) {
    /// The rates of a site that never changes.
    public static final Rates NONE = new Rates(0, 0, 0);
  }

  /// A folder of files.
  ///
  /// @param start the path of the start page
  /// @param folder an absolute path
  record Folder(String start, Path folder) implements SiteDescription {}

  /// The HTML of an installed Debian package.
  ///
  /// @param start the path of the start page
  /// @param name of the package
  record DebianPackage(String start, String name) implements SiteDescription {}

  /// The javadoc jar of a Maven artifact.
  ///
  /// @param start the path of the start page
  /// @param artifact the documented artifact
  record Javadoc(String start, MavenCoordinates artifact) implements SiteDescription {}

  /// The pages of a captured site.
  ///
  /// @param start the path of the start page
  /// @param origin the origin of the captured pages, for example `https://www.example.org`
  /// @param files absolute paths of WARC files; at least one
  record Warc(String start, String origin, List<Path> files) implements SiteDescription {
    /// Copies the list.
    public Warc {
      files = List.copyOf(files);
    }
  }
}
