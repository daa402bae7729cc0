package dev.sojourn.visit.content;

import com.sun.net.httpserver.SimpleFileServer;
import com.sun.net.httpserver.SimpleFileServer.OutputLevel;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.testing.Nginx;
import dev.sojourn.visit.upstream.UpstreamAddress;
import dev.sojourn.visit.upstream.UpstreamSettings;
import dev.sojourn.visit.upstream.UpstreamSource;
import dev.sojourn.visit.warc.WarcFiles;
import dev.sojourn.visit.warc.WarcSettings;
import dev.sojourn.visit.warc.WarcSource;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The kinds of content sources, each opened on the pages of one folder.
enum SourceKind {
  /// The folder itself.
  FOLDER {
    @Override
    OpenSource open(Path folder, Path work) throws IOException {
      var rules = FileRules.of(List.of("/closed"), List.of());
      return new OpenSource(
          DocumentRoot.open(folder, List.of("index.html"), MAX_BYTES, rules, PrivatePaths.NONE),
          () -> {});
    }
  },

  /// A web server on the folder: nginx if it is installed, else the one of the JDK.
  UPSTREAM {
    @Override
    OpenSource open(Path folder, Path work) throws IOException {
      if (Nginx.isInstalled()) {
        var nginx = Nginx.start(work.resolve("nginx"), List.of(folder));
        return new OpenSource(upstream(nginx.ports().getFirst().number()), nginx::close);
      }
      var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var server = SimpleFileServer.createFileServer(any, folder, OutputLevel.NONE);
      server.start();
      return new OpenSource(upstream(server.getAddress().getPort()), () -> server.stop(0));
    }
  },

  /// A WARC file with a capture of each page, compressed record by record.
  WARC {
    @Override
    OpenSource open(Path folder, Path work) throws IOException {
      var file = work.resolve("site.warc.gz");
      WarcFiles.writeSite(file, SITE, folder);
      var urls = new UrlRules(FileRules.chosen(List.of("/closed"), List.of()));
      return new OpenSource(
          WarcSource.open(new WarcSettings(SITE, List.of(file), urls, MAX_BYTES, 1_000)), () -> {});
    }
  };

  static final String SITE = "http://site.example";
  static final int MAX_BYTES = 1_000;

  /// A source with what it needs open.
  record OpenSource(ContentSource pages, Closeable opened) implements Closeable {
    OpenSource {
      pages = pages.onlyOf(SITE);
    }

    @Override
    public void close() throws IOException {
      opened.close();
    }
  }

  private static ContentSource upstream(int port) throws IOException {
    try {
      var address = UpstreamAddress.resolve("http://127.0.0.1:" + port, false, NameService.SYSTEM);
      var urls = new UrlRules(FileRules.chosen(List.of("/closed"), List.of()));
      return UpstreamSource.of(
          new UpstreamSettings(SITE, address, urls, MAX_BYTES, 10_000, Duration.ofSeconds(30)));
    } catch (UpstreamAddress.RefusedException e) {
      throw new IOException(e);
    }
  }

  /// @param folder with the files of the site
  /// @param work for files of the source itself
  abstract OpenSource open(Path folder, Path work) throws IOException;
}
