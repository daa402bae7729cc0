package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.dispatcher.cli.display.CrawlDisplay;
import dev.sojourn.dispatcher.cli.display.FollowLines;
import dev.sojourn.dispatcher.cli.option.DurationConverter;
import dev.sojourn.dispatcher.crawl.Crawl;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `crawl --follow`: crawls, and then follows the sites.
@Command(
    name = FollowCommand.WORD,
    mixinStandardHelpOptions = true,
    description = {
      "Follow the sites after the crawl: agents stay at the hosts that let them and report what"
          + " changes, and the index follows the sites until Ctrl-C. What no agent watches is"
          + " visited again at intervals.",
      "",
      "Without a URL it goes on with the crawl in the directory."
    })
final class FollowCommand implements Callable<Integer> {
  static final String WORD = "--follow";

  /// The options that a crawl keeps from its beginning to its end.
  private static final List<String> SETTLED =
      List.of("--agent", "--main", "--with", "--product-token");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = WORD, required = true, hidden = true)
  @SuppressWarnings("unused") // It chose this form.
  private boolean isFollowing;

  @Option(
      names = ResumeCommand.WORD,
      description = "Go on with the crawl that is in the directory, as without a URL.")
  private boolean isResumed;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = {
        "The time between two visits of what no agent watches, as 30m, 12h or 7d (default: 24h)."
      })
  private Duration every = Duration.ofDays(1);

  @Mixin private FormOptions options = new FormOptions();

  @Mixin private OutOption out = new OutOption();

  @Mixin private BeginOptions begin = new BeginOptions();

  @Override
  public Integer call() throws IOException {
    if (!every.isPositive()) {
      throw wrong("The value of --every is 0; it has to be 1s or more.");
    }
    var err = spec.commandLine().getErr();
    var settings = options.settings(begin.wish());
    var urls = begin.urls(err);
    if (isResumed && !urls.isEmpty()) {
      throw wrong("--resume goes on with the URLs that the crawl was begun with.");
    }
    CrawlRequest request;
    if (urls.isEmpty()) {
      refuseWhatIsSettled();
      request =
          options.goingOn(
              out.directory(),
              isResumed
                  ? "to be resumed; begin one without --resume."
                  : "to be followed; begin one with a URL.",
              settings,
              begin.userAgent(),
              spec.commandLine().getParseResult());
    } else {
      request = begin.request(urls, out.directory(), settings, options, err);
    }
    Optional<BiConsumer<PrintWriter, CrawlSummary>> lines =
        options.json().isPresent() ? Optional.of(FollowLines::print) : Optional.empty();
    return new FormRun(spec, request.out(), Optional.empty(), lines)
        .make(
            display -> {
              if (!request.isResumed()) {
                begin.note(urls, display);
              }
              printEvents(display);
              return Crawl.follow(request, every, display, InstantSource.system());
            });
  }

  private void printEvents(CrawlDisplay display) {
    if (options.json().isPresent()) {
      var lines = spec.commandLine().getOut();
      display.onFollowed(event -> FollowLines.print(lines, event));
    }
  }

  private void refuseWhatIsSettled() {
    var own = isResumed ? ResumeCommand.WORD : WORD;
    var given = spec.commandLine().getParseResult();
    if (Stream.of("--visits", "--partition").anyMatch(given::hasMatchedOption)) {
      throw wrong(
          "--visits and --partition are set when a crawl or a round of it begins, and %s goes on with one; leave them out, or give them to --recrawl."
              .formatted(own));
    }
    for (var option : SETTLED) {
      if (given.hasMatchedOption(option)) {
        throw wrong(
            "%s is set when a crawl begins, and %s cannot change it; leave it out, or begin another crawl."
                .formatted(option, own));
      }
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
