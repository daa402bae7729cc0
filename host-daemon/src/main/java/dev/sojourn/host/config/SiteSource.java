package dev.sojourn.host.config;

import dev.sojourn.visit.upstream.UpstreamAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The place of a site's pages.
public sealed interface SiteSource {

  /// A folder of files.
  ///
  /// @param root `site.root`: the folder; relative to the file
  /// @param indexFiles `site.index`: names looked for in a directory, in order. Default
  ///   `index.html`, `index.htm`
  /// @param cleanUrls `site.clean-urls`: whether `/page` stands for `/page.html`. Default false
  record Folder(Path root, List<String> indexFiles, boolean cleanUrls) implements SiteSource {
    /// Copies the list.
    public Folder {
      indexFiles = List.copyOf(indexFiles);
    }

    @Override
    public String words() {
      return "the folder " + root;
    }
  }

  /// A web server beside this host.
  ///
  /// @param address `site.upstream`: the server, as `http://127.0.0.1:8080`
  /// @param rate `site.upstream-rate`: requests in a second, of all visits; 1 to 10,000. Default 50
  /// @param time `site.upstream-time`: from a request to the end of its answer; 100 ms to 5 min.
  ///   Default 30 s
  record Upstream(UpstreamAddress address, int rate, Duration time) implements SiteSource {
    @Override
    public String words() {
      return "the web server at " + address.url();
    }
  }

  /// WARC files.
  ///
  /// @param files `site.warc`: the files that these paths and patterns name; relative to the file
  /// @param maxRecords `site.warc-records`: records of the site that are indexed at most; 1 to
  ///   10,000,000. Default 250,000
  record Warc(List<Path> files, int maxRecords) implements SiteSource {
    /// Copies the list.
    public Warc {
      files = List.copyOf(files);
    }

    @Override
    public String words() {
      return files.size() == 1
          ? "the WARC file " + files.getFirst()
          : files.size() + " WARC files, as " + files.getFirst();
    }
  }

  /// {@return the place in words, as `the folder /srv/www`}
  String words();
}
