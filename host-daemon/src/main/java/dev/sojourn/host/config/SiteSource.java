package dev.sojourn.host.config;

import dev.sojourn.visit.upstream.UpstreamAddress;
import dev.sojourn.visit.warc.WarcNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The place of a site's pages.
public sealed interface SiteSource {

  /// A folder of files.
  ///
  /// @param root `site.root`: the folder, relative to the configuration file
  /// @param indexFiles `site.index`: the names of index files of a directory, in the order of
  ///   search. Default `index.html`, `index.htm`
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

  /// A web server that holds the site.
  ///
  /// @param address `site.upstream`: the server, such as `http://127.0.0.1:8080`
  /// @param rate `site.upstream-rate`: requests per second of all visits together; 1 to 10,000.
  ///   Default 50
  /// @param time `site.upstream-time`: the longest time from a request to the end of its answer;
  ///   100 ms to 5 min. Default 30 s
  record Upstream(UpstreamAddress address, int rate, Duration time) implements SiteSource {
    @Override
    public String words() {
      return "the web server at " + address.url();
    }
  }

  /// WARC files.
  ///
  /// @param names `site.warc`: paths and patterns of files, relative to the configuration file
  /// @param maxRecords `site.warc-records`: the largest number of records of the site that are
  ///   indexed; 1 to 10,000,000. Default 250,000
  record Warc(WarcNames names, int maxRecords) implements SiteSource {
    @Override
    public String words() {
      return names.words();
    }
  }

  /// {@return the place in words, such as `the folder /srv/www`}
  String words();
}
