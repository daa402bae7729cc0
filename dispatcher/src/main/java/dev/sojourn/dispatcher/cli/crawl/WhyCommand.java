package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.local.why.UrlExplainer;
import dev.sojourn.crawl.local.why.UrlExplanation;
import dev.sojourn.dispatcher.crawl.GivenUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `crawl why`: explains what became of URLs.
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Explain why a URL is in the index of a crawl, or is not: where it was found, which line of"
          + " robots.txt and which pattern decides, when it was requested, and what came of it.",
      "",
      "The crawl may be running; the answer is that of its last checkpoint."
    },
    footer = {
      "",
      "Exit code 0 even if the URL is not in the index, 2 if there is no crawl in the directory.",
      "",
      "Example:",
      "  sojourn crawl why example https://example.org/docs/"
    })
final class WhyCommand implements Callable<Integer> {
  private static final int SHOWN_CHARS = 2_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the crawl.")
  private Path directory = Path.of("");

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "URL", description = "The URLs.")
  private List<String> urls = List.of();

  @Override
  public Integer call() throws IOException {
    if (!OutDirectory.hasCrawl(directory)) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no crawl in " + directory + "; name the output directory of a crawl.");
    }
    var pages = urls.stream().map(GivenUrl::read).toList();
    var out = spec.commandLine().getOut();
    var explained = explained(pages);
    if (json.isGiven()) {
      JsonOption.print(out, explained);
    } else {
      explained.forEach(explanation -> print(explanation, out));
    }
    out.flush();
    return ExitCode.DONE.code();
  }

  private List<UrlExplanation> explained(List<PageUrl> pages) throws IOException {
    try (var store = CrawlStore.open(OutDirectory.database(directory))) {
      return new UrlExplainer(store).explain(pages);
    }
  }

  private static void print(UrlExplanation explanation, PrintWriter out) {
    line(out, "", explanation.url());
    line(out, "  ", explanation.answer());
    if (explanation.isStart()) {
      out.println("  found:    it is a start URL");
    }
    explanation.requests().stream()
        .filter(request -> request.has("foundOn"))
        .findFirst()
        .ifPresent(request -> line(out, "  found:    ", request.path("foundOn").asText()));
    explanation.territory().ifPresent(path -> line(out, "  part:     ", path));
    explanation
        .robots()
        .ifPresent(
            rule -> {
              var decided = explanation.isAllowed() ? "allowed by " : "disallowed by ";
              line(out, "  robots:   ", decided + rule);
            });
    for (var request : explanation.requests()) {
      line(
          out,
          "  request:  ",
          "%s %s %d, %s, %s"
              .formatted(
                  request.path("at").asText(),
                  request.path("outcome").asText(),
                  request.path("status").asInt(),
                  request.path("where").asText(),
                  request.path("visit").asText()));
    }
  }

  private static void line(PrintWriter out, String name, String text) {
    out.println(name + ForeignText.of(text).line(SHOWN_CHARS));
  }
}
