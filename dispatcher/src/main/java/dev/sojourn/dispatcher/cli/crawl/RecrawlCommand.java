package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.dispatcher.crawl.Crawl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `crawl --recrawl`: repeats a finished crawl.
@Command(
    name = RecrawlCommand.WORD,
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    description = {
      "Make a finished crawl again: only what changed is handed over.",
      "",
      "A round that was stopped goes on with --resume --out."
    })
final class RecrawlCommand implements Callable<Integer> {
  static final String WORD = "--recrawl";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = WORD,
      required = true,
      paramLabel = "DIR",
      description = {
        "Make the finished crawl in the directory again, for one round. Pages that are known are"
            + " visited again, and handed over only if they changed."
      })
  private Path directory = Path.of("");

  @Mixin private FormOptions options = new FormOptions();

  @Mixin private PartitionOptions partition = new PartitionOptions();

  @Mixin private UserAgentOptions userAgent = new UserAgentOptions();

  @Override
  public Integer call() throws IOException {
    var given = spec.commandLine().getParseResult();
    var request =
        options.goingOn(
            directory,
            "to be made again; begin one with a URL.",
            options.settings(partition.wish()),
            userAgent.userAgent(CrawlerName.USUAL),
            given);
    // A round that was interrupted at once may not have begun; if it has begun, --recrawl reports
    // that.
    var again = ResumeCommandLine.again(given);
    return new FormRun(spec, request.out(), Optional.of(again), options.json())
        .make(display -> Crawl.runAgain(request, display, InstantSource.system()));
  }
}
