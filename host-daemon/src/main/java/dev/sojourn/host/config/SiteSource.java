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
  /// @param names `site.warc`: paths and patterns of files; relative to the file
  /// @param maxRecords `site.warc-records`: records of the site that are indexed at most; 1 to
  ///   10,000,000. Default 250,000
  record Warc(WarcNames names, int maxRecords) implements SiteSource {
    @Override
    public String words() {
      return names.words();
    }
  }

  /// {@return the place in words, as `the folder /srv/www`}
  String words();
}
