package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.dispatcher.crawl.Crawl;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `crawl`: sends agents to hosts that take them, and crawls all other parts from here. Its other
/// forms are subcommands that [CrawlForm] chooses.
@Command(
    name = "crawl",
    mixinStandardHelpOptions = true,
    preprocessor = CrawlForm.class,
    subcommands = {
      ResumeCommand.class,
      RecrawlCommand.class,
      FollowCommand.class,
      WhyCommand.class
    },
    commandListHeading =
        "%nOther forms, each with options of its own (as crawl --resume --help):%n",
    description = {
      "Crawl sites: with agents where a site has hosts, from here where it has none.",
      "",
      "Ctrl-C stops the crawl within two seconds. It keeps everything gathered, and --resume goes"
          + " on.",
    },
    footer = {
      "",
      "Examples:",
      "  sojourn crawl https://example.org/ --out example",
      "  sojourn crawl --resume --out example",
      "  sojourn crawl --resume --out example --max-pages 500000",
      "  sojourn crawl --recrawl example",
      "  sojourn crawl --follow --out example",
      "  sojourn crawl why example https://example.org/docs/"
    })
public final class CrawlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private FormOptions options = new FormOptions();

  @Mixin private OutOption out = new OutOption();

  @Mixin private BeginOptions begin = new BeginOptions();

  /// Creates the command; its options come from the command line.
  public CrawlCommand() {}

  @Override
  public Integer call() throws IOException {
    var err = spec.commandLine().getErr();
    var settings = options.settings(begin.wish());
    var urls = begin.urls(err);
    if (urls.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Name a URL to begin with, as https://example.org/.");
    }
    var request = begin.request(urls, out.directory(), settings, options, err);
    return new FormRun(spec, request.out(), Optional.empty(), options.json())
        .make(
            display -> {
              begin.note(urls, display);
              return Crawl.run(request, display, InstantSource.system());
            });
  }
}
