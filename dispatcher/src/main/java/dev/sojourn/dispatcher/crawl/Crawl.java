package dev.sojourn.dispatcher.crawl;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.follow.FollowSchedule;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.recrawl.NextRound;
import dev.sojourn.crawl.local.recrawl.SitePlans;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.FullDiskException;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.fetch.site.SteadyClock;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.identity.signature.BotSigner;
import dev.sojourn.sandbox.parameter.CombinationCheck;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A whole crawl, from its start or its last stop to its end.
public final class Crawl {
  private static final String ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

  /// About 103 bits, so that no stranger guesses the id of an agent.
  private static final int ID_CHARS = 20;

  private static final int MAX_STARTS_PER_VISIT = 1_000;

  private Crawl() {}

  /// The clocks of a crawl.
  ///
  /// @param machine the clock of the machine, for times that others see, such as in passports and
  ///   signatures
  /// @param steady measures durations, and never goes back
  /// @param rules decides when robots.txt is read again
  record Clocks(InstantSource machine, InstantSource steady, InstantSource rules) {

    static Clocks of(InstantSource machine) {
      var steady = new SteadyClock(machine);
      return new Clocks(machine, steady, steady);
    }
  }

  /// Makes a crawl. Blocks until everything that can be reached is done.
  ///
  /// An interrupt of the calling thread stops the crawl. Within two seconds everything gathered is
  /// on disk. Then this method clears the interrupt, and returns a summary that reports it. The
  /// crawl can be resumed later, even after the process was killed.
  ///
  /// @param request the sites, the agent and the directory of the crawl
  /// @param listener receives the progress
  /// @param clock the clock of the machine
  /// @return its summary; also written to `summary.json`
  /// @throws CommandException if the request or the directory is not usable
  /// @throws IOException if the directory can no longer be written; earlier results are kept
  public static CrawlSummary run(CrawlRequest request, CrawlListener listener, InstantSource clock)
      throws IOException {
    return run(request, listener, Clocks.of(clock));
  }

