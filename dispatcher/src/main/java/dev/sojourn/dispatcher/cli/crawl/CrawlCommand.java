package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Interruption;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.crawl.core.RaisedLimits;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.store.FullDiskException;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.dispatcher.agent.AdmissionTrial;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.cli.display.CrawlDisplay;
import dev.sojourn.dispatcher.cli.display.FollowLines;
import dev.sojourn.dispatcher.cli.display.SummaryText;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.dispatcher.cli.key.OwnerKey;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import dev.sojourn.dispatcher.cli.option.ParameterOptions;
import dev.sojourn.dispatcher.crawl.Crawl;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import dev.sojourn.dispatcher.crawl.GivenUrl;
import dev.sojourn.identity.key.SigningKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `crawl`: sends agents where a host takes them, and crawls classically elsewhere.
@Command(
    name = "crawl",
    mixinStandardHelpOptions = true,
    description = {
      "Crawl sites: with agents where a site has hosts, from here where it has none.",
      "",
      "Ctrl-C stops the crawl within two seconds. It keeps everything gathered, and --resume goes"
          + " on.",
      "With --resume you can raise limits: work that a limit stopped goes on from there.",
      "With --recrawl a finished crawl is made again: only what changed is handed over.",
      "With --follow agents stay at the hosts that let them, and the index follows the sites until"
          + " Ctrl-C. Without a URL it goes on with the crawl in the directory."
    },
    footer = {
      "",
      "Examples:",
      "  sojourn crawl https://example.org/ --out example",
      "  sojourn crawl --resume --out example",
      "  sojourn crawl --resume --out example --max-pages 500000",
      "  sojourn crawl --recrawl example",
      "  sojourn crawl --follow --out example"
    })
public final class CrawlCommand implements Callable<Integer> {
  /// The crawl stops within two seconds; the rest is for its files.
  private static final Duration TIME_TO_STOP = Duration.ofSeconds(40);

  /// The settings of a crawl from its beginning to its end.
  private static final List<String> SETTLED =
      List.of("--agent", "--main", "--with", "--product-token");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private CrawlerName name = new CrawlerName();

  @Mixin private CrawlOptions options = new CrawlOptions();

  @Parameters(arity = "0..*", paramLabel = "URL", description = "Where to begin.")
  private List<String> starts = List.of();

