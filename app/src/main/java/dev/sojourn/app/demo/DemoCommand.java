package dev.sojourn.app.demo;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.cli.display.CrawlDisplay;
import dev.sojourn.dispatcher.cli.display.SummaryText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `demo`: crawls and searches three sites on this machine.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Crawl three real sites through two host daemons, and search: all on this machine.",
      "",
      "Three Javadoc sites are served over HTTP. Their robots.txt routes one part to one host, one"
          + " to another, and one to none, which is crawled classically."
    })
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description =
          "Where the results go; what an earlier demo left there is replaced"
              + " (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("sojourn-demo");

  /// Creates the command; the command line sets its options.
  public DemoCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var home = System.getProperty("sojourn.home");
    if (home == null) {
      throw new CommandException(
          ExitCode.FAILED,
          "The demo runs from a built distribution; start it with ./sojourn demo.");
    }
    try (var directory = DemoDirectory.open(out);
        var display = CrawlDisplay.on(spec.commandLine().getErr(), !json.isGiven())) {
      var result = new Demo(directory, Path.of(home, "sites"), display).run();
      display.finish();
      if (json.isGiven()) {
        JsonOption.print(spec.commandLine().getOut(), result.json());
      } else {
        print(result);
      }
      return (result.crawl().complete() ? ExitCode.DONE : ExitCode.PARTIAL).code();
    }
  }

  /// Prints like crawl and search: text for people to standard error, hits and paths to standard
  /// output.
  private void print(DemoResult result) {
    var err = spec.commandLine().getErr();
    err.println();
    SummaryText.print(result.crawl(), err);
    err.printf(
        "%nsearch: %s (%s)%n",
        result.search().query(), Messages.count(result.search().total(), "page"));
    err.flush();
    var text = spec.commandLine().getOut();
    for (var hit : result.search().hits()) {
      text.printf("%2d. %s%n    %s%n", hit.rank(), hit.title(), hit.url());
      text.printf("    %s%n", hit.excerpt().marked("*", "*"));
    }
    text.printf("%nindex:  %s%nreport: %s%n", result.index(), result.report());
    text.flush();
    err.printf("Search on with: sojourn search %s \"default method\"%n", Messages.typed(out));
    err.flush();
  }
}
