package dev.sojourn.lab.run;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.lab.experiment.CrawlDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The command lines of a crawl. Each begins with the program.
///
/// @param begin the command line that begins the crawl
/// @param resume the command line after its process was killed; empty for another crawler
/// @param out output folder of the crawl
record CrawlerCommand(List<String> begin, List<String> resume, Path out) {

  /// {@return the command lines}
  ///
  /// @param crawl the description of the crawl
  /// @param starts the start URLs; another crawler uses only the first
  /// @param key file of the key that signs agents
  /// @param out output folder of the crawl
  static CrawlerCommand of(CrawlDescription crawl, List<String> starts, Path key, Path out) {
    if (crawl.peer().isPresent()) {
      var command = crawl.peer().get().command(starts.getFirst(), out, crawl.connections());
      return new CrawlerCommand(command, List.of(), out);
    }
    var common = new ArrayList<>(List.of("--out", out.toString()));
    common.addAll(common(crawl, key));
    var begin = new ArrayList<>(List.of(program(), "crawl"));
    begin.addAll(starts);
    begin.addAll(agentOptions(crawl.agent()));
    if (!crawl.isIndexed()) {
      begin.add("--no-index");
    }
    begin.addAll(common);
    var resume = new ArrayList<>(List.of(program(), "crawl", "--resume"));
    resume.addAll(common);
    return new CrawlerCommand(begin, resume, out);
  }

  /// {@return the command lines of a later round of a crawl}
  ///
  /// @param crawl the description of the crawl
  /// @param key file of the key that signs agents
  /// @param out output folder of the crawl
  static CrawlerCommand recrawl(CrawlDescription crawl, Path key, Path out) {
    var begin = new ArrayList<>(List.of(program(), "crawl", "--recrawl", out.toString()));
    if (!crawl.isIndexed()) {
      begin.add("--no-index");
    }
    begin.addAll(common(crawl, key));
    var resume = new ArrayList<>(List.of(program(), "crawl", "--resume", "--out", out.toString()));
    resume.addAll(common(crawl, key));
    return new CrawlerCommand(begin, resume, out);
  }

  private static List<String> common(CrawlDescription crawl, Path key) {
    var common = new ArrayList<>(List.of("--key", key.toString(), "--json"));
    crawl
        .pause()
        .ifPresent(pause -> common.addAll(List.of("--delay", Quantity.of(pause).replace(" ", ""))));
    if (crawl.connections() > 1) {
      common.addAll(List.of("--connections", String.valueOf(crawl.connections())));
    }
    return common;
  }

  /// {@return the command lines of the same crawl, but with agents that stay}
  CrawlerCommand follow() {
    var following = new ArrayList<>(begin);
    following.add("--follow");
    return new CrawlerCommand(following, resume, out);
  }

  /// {@return the options for an agent}
  ///
  /// @param words the agent's name, then its parameters
  static List<String> agentOptions(List<String> words) {
    var options = new ArrayList<>(List.of("--agent", words.getFirst()));
    words.stream().skip(1).forEach(word -> options.addAll(List.of("--with", word)));
    return options;
  }

  /// The command line after the process was killed. If the crawl had not begun, it is started from
  /// the beginning. Before robots.txt is read, the database has tables but no crawl.
  List<String> again() {
    return hasBegun() ? resume : begin;
  }

  private boolean hasBegun() {
    var database = out.resolve("crawl.db");
    if (!Files.exists(database)) {
      return false;
    }
    try (var store = CrawlStore.open(database)) {
      return store.header().isPresent();
    } catch (IOException _) {
      return true; // The crawl will report the fault of its store.
    }
  }

  private static String program() {
    var home = System.getProperty("sojourn.home");
    if (home == null) {
      throw new CommandException(
          ExitCode.FAILED,
          "Experiments run from a built distribution; start them with ./sojourn lab run.");
    }
    return home + "/bin/sojourn";
  }

  /// The first command line in the form in which a user may type it.
  String typed() {
    var typed = begin.stream().map(Messages::typed).collect(Collectors.joining(" "));
    return resume.isEmpty() ? typed : "sojourn" + typed.substring(typed.indexOf(' '));
  }
}
