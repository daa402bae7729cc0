package dev.sojourn.app.demo;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.index.Search;
import dev.sojourn.crawl.index.SearchResult;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.crawl.Crawl;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.process.HostProcess;
import dev.sojourn.lab.site.StaticServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Runs the demo: prepares the sites, starts the web server and two host daemons, crawls, searches,
/// and stops the servers.
final class Demo {
  private static final String QUERY = "analyzer token stream";
  private static final int HITS = 3;
  private static final String PRODUCT = "SojournDemo";

  private final DemoDirectory directory;
  private final Path jars;
  private final CrawlListener listener;

  /// Prepares a run.
  ///
  /// @param jars the folder with the Javadoc jars
  Demo(DemoDirectory directory, Path jars, CrawlListener listener) {
    this.directory = directory;
    this.jars = jars;
    this.listener = listener;
  }

  /// Runs the demo. When it returns or throws, the server and the daemons have ended.
  DemoResult run() throws IOException, InterruptedException {
    long pages = DemoSite.prepare(jars, directory.site());
    Files.createDirectories(directory.key().resolveSibling(""));
    var owner = SigningKey.generate(new SecureRandom());
    owner.write(directory.key());
    Files.write(directory.publicKey(), owner.verifyKey().toJwk().toArray());
    try (var web = StaticServer.start(directory.site(), directory.accessLog(), false, true);
        var main = start("main", web);
        var search = start("search", web)) {
      listener.noted(
          String.format(
              Locale.ROOT,
              "%,d HTML pages of %s are served at %s; two host daemons start.",
              pages,
              String.join(", ", DemoSite.FOLDERS),
              origin(web)));
      DemoSite.writeRobots(directory.site(), main.listening(), search.listening());
      var crawl = crawl(origin(web), owner);
      return finished(origin(web), crawl, search());
    }
  }

  private static String origin(StaticServer web) {
    return "http://127.0.0.1:" + web.port();
  }

  private HostProcess start(String name, StaticServer web) throws IOException {
    var home = Files.createDirectories(directory.host(name));
    var config = home.resolve("host.toml");
    Files.writeString(
        config,
        """
        listen = "127.0.0.1:0"
        data = "data"

        [[site]]
        origin = "%s"
        root = "../../site"

        [[trust]]
        name = "demo"
        keys = "../../keys/demo.pub.jwk"

        # The agent is the demo's own, so it may run wherever the demo does.
        [policy]
        confinement = "offered"
        """
            .formatted(origin(web)));
    return HostProcess.start(config, home.resolve("log"));
  }

  private CrawlSummary crawl(String site, SigningKey owner)
      throws IOException, InterruptedException {
    return Crawl.run(
        new CrawlRequest(
            List.of(site + "/"),
            directory.crawl(),
            false,
            Optional.of(agent()),
            new CrawlRequest.Crawler(
                owner, Optional.empty(), PRODUCT, PRODUCT + "/0.1", CrawlIdentity.NONE),
            CrawlSettings.defaults(),
            ChangedTerms.NONE),
        listener,
        InstantSource.system());
  }

  private static AgentCode agent() {
    return switch (AgentCatalog.ofThisProgram().find("indexing")) {
      case AgentReading.Read(var code) -> code;
      case AgentReading.Unusable(var sentence, _) ->
          throw new CommandException(ExitCode.FAILED, sentence);
    };
  }

  private SearchResult search() throws IOException {
    try (var search = Search.open(directory.crawl(), InstantSource.system())) {
      return search.find(QUERY, HITS);
    }
  }

  private DemoResult finished(String site, CrawlSummary crawl, SearchResult found)
      throws IOException {
    var result =
        new DemoResult(site, crawl, found, directory.crawl().resolve("index"), directory.report());
    var robots = Files.readString(directory.site().resolve("robots.txt"));
    DemoSite.replace(directory.report(), DemoReport.render(result, robots));
    return result;
  }
}
