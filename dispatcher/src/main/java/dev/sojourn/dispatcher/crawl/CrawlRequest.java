package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.crawl.visits.host.HostTerms;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The request for a crawl.
///
/// @param starts the start URLs, whose sites are crawled; empty if the crawl is resumed
/// @param out the output directory
/// @param isResumed whether the crawl in `out` is resumed with its agent
/// @param agent the agent that visits the pages; not needed when the crawl is resumed
/// @param crawler the identity of the crawler
/// @param settings how the crawl behaves
/// @param changed the terms that change when the crawl is resumed
public record CrawlRequest(
    List<String> starts,
    Path out,
    boolean isResumed,
    Optional<AgentCode> agent,
    Crawler crawler,
    CrawlSettings settings,
    ChangedTerms changed) {

  /// The crawler, as hosts and sites know it.
  ///
  /// @param owner the key that signs passports and requests
  /// @param keyFile the file of that key, for messages about its public part
  /// @param productToken the name that selects the groups of robots.txt, such as `ExampleBot`
  /// @param userAgent the User-Agent field of visits from home; begins with the product token
  /// @param identity the identity of the crawler, besides its key
  public record Crawler(
      SigningKey owner,
      Optional<Path> keyFile,
      String productToken,
      String userAgent,
      CrawlIdentity identity) {

    /// {@return a name for the public part of the key, for a user who must pass it on}
    private String publicKey() {
      if (keyFile.isEmpty()) {
        return "the public part of the key";
      }
      var publicFile = Path.of(keyFile.get() + ".pub");
      return Files.exists(publicFile)
          ? publicFile.toString()
          : "what 'sojourn key show " + Messages.typed(keyFile.get()) + "' prints";
    }
  }

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if a crawl that is not resumed has no agent or no start URL
  /// @throws CommandException if a start URL is not a URL of a page
  public CrawlRequest {
    starts = List.copyOf(starts);
    starts.forEach(GivenUrl::read);
    if (!isResumed && (agent.isEmpty() || starts.isEmpty())) {
      throw new IllegalArgumentException(
          "starts: " + starts + " (expected: at least one, and an agent)");
    }
  }

  /// Refuses a crawl that cannot begin, before anything is created for it.
  ///
  /// @param starts its start URLs
  /// @param out its output directory
  /// @throws CommandException if a start URL is not a URL of a page, or the directory cannot take a
  ///   new crawl
  public static void refuseUnfit(List<String> starts, Path out) {
    starts.forEach(GivenUrl::read);
    if (!OutDirectory.hasCrawl(out) && !Files.isRegularFile(out)) {
      return;
    }
    try (var taken = OutDirectory.take(out);
        var store = CrawlStore.open(taken.database())) {
      refuseBegun(out, store.header());
    } catch (IOException _) {
      // The crawl itself will fail for the same reason, and its message has the next step.
    }
  }

  /// Refuses to begin a crawl in a directory that has one.
  static void refuseBegun(Path out, Optional<CrawlHeader> header) {
    if (header.isPresent()) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is a crawl in "
              + out
              + " already; continue it with --resume, or name another directory with --out.");
    }
  }

  /// {@return the start URLs, each once}
  List<PageUrl> pages() {
    return starts.stream().map(GivenUrl::read).distinct().toList();
  }

  /// {@return the same request with other settings}
  ///
  /// @param others how the crawl behaves
  CrawlRequest withSettings(CrawlSettings others) {
    return new CrawlRequest(starts, out, isResumed, agent, crawler, others, changed);
  }

  /// {@return the same crawl, with limits that are changed when it is resumed}
  ///
  /// @param limits the changes
  CrawlRequest withChanged(ChangedTerms limits) {
    return new CrawlRequest(starts, out, isResumed, agent, crawler, settings, limits);
  }

  /// Checks that no limit of a resumed crawl is lowered.
  ///
  /// @throws CommandException if a limit is lowered
  void refuseLowerLimits(List<SiteContext> sites) {
    for (var site : sites) {
      var objection = changed.objection(site.state().terms());
      if (objection.isPresent()) {
        throw new CommandException(
            ExitCode.USAGE,
            objection.get()
                + "; --resume can raise a limit, not lower it: give a larger value or none.");
      }
    }
  }

  /// {@return the terms for sending its agents to hosts}
  HostTerms hostTerms() {
    return new HostTerms(
        crawler.owner(),
        crawler.publicKey(),
        crawler.identity().hosts(),
        settings.retries().patience(),
        settings.hosts()::maxWait);
  }
}
