package dev.sojourn.lab.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.lab.process.HostProcess;
import dev.sojourn.lab.site.SiteFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Follows a site at its own host daemon, and changes pages. It measures how soon each change is
/// found, and how many bytes the changes cost.
@Command(
    name = "follow-load",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Follow a site at a host daemon of its own, change one page after the other, and print how"
          + " soon each change is in the index, and how many bytes the changes moved."
    })
public final class FollowLoad implements Callable<Integer> {
  private static final int PAGE_BYTES = 8_000;
  private static final int LINKS = 20;
  private static final int CHILDREN = 5;
  private static final int PARTS = 10;
  private static final int WORD_CHARS = 14;
  private static final double PER_CENT = 100;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--pages", paramLabel = "N", description = "Pages to make up (default: 10,000).")
  private int pages = 10_000;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "A folder of pages, which is copied, in place of pages that are made up.")
  private Optional<Path> source = Optional.empty();

  @Option(
      names = "--changes",
      paramLabel = "N",
      description = "Pages to change, one after the other (default: 1 %% of the pages).")
  private Optional<Integer> changes = Optional.empty();

  private final SigningKey owner = SigningKey.generate(new SecureRandom());
  private final SplittableRandom random = new SplittableRandom(1);
  private final AtomicInteger asked = new AtomicInteger();

  /// Creates the command; its options come from the command line.
  public FollowLoad() {}

  /// The measurement in the form that `--json` prints.
  ///
  /// @param pages number of pages that were read first
  /// @param changes number of changed pages
  /// @param p50Millis time within which 50 % of the changes were found, in milliseconds
  /// @param p95Millis the same for 95 %
  /// @param maxMillis the same for all changes
  /// @param firstBytes bytes on the wire for the first crawl
  /// @param gzipBytes bytes of the bodies of all pages, each compressed with gzip
  /// @param changeBytes bytes on the wire for the changes
  /// @param changePercent `changeBytes` as a percentage of the bytes of the bodies
  /// @param askedOfServer requests at the site's web server, without robots.txt
  public record Measured(
      long pages,
      int changes,
      long p50Millis,
      long p95Millis,
      long maxMillis,
      long firstBytes,
      long gzipBytes,
      long changeBytes,
      double changePercent,
      int askedOfServer) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("follow-load");
    var www = folder.resolve("www");
    SiteFolder.write(site(), 1, www);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, www));
    server.start();
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    try (var host = HostProcess.start(hostFile(folder, origin), folder.resolve("host.log"))) {
      Files.writeString(
          www.resolve("robots.txt"),
          "User-agent: *\nAllow: /\nMobile-agent-server: / %s\n".formatted(host.listening()));
      print(measure(folder, origin));
    } finally {
      server.stop(0);
    }
    return ExitCode.DONE.code();
  }

  private SiteDescription site() {
    return source
        .<SiteDescription>map(from -> new SiteDescription.Folder("/", from))
        .orElseGet(
            () ->
                new SiteDescription.Generated(
                    "/",
                    pages,
                    PAGE_BYTES,
                    LINKS,
                    CHILDREN,
                    PARTS,
                    0,
                    0,
                    0,
                    SiteDescription.Rates.NONE));
  }

  private void answer(HttpExchange exchange, Path www) throws IOException {
    try (exchange) {
      boolean isRobots = exchange.getRequestURI().getPath().equals("/robots.txt");
      if (!isRobots) {
        asked.incrementAndGet();
      }
      var body = isRobots ? Files.readAllBytes(www.resolve("robots.txt")) : new byte[0];
      exchange.sendResponseHeaders(isRobots ? 200 : 404, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Path hostFile(Path folder, String origin) throws IOException {
    new KeySet(List.of(owner.verifyKey())).write(folder.resolve("owner.jwk"));
    return Files.writeString(
        folder.resolve("host.toml"),
        """
        listen = "127.0.0.1:0"
        data = "data"
        [[site]]
        origin = "%s"
        root = "www"
        [[trust]]
        name = "load"
        keys = "owner.jwk"
        """
            .formatted(origin));
  }

  private Measured measure(Path folder, String origin) throws IOException, InterruptedException {
    if (!(AgentCatalog.ofThisProgram().find("indexing") instanceof AgentReading.Read(var code))) {
      throw new CommandException(
          ExitCode.FAILED, "The agent \"indexing\" is not here; start this with ./sojourn.");
    }
    var request =
        new CrawlRequest(
            List.of(origin + "/"),
            folder.resolve("out"),
            false,
            Optional.of(code),
            new CrawlRequest.Crawler(
                owner, Optional.empty(), "Sojourn", "Sojourn/0.1", CrawlIdentity.NONE),
            CrawlSettings.defaults(),
            ChangedTerms.NONE);
    try (var follower = Follower.start(request)) {
      follower.awaitFirst();
      var files = htmlFiles(folder.resolve("www"));
      int count = changes.orElse(Math.max(1, files.size() / (int) PER_CENT));
      var latencies = new Latencies(count);
      for (int i = 0; i < count; i++) {
        var word = word();
        var file = files.get(random.nextInt(files.size()));
        Files.writeString(
            file,
            Files.readString(file, StandardCharsets.ISO_8859_1) + "<p>" + word + "</p>\n",
            StandardCharsets.ISO_8859_1);
        latencies.record(follower.awaitWord(word));
      }
      return measured(follower, count, latencies);
    }
  }

  /// Generates a word of letters only, since the search splits other words.
  private String word() {
    return random
        .ints(WORD_CHARS, 'a', 'z' + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private Measured measured(Follower follower, int count, Latencies latencies) throws IOException {
    var summary = follower.stop();
    long moved = summary.wireBytesMobile() - follower.firstBytes();
    long gzip = follower.firstGzipBytes();
    return new Measured(
        follower.firstPages(),
        count,
        latencies.within(0.5).toMillis(),
        latencies.within(0.95).toMillis(),
        latencies.within(1).toMillis(),
        follower.firstBytes(),
        gzip,
        moved,
        PER_CENT * moved / gzip,
        asked.get());
  }

  private static List<Path> htmlFiles(Path www) throws IOException {
    try (var paths = Files.walk(www)) {
      return paths
          .filter(path -> path.toString().endsWith(".html"))
          .sorted()
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  private void print(Measured measured) {
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, measured);
      return;
    }
    out.printf(
        "%,d pages, %,d changed: in the index after %,d ms (p50), %,d ms (p95), %,d ms (all)%n",
        measured.pages(),
        measured.changes(),
        measured.p50Millis(),
        measured.p95Millis(),
        measured.maxMillis());
    out.printf(
        "%,d bytes for the first crawl, %,d for the changes: %.2f %% of %,d bytes as gzip%n",
        measured.firstBytes(),
        measured.changeBytes(),
        measured.changePercent(),
        measured.gzipBytes());
    out.printf("%,d requests for pages at the web server%n", measured.askedOfServer());
    out.flush();
  }
}