  /// Makes a crawl as [#run(CrawlRequest, CrawlListener, InstantSource)] does, with several clocks.
  static CrawlSummary run(CrawlRequest request, CrawlListener listener, Clocks clocks)
      throws IOException {
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      begin(request, store, clocks.machine().instant());
      return run(KeptPoliteness.of(request, store), out, store, clocks, listener);
    }
  }

  /// Repeats a finished crawl for one round. It visits each known page again, and hands the page
  /// over only if it changed. Everything else is as in [#run(CrawlRequest, CrawlListener,
  /// InstantSource)]. An interrupted round is resumed like any crawl.
  ///
  /// @param request the request, as for a resumed crawl; it may also lower limits
  /// @param listener receives the progress
  /// @param clock the clock of the machine
  /// @return the summary of the round
  /// @throws CommandException if the request or the directory is not usable, or if the crawl is not
  ///   finished
  /// @throws IOException if the directory can no longer be written; earlier results are kept
  public static CrawlSummary runAgain(
      CrawlRequest request, CrawlListener listener, InstantSource clock) throws IOException {
    var clocks = Clocks.of(clock);
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      requireResumable(request, store.header());
      var wish = partition(request, store.code(), store.header().orElseThrow());
      var stopped = catchUp(request, out, store, clocks, listener);
      if (stopped.isPresent()) {
        return stopped.get();
      }
      listener.noted("Gathering what is known of the pages from the round before.");
      CrawlStore.Step settings =
          () -> {
            if (wish.isPresent()) {
              SitePlans.keep(store, wish.get());
            }
          };
      if (!NextRound.begin(store, newId(), request.changed(), clock.instant(), settings)) {
        throw new CommandException(
            ExitCode.USAGE,
            "The crawl in %s is not finished, so it cannot be made again; finish it first with: %s"
                .formatted(
                    request.out(),
                    "sojourn crawl --resume --out " + Messages.typed(request.out())));
      }
      var round = request.withChanged(ChangedTerms.NONE);
      return run(KeptPoliteness.of(round, store), out, store, clocks, listener);
    }
  }

  /// Crawls the sites, and then follows them. Agents stay at hosts that allow it, and report
  /// changes. Territories that no agent watches are visited again at intervals. If the request asks
  /// for it, this method continues the crawl in the directory, even a finished crawl. It ends when
  /// the calling thread is interrupted. Agents that stay are left at their hosts.
  ///
  /// @param request the request, as for [#run(CrawlRequest, CrawlListener, InstantSource)]
  /// @param every the time between two visits of a territory that no agent watches
  /// @param listener receives the progress
  /// @param clock the clock of the machine
  /// @return the summary; `interrupted` only if visits were still missing
  /// @throws CommandException if the request or the directory is not usable
  /// @throws IOException if the directory can no longer be written; earlier results are kept
  public static CrawlSummary follow(
      CrawlRequest request, Duration every, CrawlListener listener, InstantSource clock)
      throws IOException {
    var stopped = catchUp(request, listener, clock);
    if (stopped.isPresent()) {
      return stopped.get();
    }
    var isStopped = new AtomicBoolean();
    var end = new CompletableFuture<CrawlSummary>();
    // An interrupt closes the files that its thread writes, so another thread does the work.
    Thread.ofPlatform()
        .name("follow")
        .start(
            () -> {
              try {
                end.complete(followUntil(isStopped, request, every, listener, clock));
              } catch (IOException | RuntimeException | Error e) {
                end.completeExceptionally(e);
              }
            });
    while (true) {
      try {
        return end.get();
      } catch (InterruptedException _) {
        isStopped.set(true);
      } catch (ExecutionException e) {
        throw rethrown(e);
      }
    }
  }

  private static IOException rethrown(ExecutionException e) {
    return switch (e.getCause()) {
      case RuntimeException fault -> throw fault;
      case Error fault -> throw fault;
      case IOException fault -> fault;
      case null, default -> new IOException(e);
    };
  }

  private static CrawlSummary followUntil(
      AtomicBoolean isStopped,
      CrawlRequest request,
      Duration every,
      CrawlListener listener,
      InstantSource clock)
      throws IOException {
    var clocks = Clocks.of(clock);
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      begin(request, store, clock.instant());
      store.keepFollowed();
      var schedule = schedule(request, every, store, clock);
      var round = request;
      while (true) {
        var order = Optional.of(new FollowOrder(schedule, isStopped));
        var ended = run(KeptPoliteness.of(round, store), out, store, clocks, listener, order);
        if (ended.nextRound().isEmpty() || isStopped.get()) {
          return ended.summary();
        }
        schedule = ended.nextRound().get();
        round = request.withChanged(ChangedTerms.NONE);
        listener.followed(FollowEvent.ofRound(clock.instant()));
        if (!NextRound.begin(store, newId(), ChangedTerms.NONE, clock.instant())) {
          throw new IOException("A round did not end as it should; see the log.");
        }
      }
    }
  }

  /// Brings the index up to date before a crawl is followed. The calling thread does this work, so
  /// that its interrupt stops the work too.
  private static Optional<CrawlSummary> catchUp(
      CrawlRequest request, CrawlListener listener, InstantSource clock) throws IOException {
    if (!request.isResumed()) {
      return Optional.empty();
    }
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database())) {
      requireResumable(request, store.header());
      return catchUp(request, out, store, Clocks.of(clock), listener);
    }
  }

  /// Brings the index up to date with a finished crawl, if a crash prevented that earlier. A new
  /// round deletes the parcels that no longer count, but these parcels may record which pages are
  /// gone. The index must be complete before a round begins.
  ///
  /// @return the summary, if the work was interrupted
  private static Optional<CrawlSummary> catchUp(
      CrawlRequest request,
      OutDirectory out,
      CrawlStore store,
      Clocks clocks,
      CrawlListener listener)
      throws IOException {
    if (!request.settings().isIndexed() || !isBehind(out, store)) {
      return Optional.empty();
    }
    listener.noted("The crawl ended before its index was whole: it is brought up to date first.");
    var rest = request.withChanged(ChangedTerms.NONE);
    var summary = run(KeptPoliteness.of(rest, store), out, store, clocks, listener);
    if (summary.interrupted()) {
      return Optional.of(summary);
    }
    if (isBehind(out, store)) {
      throw new CommandException(
          ExitCode.FAILED,
          "The index in %s could not be brought up to date, so no round begins; try again with: %s"
              .formatted(
                  request.out(), "sojourn crawl --resume --out " + Messages.typed(request.out())));
    }
    return Optional.empty();
  }

  private static boolean isBehind(OutDirectory out, CrawlStore store) throws IOException {
    var round = store.header().map(CrawlHeader::id);
    return round.isPresent()
        && SearchIndex.isBehind(out.path(), round.get(), store.lastSequence())
        && NextRound.isFinished(store);
  }

  /// The order to follow the sites for a round.
  ///
  /// @param schedule the schedule of the round
  /// @param isStopped becomes true when the crawl must end
  record FollowOrder(FollowSchedule schedule, AtomicBoolean isStopped) {}

  /// Continues the round under way, or begins a round after a finished crawl.
  private static FollowSchedule schedule(
      CrawlRequest request, Duration every, CrawlStore store, InstantSource clock)
      throws IOException {
    var now = clock.instant();
    boolean isNew = request.isResumed() && NextRound.begin(store, newId(), request.changed(), now);
    var begun =
        store.header().map(header -> Instant.ofEpochMilli(header.begun())).filter(_ -> !isNew);
    return FollowSchedule.of(every, begun.orElse(now));
  }

  /// The end of a run.
  ///
  /// @param summary the summary of the crawl
  /// @param nextRound the schedule of the next round, if one is due
  private record RunEnd(CrawlSummary summary, Optional<FollowSchedule> nextRound) {}

  private static CrawlSummary run(
      CrawlRequest request,
      OutDirectory out,
      CrawlStore store,
      Clocks clocks,
      CrawlListener listener)
      throws IOException {
    return run(request, out, store, clocks, listener, Optional.empty()).summary();
  }

  private static RunEnd run(
      CrawlRequest request,
      OutDirectory out,
      CrawlStore store,
      Clocks clocks,
      CrawlListener listener,
      Optional<FollowOrder> follow)
      throws IOException {
    try (var index = index(request, out, clocks.machine());
        var lines = lines(request, out, store);
        var fetcher = HttpFetcher.open(http(request, clocks.machine()), out.path());
        var client = AtpClient.open(request.settings().hosts().client());
        var sandbox = ProcessSandbox.open(request.settings().sandbox().withSocketsIn(out.path()))) {
      var robots = new RobotsFetcher(fetcher, clocks.rules());
      var run =
          new CrawlRun(
              request,
              store,
              lines,
              Optional.ofNullable(index),
              new CrawlRun.OpenLinks(fetcher, robots, client, sandbox),
              clocks,
              listener,
              follow);
      var summary = run.run(out);
      write(summary, out);
      return new RunEnd(summary, run.nextRound());
    } catch (IOException e) {
      throw FullDiskException.orElse(e, out.path());
    }
  }

  /// The index; null if the crawl has none.
  private static @Nullable SearchIndex index(
      CrawlRequest request, OutDirectory out, InstantSource clock) throws IOException {
    return request.settings().isIndexed() ? SearchIndex.open(out.path(), clock) : null;
  }

  /// A followed crawl has no cache: its agents request a page repeatedly, so a cached line may be
  /// outdated.
  static ParcelCache lines(CrawlRequest request, OutDirectory out, CrawlStore store)
      throws IOException {
    return store.isFollowed()
        ? ParcelCache.none()
        : ParcelCache.of(out.spool(), ParcelCache.Bounds.DEFAULT, request.settings().isIndexed());
  }

  static void write(CrawlSummary summary, OutDirectory out) throws IOException {
    var json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(summary);
    AtomicFile.replace(
        out.summary(), file -> file.write((json + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  /// The settings for all HTTP requests of a crawl.
  static HttpSettings http(CrawlRequest request, InstantSource clock) {
    var sites = request.settings().sites();
    var identity = request.crawler().identity();
    return new HttpSettings(
        request.crawler().userAgent(),
        sites.limits(),
        CrawlCommands.connections(sites.atOnce()),
        identity
            .httpKey()
            .flatMap(
                key ->
                    identity.url().map(url -> new BotSigner(url, identity.drafts(), key, clock))),
        !sites.isHttp1Only(),
        sites.authorities().orElse(TlsAuthorities.USUAL).context());
  }

  /// Begins a crawl in an empty store, or checks that the stored crawl may be resumed.
  ///
  /// @param now the present time
  static void begin(CrawlRequest request, CrawlStore store, Instant now) throws IOException {
    var header = store.header();
    if (request.isResumed()) {
      requireResumable(request, header);
      if (!request.changed().rules().isNone()) {
        EarlierRounds.rulesChange(store);
      }
      return;
    }
    CrawlRequest.refuseBegun(request.out(), header);
    var agent = request.agent().orElseThrow();
    var starts = request.pages();
    var begun =
        new CrawlHeader(
            newId(),
            starts.stream().map(PageUrl::toString).toList(),
            request.crawler().productToken(),
            agent.digest().hex(),
            agent.entryClass(),
            request.crawler().owner().id(),
            now.toEpochMilli(),
            agent.parameters());
    // Stored before the crawl, so that no crawl loses its wish by a kill in between.
    SitePlans.keep(store, partition(request, agent.jar(), begun).orElse(PartitionWish.NONE));
    store.begin(begun, agent.jar(), terms(request, begun));
  }

  /// The wish for several visits of a territory at once. Refuses a wish that the agent does not
  /// allow.
  private static Optional<PartitionWish> partition(
      CrawlRequest request, Bytes jar, CrawlHeader header) {
    var wish = request.settings().hosts().partition();
    boolean isAllowed =
        wish.isEmpty()
            || wish.get().isNone()
            || CombinationCheck.isPartitionable(jar.toArray(), header.entryClass());
    if (!isAllowed) {
      throw new CommandException(
          ExitCode.USAGE,
          "%s has to see a territory as a whole, since it is not marked @Partitionable; leave out --visits and --partition."
              .formatted(header.entryClass()));
    }
    return wish;
  }

  // The header is an Optional, as the store returns it.
  private static void requireResumable(CrawlRequest request, Optional<CrawlHeader> header) {
    if (header.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no crawl in " + request.out() + " to be resumed; begin one without --resume.");
    }
    if (!header.get().ownerKeyId().equals(request.crawler().owner().id())) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "The crawl in "
              + request.out()
              + " was begun with the key "
              + header.get().ownerKeyId()
              + "; name its file with --key.");
    }
  }

  private static String newId() {
    var random = new SecureRandom();
    var id = new StringBuilder();
    for (int i = 0; i < ID_CHARS; i++) {
      id.append(ID_ALPHABET.charAt(random.nextInt(ID_ALPHABET.length())));
    }
    return id.toString();
  }

  private static List<CrawlTerms> terms(CrawlRequest request, CrawlHeader header) {
    var byOrigin = StartUrls.of(header.starts());
    var terms = new ArrayList<CrawlTerms>();
    for (var origin : byOrigin.origins()) {
      terms.add(
          new CrawlTerms(
              origin,
              header.id() + "s" + terms.size(),
              request.settings().budget().allowance(),
              request.settings().retries().attempts(),
              request.settings().budget().maxVisits(),
              MAX_STARTS_PER_VISIT,
              request.changed().rules().of(ScopeRules.NONE, byOrigin.ofSite(origin))));
    }
    return terms;
  }
}
