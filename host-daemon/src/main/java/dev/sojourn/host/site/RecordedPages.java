package dev.sojourn.host.site;

import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.FolderIndex;
import dev.sojourn.visit.content.PrivatePaths;
import dev.sojourn.visit.upstream.UpstreamSource;
import dev.sojourn.visit.warc.WarcNames;
import dev.sojourn.visit.warc.WarcSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The pages of a site as a watch lists them, and the names in its record. A name belongs to a
/// directory, whose own name is empty or ends in `/`.
public sealed interface RecordedPages {

  /// The files of a folder.
  ///
  /// @param index lists them
  record Folder(FolderIndex index) implements RecordedPages {
    @Override
    public Optional<PageUrl> url(String origin, String directory, String name) {
      return index.url(origin, names(directory), name);
    }

    @Override
    public boolean isGiven(String origin, String directory, String name) throws IOException {
      return index.isGiven(names(directory), name);
    }

    private static List<String> names(String directory) {
      return directory.isEmpty() ? List.of() : List.of(directory.split("/"));
    }
  }

  /// The captures in WARC files. The name of a page is its path and query; all pages share one
  /// directory.
  ///
  /// @param source the pages in the files
  /// @param names of the files
  /// @param own paths that no site may serve
  record Warc(WarcSource source, WarcNames names, PrivatePaths own) implements RecordedPages {
    @Override
    public Optional<PageUrl> url(String origin, String directory, String name) {
      return PageUrl.parse(origin + name);
    }

    @Override
    public boolean isRefused(String origin, String directory, String name) {
      return url(origin, directory, name).filter(source::isGiven).isEmpty();
    }
  }

  /// The pages of a web server, as its sitemaps list them. The name of a page is its path and
  /// query, and its directory is the path and query of the sitemap.
  ///
  /// @param source requests pages from the server
  /// @param robots names the sitemaps; empty without a readable robots.txt
  record Origin(UpstreamSource source, Supplier<Optional<RobotsTxt>> robots)
      implements RecordedPages {
    @Override
    public Optional<PageUrl> url(String origin, String directory, String name) {
      return name.startsWith("/") ? PageUrl.parse(origin + name) : Optional.empty();
    }

    @Override
    public boolean isRefused(String origin, String directory, String name) {
      return url(origin, directory, name).filter(source::isGiven).isEmpty();
    }

    /// A page that is no longer listed may still exist.
    @Override
    public Kind noted(Kind kind) {
      return kind == Kind.GONE ? Kind.CHANGED : kind;
    }
  }

  /// {@return the URL of a page; empty without one}
  ///
  /// @param origin of the site
  /// @param directory its recorded directory
  /// @param name its recorded name
  Optional<PageUrl> url(String origin, String directory, String name);

  /// {@return whether the operator withholds a page from all agents, existing or not} Such a page
  /// wakes no agent and is never named. Pages that a folder refuses are not recorded at all.
  ///
  /// @param origin of the site
  /// @param directory its recorded directory
  /// @param name its recorded name
  default boolean isRefused(String origin, String directory, String name) {
    return false;
  }

  /// {@return whether a page is served now, as far as known without a request}
  ///
  /// @param origin of the site
  /// @param directory its recorded directory
  /// @param name its recorded name
  /// @throws IOException if the files cannot be read
  default boolean isGiven(String origin, String directory, String name) throws IOException {
    return !isRefused(origin, directory, name);
  }

  /// {@return the kind of a change as shown to agents}
  ///
  /// @param kind the recorded kind
  default Kind noted(Kind kind) {
    return kind;
  }
}
