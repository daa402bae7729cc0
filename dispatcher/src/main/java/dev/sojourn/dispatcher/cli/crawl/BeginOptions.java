package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.dispatcher.agent.AdmissionTrial;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.cli.display.CrawlDisplay;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.dispatcher.cli.key.OwnerKey;
import dev.sojourn.dispatcher.cli.option.ParameterOptions;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.dispatcher.crawl.GivenUrl;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The options that are fixed when a crawl begins, as a picocli mixin: its start, its agent and its
/// name.
final class BeginOptions {
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

  @Mixin private CrawlerName name = new CrawlerName();

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

  @Mixin private PartitionOptions partition = new PartitionOptions();

  /// {@return the wish for the parts of territories, if one was given}
  Optional<PartitionWish> wish() {
    return partition.wish();
  }

  /// {@return the User-Agent field of HTTP requests}
  String userAgent() {
    return name.userAgent();
  }

  /// {@return the start URLs; the URLs of the file come last}
  ///
  /// @param err receives remarks on the URLs
  List<String> urls(PrintWriter err) {
    var all = new ArrayList<>(starts);
    sites.ifPresent(file -> all.addAll(UrlFile.urls(file)));
    GivenUrl.remarks(all).forEach(err::println);
    return all;
  }

  /// {@return the request for a new crawl}
  ///
  /// @param urls the start URLs
  /// @param out the directory of the crawl
  /// @param settings the settings of the crawl
  /// @param options the options that all forms take
  /// @param err receives a question or a remark
  /// @throws CommandException if the crawl cannot begin with these options
  CrawlRequest request(
      List<String> urls, Path out, CrawlSettings settings, FormOptions options, PrintWriter err) {
    CrawlRequest.refuseUnfit(urls, out);
    options.rules().refuseNoStart(urls);
    var keyFile = options.key().orElseGet(OwnerKey::file);
    var present = options.key().map(KeyFile::signing);
    var code = code();
    // The key is made last, so that a refused crawl leaves no key.
    var owner = present.orElseGet(() -> KeyFile.signing(OwnerKey.usual(err)));
    var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    name.settle(urls, CrawlDisplay.isDialog(), in, err);
    return new CrawlRequest(
        urls,
        out,
        false,
        Optional.of(code),
        new CrawlRequest.Crawler(
            owner,
            Optional.of(keyFile),
            name.productToken(),
            name.userAgent(),
            options.identity().identity(keyFile)),
        settings,
        ChangedTerms.of(options.rules().change()));
  }

  /// Shows the remarks on a new crawl.
  ///
  /// @param urls its start URLs
  /// @param display shows the remarks
  void note(List<String> urls, CrawlDisplay display) {
    if (wish().filter(wish -> !wish.isNone() && wish.paths().isEmpty()).isPresent()) {
      display.noted(
          "What paths the site has is not known before its first crawl, so --visits counts from the"
              + " next round on; --partition names parts for this one.");
    }
    name.remark(urls).ifPresent(display::noted);
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

  /// Refuses code that the sandbox here and every host would refuse.
  private static AgentCode admissible(AgentCode code) {
    var refusal = AdmissionTrial.refusal(code.jar());
    if (!refusal.isEmpty()) {
      throw new CommandException(ExitCode.REFUSED, refusal);
    }
    return code;
  }
}
