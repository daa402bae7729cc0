package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.dispatcher.crawl.Crawl;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `crawl --resume`: continues a stopped crawl.
@Command(
    name = ResumeCommand.WORD,
    mixinStandardHelpOptions = true,
    description = {
      "Go on with the crawl that is in the directory.",
      "",
      "You can raise limits: work that a limit stopped goes on from there."
    })
final class ResumeCommand implements Callable<Integer> {
  static final String WORD = "--resume";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = WORD, required = true, hidden = true)
  @SuppressWarnings("unused") // It chose this form.
  private boolean isResumed;

  @Mixin private FormOptions options = new FormOptions();

  @Mixin private OutOption out = new OutOption();

  @Mixin private UserAgentOptions userAgent = new UserAgentOptions();

  @Override
  public Integer call() throws IOException {
    var request =
        options.goingOn(
            out.directory(),
            "to be resumed; begin one without --resume.",
            options.settings(Optional.empty()),
            userAgent.userAgent(CrawlerName.USUAL),
            spec.commandLine().getParseResult());
    return new FormRun(spec, request.out(), Optional.empty(), options.json())
        .make(display -> Crawl.run(request, display, InstantSource.system()));
  }
}
