package dev.sojourn.dispatcher.cli.search;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.TerminalWriter;
import dev.sojourn.crawl.index.Hit;
import dev.sojourn.crawl.index.IndexUnusableException;
import dev.sojourn.crawl.index.QueryTooLongException;
import dev.sojourn.crawl.index.Search;
import dev.sojourn.crawl.index.SearchResult;
import dev.sojourn.dispatcher.cli.display.IsolatedText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `search`: finds pages in the index of a crawl.
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = {
      "Search what a crawl brought home.",
      "",
      "A query is up to 1,024 words, \"phrases\", prefix*, -without, this | that. Pages with all"
          + " words come first. If there are none, pages with some of them are shown."
    },
    footer = {
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} search out \"analyzer token stream\" --limit 3"
    })
public final class SearchCommand implements Callable<Integer> {
  private static final int MAX_LIMIT = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "The directory of a crawl or demo (its --out).")
  private Path out = Path.of("");

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "QUERY", description = "What to find.")
  private List<String> words = List.of();

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "The most pages to show, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private int limit = 10;

  /// Creates the command; its options come from the command line.
  public SearchCommand() {}

  @Override
  public Integer call() throws IOException {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ParameterException(
          spec.commandLine(), "--limit: " + limit + " (expected: 1 to " + MAX_LIMIT + ")");
    }
    try (var search = Search.open(crawlDirectory(), InstantSource.system())) {
      var result = search.find(String.join(" ", words), limit);
      if (json.isGiven()) {
        JsonOption.print(spec.commandLine().getOut(), json(result));
      } else {
        print(result);
      }
    } catch (QueryTooLongException e) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    } catch (IndexUnusableException e) {
      throw new CommandException(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
    return ExitCode.DONE.code();
  }

  /// The directory of the crawl. A demo has its crawl in a subdirectory.
  private Path crawlDirectory() {
    boolean isDemo = !Search.isIn(out) && Search.isIn(out.resolve("crawl"));
    return isDemo ? out.resolve("crawl") : out;
  }

  private void print(SearchResult result) {
    var err = spec.commandLine().getErr();
    if (result.hits().isEmpty()) {
      err.println("No page matches.");
      return;
    }
    err.println(
        "%s; the best %d:"
            .formatted(
                (result.total() == 1 ? "1 page matches" : result.total() + " pages match")
                    + (result.matchedAll() ? "" : " some of the words, none all of them"),
                result.hits().size()));
    err.flush();
    var out = TerminalWriter.styled(spec.commandLine().getOut());
    boolean styled = spec.commandLine().getColorScheme().ansi().enabled();
    for (var hit : result.hits()) {
      print(hit, out::println, styled);
    }
    out.flush();
  }

  private static void print(Hit hit, Consumer<String> out, boolean styled) {
    var title = hit.title().isEmpty() ? "(no title)" : IsolatedText.of(hit.title());
    out.accept(
        String.format(
            Locale.ROOT,
            "%2d. %s  (%.1f)",
            hit.rank(),
            styled ? "\u001b[1m" + title + "\u001b[0m" : title,
            hit.score()));
    out.accept("    " + hit.url());
    if (hit.copies() > 0) {
      out.accept(
          "    and "
              + (hit.copies() == 1
                  ? "1 copy in another language"
                  : hit.copies() + " copies in other languages"));
    }
    if (hit.isInPart()) {
      out.accept("    only the beginning of its text is searched");
    }
    if (!hit.excerpt().text().isEmpty()) {
      var excerpt =
          styled
              ? hit.excerpt().marked("\u001b[1;33m", "\u001b[0m")
              : hit.excerpt().marked("*", "*");
      out.accept("    " + IsolatedText.of(excerpt));
    }
    out.accept("");
  }

  private static ObjectNode json(SearchResult result) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("query", result.query());
    object.put("total", result.total());
    object.put("matchedAll", result.matchedAll());
    var hits = object.putArray("hits");
    for (var hit : result.hits()) {
      var entry = hits.addObject();
      entry.put("rank", hit.rank());
      entry.put("url", hit.url());
      entry.put("title", hit.title());
      entry.put("score", Float.parseFloat(String.format(Locale.ROOT, "%.3f", hit.score())));
      entry.put("copies", hit.copies());
      entry.put("inPart", hit.isInPart());
      entry.put("excerpt", hit.excerpt().text());
      var marks = entry.putArray("marks");
      for (var mark : hit.excerpt().marks()) {
        marks.addArray().add(mark.start()).add(mark.end());
      }
    }
    return object;
  }
}