  @Option(
      names = "--sites",
      paramLabel = "FILE",
      description = {
        "A file of further start URLs, one a line; - reads standard input. Lines that begin with #"
            + " are comments."
      })
  private Optional<Path> sites = Optional.empty();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Where everything goes (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("sojourn-crawl");

  @Option(names = "--resume", description = "Go on with the crawl that is in the directory.")
  private boolean isResumed;

  @Option(
      names = "--recrawl",
      paramLabel = "DIR",
      description = {
        "Make the finished crawl in the directory again, for one round. Pages that are known are"
            + " visited again, and handed over only if they changed."
      })
  private Optional<Path> recrawled = Optional.empty();

  @Option(
      names = "--follow",
      description = {
        "Follow the sites after the crawl: agents stay at their hosts and tell what changes; what"
            + " no agent watches is visited again at intervals."
      })
  private boolean isFollowing;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "With --follow, the time between two visits of what no agent watches, as 30m, 12h or 7d"
            + " (default: 24h)."
      })
  private Duration every = Duration.ofDays(1);

  @Option(
      names = "--agent",
      paramLabel = "NAME|JAR",
      description = "The agent that visits the pages (default: ${DEFAULT-VALUE}).")
  private String agent = "indexing";

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description =
          "The agent's class, or its name in the jar's manifest, if the jar has several agents.")
  private Optional<String> mainClass = Optional.empty();

  @Mixin private ParameterOptions parameters = new ParameterOptions();

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The key that signs agents (default: yours, made at the first crawl).")
  private Optional<Path> key = Optional.empty();

  @Mixin private IdentityOptions identity = new IdentityOptions();

  /// Creates the command; its options come from the command line.
  public CrawlCommand() {}

  @Override
  public Integer call() throws IOException {
    var request = request();
    var err = spec.commandLine().getErr();
    try (var interruption = Interruption.ofThisThread(TIME_TO_STOP);
        var display = CrawlDisplay.on(err, !json.isGiven())) {
      var code = ended(request, display, err);
      interruption.exitCode(code);
      return code.code();
    }
  }

  private ExitCode ended(CrawlRequest request, CrawlDisplay display, PrintWriter err)
      throws IOException {
    var resume = ResumeCommandLine.of(spec.commandLine().getParseResult(), request.out());
    CrawlSummary summary;
    try {
      summary = crawl(request, display);
    } catch (IOException e) {
      if (isOfInterrupt(e)) {
        // It came before there was anything to sum up, as before the index was open: a further
        // round may not have begun. Where it has, --recrawl says so.
        display.finish();
        SummaryText.printStopped(
            recrawled.isPresent()
                ? ResumeCommandLine.again(spec.commandLine().getParseResult())
                : resume,
            err);
        return ExitCode.PARTIAL;
      }
      if (e instanceof FullDiskException) {
        throw new CommandException(
            ExitCode.FAILED,
            "The disk of %s is full. What the crawl kept is whole; free some space, and go on with: %s"
                .formatted(request.out(), resume));
      }
      throw e;
    }
    display.finish();
    if (json.isGiven() && isFollowing) {
      FollowLines.print(spec.commandLine().getOut(), summary);
    } else if (json.isGiven()) {
      JsonOption.print(spec.commandLine().getOut(), summary);
    } else {
      SummaryText.print(summary, request.out(), resume, err);
    }
    return exitCode(summary);
  }

  /// Whether a file could not be read or written since the thread was interrupted.
  private static boolean isOfInterrupt(Throwable failure) {
    return failure instanceof ClosedByInterruptException
        || (failure.getCause() != null && isOfInterrupt(failure.getCause()));
  }

  private CrawlSummary crawl(CrawlRequest request, CrawlDisplay display) throws IOException {
    var clock = InstantSource.system();
    if (!request.isResumed() && options.partition().filter(CrawlCommand::isChosen).isPresent()) {
      display.noted(
          "What paths the site has is not known before its first crawl, so --visits counts from the"
              + " next round on; --partition names parts for this one.");
    }
    if (!request.isResumed()) {
      name.remark(request.starts()).ifPresent(display::noted);
    }
    if (isFollowing) {
      var out = spec.commandLine().getOut();
      return Crawl.follow(
          request, every, json.isGiven() ? new FollowLines(display, out) : display, clock);
    }
    return recrawled.isPresent()
        ? Crawl.runAgain(request, display, clock)
        : Crawl.run(request, display, clock);
  }

  private static boolean isChosen(PartitionWish wish) {
    return !wish.isNone() && wish.paths().isEmpty();
  }

  private CrawlRequest request() {
    refuseAloneEvery();
    options.checkPartition();
    identity.check();
    var settings = options.settings();
    var all = new ArrayList<>(starts);
    sites.ifPresent(file -> all.addAll(UrlFile.urls(file)));
    GivenUrl.remarks(all).forEach(spec.commandLine().getErr()::println);
    boolean isBegun = isBegun(all);
    var directory = recrawled.orElse(out);
    if (!isBegun) {
      CrawlRequest.refuseUnfit(all, directory);
    }
    var keyFile = isBegun ? keyOfCrawl(directory) : key.orElseGet(OwnerKey::file);
    var present =
        isBegun || key.isPresent()
            ? Optional.of(KeyFile.signing(keyFile))
            : Optional.<SigningKey>empty();
    var code = isBegun ? Optional.<AgentCode>empty() : Optional.of(code());
    // Last of all: no key is made for a crawl that is refused.
    var owner = present.orElseGet(() -> KeyFile.signing(keyOfOwner()));
    if (!isBegun) {
      var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      name.settle(all, CrawlDisplay.isDialog(), in, spec.commandLine().getErr());
    }
    var given = spec.commandLine().getParseResult();
    return new CrawlRequest(
        all,
        directory,
        isBegun,
        code,
        owner,
        Optional.of(keyFile),
        name.productToken(),
        name.userAgent(),
        settings,
        identity.identity(key.orElseGet(OwnerKey::file)),
        isBegun ? options.raised(given) : RaisedLimits.NONE);
  }

  /// Whether the crawl was begun before; refuses options that do not fit that.
  private boolean isBegun(List<String> urls) {
    boolean goesOn = isResumed || (isFollowing && urls.isEmpty());
    var own = recrawled.isPresent() ? "--recrawl" : isResumed ? "--resume" : "--follow";
    boolean isBegun = goesOn || recrawled.isPresent();
    if (isBegun && !urls.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), own + " goes on with the URLs that the crawl was begun with.");
    }
    if (isBegun) {
      refuseWhatIsSettled(own);
    }
    if (!isBegun && urls.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Name a URL to begin with, as https://example.org/.");
    }
    return isBegun;
  }

  /// The user's own key, made where there is none.
  private Path keyOfOwner() {
    return OwnerKey.usual(spec.commandLine().getErr());
  }

  /// A crawl goes on with the key that it was begun with, so none is made for it.
  private Path keyOfCrawl(Path directory) {
    if (!OutDirectory.hasCrawl(directory)) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no crawl in "
              + directory
              + (isResumed
                  ? " to be resumed; begin one without --resume."
                  : " to be %s; begin one with a URL."
                      .formatted(recrawled.isPresent() ? "made again" : "followed")));
    }
    var file = key.orElseGet(OwnerKey::file);
    if (!Files.exists(file)) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "There is no key file "
              + file
              + ", and the crawl in "
              + directory
              + " goes on only with the key that it was begun with; name its file with --key.");
    }
    return file;
  }

  private void refuseAloneEvery() {
    if (!isFollowing && spec.commandLine().getParseResult().hasMatchedOption("--every")) {
      throw new ParameterException(
          spec.commandLine(), "--every says how often --follow visits again; add --follow.");
    }
    if (!every.isPositive()) {
      throw new ParameterException(
          spec.commandLine(), "The value of --every is 0; it has to be 1s or more.");
    }
    if (isFollowing && recrawled.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "--recrawl makes one round, and --follow goes on with rounds; leave out --recrawl, and"
              + " name the directory with --out.");
    }
  }

  private void refuseWhatIsSettled(String own) {
    var given = spec.commandLine().getParseResult();
    if (recrawled.isEmpty() && options.partition().isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          "--visits and --partition are set when a crawl or a round of it begins, and %s goes on with one; leave them out, or give them to --recrawl."
              .formatted(own));
    }
    if (recrawled.isPresent() && (isResumed || given.hasMatchedOption("--out"))) {
      throw new ParameterException(
          spec.commandLine(),
          "--recrawl names the directory itself, and begins a round; leave out "
              + (isResumed ? "--resume" : "--out")
              + ". A round that was stopped goes on with --resume --out.");
    }
    for (var option : SETTLED) {
      if (given.hasMatchedOption(option)) {
        throw new ParameterException(
            spec.commandLine(),
            option
                + " is set when a crawl begins, and "
                + own
                + " cannot change it; leave it out, or"
                + " begin another crawl.");
      }
    }
  }

  private AgentCode code() {
    var catalog = AgentCatalog.ofThisProgram();
    var reading =
        mainClass.isPresent() ? catalog.find(Path.of(agent), mainClass.get()) : catalog.find(agent);
    return switch (reading) {
      case AgentReading.Read(var code) -> parameters.of(admissible(code));
      case AgentReading.Unusable(var sentence, _) ->
          throw new CommandException(ExitCode.USAGE, sentence);
    };
  }

  /// The sandbox here would refuse it just as every host would, so nothing need be sent.
  private static AgentCode admissible(AgentCode code) {
    var refusal = AdmissionTrial.refusal(code.jar());
    if (!refusal.isEmpty()) {
      throw new CommandException(ExitCode.REFUSED, refusal);
    }
    return code;
  }

  /// The exit code of the process.
  static ExitCode exitCode(CrawlSummary summary) {
    var sites = summary.sites();
    if (!summary.interrupted()) {
      if (sites.stream().allMatch(s -> s.robots().equals("unreachable"))) {
        return ExitCode.UNREACHABLE;
      }
      if (summary.pages() == 0 && sites.stream().anyMatch(s -> !s.disallowedStarts().isEmpty())) {
        return ExitCode.REFUSED;
      }
      if (summary.findings() == 0 && sites.stream().noneMatch(s -> s.content().equals("pages"))) {
        return ExitCode.FAILED;
      }
      if (summary.complete()) {
        return ExitCode.DONE;
      }
    }
    return summary.pages() == 0 && !summary.interrupted() ? ExitCode.FAILED : ExitCode.PARTIAL;
  }
}
