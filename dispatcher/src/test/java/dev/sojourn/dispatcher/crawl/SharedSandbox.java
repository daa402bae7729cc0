package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.recrawl.NextRound;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The sandbox that crawls of one JVM of tests have in common. A crawl of [Crawl] opens one of its
/// own, tries the namespaces of the machine and starts a worker. A start takes more processor time
/// than the crawl of a small site, and most tests ask only what a crawl makes of its pages.
final class SharedSandbox {
  private static final Sandbox SANDBOX = open();

  private SharedSandbox() {}

  private static Sandbox open() {
    var settings = CrawlSettings.defaults().sandbox();
    try {
      var sandbox = ProcessSandbox.open(settings.withSocketsIn(Path.of("target").toAbsolutePath()));
      Runtime.getRuntime().addShutdownHook(new Thread(sandbox::close));
      return sandbox;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Crawls as [Crawl#run(CrawlRequest, CrawlListener, InstantSource)] does.
  static CrawlSummary crawl(CrawlRequest request) throws IOException {
    return crawl(request, Crawl.Clocks.of(InstantSource.system()));
  }

  static CrawlSummary crawl(CrawlRequest request, Crawl.Clocks clocks) throws IOException {
    return crawl(request, clocks, fetcher -> new RobotsFetcher(fetcher, clocks.rules()));
  }

  /// Crawls, and lets somebody hear how it goes on.
  static CrawlSummary crawl(CrawlRequest request, CrawlListener listener) throws IOException {
    var clocks = Crawl.Clocks.of(InstantSource.system());
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      Crawl.begin(request, store, clocks.machine().instant());
      var kept = KeptPoliteness.of(request, store);
      return run(
          kept,
          out,
          store,
          clocks,
          fetcher -> new RobotsFetcher(fetcher, clocks.rules()),
          listener);
    }
  }

  /// Crawls, and reads robots.txt as a test wants it.
  static CrawlSummary crawl(
      CrawlRequest request, Crawl.Clocks clocks, Function<HttpFetcher, RobotsFetcher> robots)
      throws IOException {
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      Crawl.begin(request, store, clocks.machine().instant());
      return run(
          KeptPoliteness.of(request, store), out, store, clocks, robots, CrawlListener.SILENT);
    }
  }

  /// Makes a finished crawl again as [Crawl#runAgain] does.
  static CrawlSummary crawlAgain(CrawlRequest request) throws IOException {
    return crawlAgain(request, CrawlListener.SILENT);
  }

  /// Makes a finished crawl again, and lets somebody hear how it goes on.
  static CrawlSummary crawlAgain(CrawlRequest request, CrawlListener listener) throws IOException {
    var clocks = Crawl.Clocks.of(InstantSource.system());
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      var id = UUID.randomUUID().toString().replace("-", "").substring(0, 20);
      if (!NextRound.begin(store, id, request.changed(), clocks.machine().instant())) {
        throw new AssertionError("The crawl is not finished: " + request.out());
      }
      return run(
          KeptPoliteness.of(request.withChanged(ChangedTerms.NONE), store),
          out,
          store,
          clocks,
          fetcher -> new RobotsFetcher(fetcher, clocks.rules()),
          listener);
    }
  }

  private static CrawlSummary run(
      CrawlRequest request,
      OutDirectory out,
      CrawlStore store,
      Crawl.Clocks clocks,
      Function<HttpFetcher, RobotsFetcher> robots,
      CrawlListener listener)
      throws IOException {
    try (var index = index(request, out, clocks);
        var lines = Crawl.lines(request, out, store);
        var fetcher = HttpFetcher.open(Crawl.http(request, clocks.machine()));
        var client = AtpClient.open(request.settings().hosts().client())) {
      var summary =
          new CrawlRun(
                  request,
                  store,
                  lines,
                  Optional.ofNullable(index),
                  new CrawlRun.OpenLinks(fetcher, robots.apply(fetcher), client, SANDBOX),
                  clocks,
                  listener,
                  Optional.empty())
              .run(out);
      Crawl.write(summary, out);
      return summary;
    }
  }

  private static @Nullable SearchIndex index(
      CrawlRequest request, OutDirectory out, Crawl.Clocks clocks) throws IOException {
    return request.settings().isIndexed() ? SearchIndex.open(out.path(), clocks.machine()) : null;
  }
}
