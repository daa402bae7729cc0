package dev.sojourn.dispatcher.crawl;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import dev.sojourn.dispatcher.crawl.report.CrawlSummary;
import dev.sojourn.dispatcher.http.HttpFetcher;
import dev.sojourn.dispatcher.http.HttpSettings;
import dev.sojourn.dispatcher.http.RobotsFetcher;
import dev.sojourn.dispatcher.http.SteadyClock;
import dev.sojourn.dispatcher.index.SearchIndex;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.OutDirectory;
import dev.sojourn.identity.signature.BotSigner;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/// Runs a crawl from its start, or from where it stopped, to its end.
public final class Crawl {
  private Crawl() {}

  /// The clocks of a crawl.
  ///
  /// @param machine the machine's: for what others are told, as passports and signatures
  /// @param steady measures how long things take; only goes forward
  /// @param rules tells when robots.txt is read again
  record Clocks(InstantSource machine, InstantSource steady, InstantSource rules) {

    static Clocks of(InstantSource machine) {
      var steady = new SteadyClock(machine);
      return new Clocks(machine, steady, steady);
    }
  }

  /// Crawls. Blocks until everything that can be reached is done.
  ///
  /// Interrupting the calling thread stops the crawl: within two seconds everything gathered is on
  /// disk, and this method returns, the interrupt consumed, with a summary that says so. The crawl
  /// can be resumed then, as it can be after the death of the process.
  ///
  /// @param request what to crawl
  /// @param listener hears how it goes on
  /// @param clock the machine's
  /// @return what came of it; also written to `summary.json`
  /// @throws CommandException if there is something wrong with the request or the directory
  /// @throws IOException if the directory can no longer be written; what was kept before is kept
  public static CrawlSummary run(CrawlRequest request, CrawlListener listener, InstantSource clock)
      throws IOException {
    return run(request, listener, Clocks.of(clock));
  }

  /// Crawls as [#run(CrawlRequest, CrawlListener, InstantSource)] does, by several clocks.
  static CrawlSummary run(CrawlRequest request, CrawlListener listener, Clocks clocks)
      throws IOException {
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database());
        var index = SearchIndex.open(out.path(), clocks.machine());
        var fetcher = HttpFetcher.open(http(request, clocks.machine()));
        var client = AtpClient.open(request.settings().hosts().client());
        var sandbox = ProcessSandbox.open(request.settings().sandbox().withSocketsIn(out.path()))) {
      var opening = CrawlOpening.of(request, store, clocks.machine().instant());
      var robots = new RobotsFetcher(fetcher, clocks.rules());
      var polite = request.withSettings(KeptPoliteness.of(request, store));
      var run =
          new CrawlRun(
              polite, opening, store, index, fetcher, robots, client, sandbox, clocks, listener);
      var summary = run.run(out);
      write(summary, out);
      return summary;
    }
  }

  private static void write(CrawlSummary summary, OutDirectory out) throws IOException {
    var json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(summary);
    AtomicFile.replace(
        out.summary(), file -> file.write((json + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  private static HttpSettings http(CrawlRequest request, InstantSource clock) {
    var settings = HttpSettings.standard(request.userAgent(), request.settings().sites().limits());
    var identity = request.identity();
    return identity.httpKey().isPresent() && identity.url().isPresent()
        ? settings.withSigner(new BotSigner(identity.url().get(), identity.httpKey().get(), clock))
        : settings;
  }
}
