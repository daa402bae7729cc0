package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.dispatcher.core.CrawlTerms;
import dev.sojourn.dispatcher.store.CrawlHeader;
import dev.sojourn.dispatcher.store.CrawlStore;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Begins a crawl in an empty store, or finds the one in it that is to go on.
///
/// @param header the crawl
/// @param code the agent's jar
record CrawlOpening(CrawlHeader header, Bytes code) {
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

  /// 103 bits: nobody guesses the id of somebody else's agent.
  private static final int ID_CHARS = 20;

  private static final int MAX_STARTS_PER_VISIT = 1_000;

  static CrawlOpening of(CrawlRequest request, CrawlStore store, Instant now) throws IOException {
    var header = store.header();
    if (request.isResumed()) {
      if (header.isEmpty()) {
        throw new CommandException(
            ExitCode.USAGE,
            "There is no crawl in "
                + request.out()
                + " to be resumed; begin one without --resume.");
      }
      if (!header.get().ownerKeyId().equals(request.owner().id())) {
        throw new CommandException(
            ExitCode.IDENTITY,
            "The crawl in "
                + request.out()
                + " was begun with the key "
                + header.get().ownerKeyId()
                + "; name its file with --key.");
      }
      return new CrawlOpening(header.get(), store.code());
    }
    if (header.isPresent()) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is a crawl in "
              + request.out()
              + " already; go on with it by --resume, or name another directory with --out.");
    }
    return begin(request, store, now);
  }

  private static CrawlOpening begin(CrawlRequest request, CrawlStore store, Instant now)
      throws IOException {
    var agent = request.agent().orElseThrow();
    var starts = request.starts().stream().map(CrawlOpening::start).distinct().toList();
    var random = new SecureRandom();
    var id = new StringBuilder();
    for (int i = 0; i < ID_CHARS; i++) {
      id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    var header =
        new CrawlHeader(
            id.toString(),
            starts.stream().map(PageUrl::toString).toList(),
            request.productToken(),
            agent.digest().hex(),
            agent.entryClass(),
            request.owner().id(),
            now.toEpochMilli());
    store.begin(header, agent.jar(), terms(request, header, starts));
    return new CrawlOpening(header, agent.jar());
  }

  private static PageUrl start(String url) {
    return PageUrl.parse(url)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE,
                    "'" + url + "' is no http or https URL, as https://example.org/ is one."));
  }

  private static List<CrawlTerms> terms(
      CrawlRequest request, CrawlHeader header, List<PageUrl> starts) {
    var origins = starts.stream().map(PageUrl::origin).distinct().toList();
    var settings = request.settings();
    var terms = new ArrayList<CrawlTerms>();
    for (var origin : origins) {
      terms.add(
          new CrawlTerms(
              origin,
              header.id() + "s" + terms.size(),
              settings.budget().allowance(),
              settings.retries().attempts(),
              settings.budget().maxVisits(),
              MAX_STARTS_PER_VISIT));
    }
    return terms;
  }
}
