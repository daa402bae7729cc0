package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.dispatcher.cli.key.OwnerKey;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/// The options that each form of `crawl` takes, as a picocli mixin.
final class FormOptions {
  @Mixin private JsonOption json = new JsonOption();

  @Mixin private CrawlOptions options = new CrawlOptions();

  @Mixin private RuleOptions rules = new RuleOptions();

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The key that signs agents (default: yours, made at the first crawl).")
  private Optional<Path> key = Optional.empty();

  @Mixin private IdentityOptions identity = new IdentityOptions();

  /// Prints a summary as JSON; empty without `--json`.
  Optional<BiConsumer<PrintWriter, CrawlSummary>> json() {
    return json.isGiven() ? Optional.of(JsonOption::print) : Optional.empty();
  }

  /// The key file that was given.
  Optional<Path> key() {
    return key;
  }

  /// The rules about URLs.
  RuleOptions rules() {
    return rules;
  }

  IdentityOptions identity() {
    return identity;
  }

  /// The settings of a crawl. This method first checks the identity, before any key is read or
  /// made.
  ///
  /// @param wish the wish for the parts of territories, if one was given
  CrawlSettings settings(Optional<PartitionWish> wish) {
    identity.check();
    return options.settings(wish);
  }

  /// {@return the request for a crawl that began earlier}
  ///
  /// @param directory the directory of the crawl
  /// @param absent the rest of the message if there is no crawl, such as `to be made again; begin
  ///   one.`
  /// @param settings the settings of this run
  /// @param userAgent the User-Agent field of HTTP requests
  /// @param given the command line of this run
  /// @throws CommandException if there is no such crawl, or no key to go on with
  CrawlRequest goingOn(
      Path directory, String absent, CrawlSettings settings, String userAgent, ParseResult given) {
    var keyFile = keyOfCrawl(directory, absent);
    return new CrawlRequest(
        List.of(),
        directory,
        true,
        Optional.empty(),
        new CrawlRequest.Crawler(
            KeyFile.signing(keyFile),
            Optional.of(keyFile),
            CrawlerName.USUAL,
            userAgent,
            identity.identity(keyFile)),
        settings,
        options.changed(given, rules.change()));
  }

  /// A crawl continues only with the key that it began with, so no new key is made.
  private Path keyOfCrawl(Path directory, String absent) {
    if (!OutDirectory.hasCrawl(directory)) {
      throw new CommandException(
          ExitCode.USAGE, "There is no crawl in %s %s".formatted(directory, absent));
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
}
