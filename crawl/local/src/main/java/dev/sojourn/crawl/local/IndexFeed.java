package dev.sojourn.crawl.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.recrawl.SiteHistory;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.visits.PageFate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The feed of the index: adds the stored findings in order of arrival. The index stores its
/// progress and continues from there after a crash, so only the store must be durable. Findings
/// that this run still has in memory are not read from the store again.
///
/// A visit has authority only over its own territory. Its findings about other pages stay in the
/// findings file, but never replace a page that another visit read.
public final class IndexFeed implements Runnable, LineReader<IOException> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Small, since one parcel may have 16 MiB, the size of a host's whole answer.
  private static final int BATCH = 4;

  /// The pause before the second commit. Each later pause is twice as long, up to a maximum. Each
  /// commit writes a segment, and many small segments have to be merged.
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

  /// The time to wait for news. It is short, so that changes reported by staying agents appear
  /// soon.
  private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);

  private static final Duration FOLLOWS_EVERY = Duration.ofMillis(250);

  private final CrawlStore store;
  private final StoredLines lines;
  private final SearchIndex index;
  private final CrawlLoop loop;
  private final InstantSource clock;
  private final Function<String, Optional<Scope>> scopes;
  private final EarlierRounds earlier;
  private final boolean isFollowed;
  private final Set<LineKind> wanted;
  private final Queue<Removal> removals = new ConcurrentLinkedQueue<>();
  private final Semaphore news = new Semaphore(0);
  private volatile boolean isClosing;
  private volatile boolean isAborted;
  private volatile @Nullable IOException failure;
  private long done;
  private Instant commitDue;
  private Duration pause = FIRST_PAUSE;

  /// The visit whose parcel is being read, and its scope.
  private String agentId = "";

  private Optional<Scope> scope = Optional.empty();

  /// Whether the index has changes that are not on disk.
  private boolean isAhead;

  /// Visits and pages that no longer count.
  private record Removal(List<String> superseded, List<SiteHistory.Ended> ended) {}

  /// Begins at the present state of the index.
  ///
  /// @param store of the crawl
  /// @param lines of the store, including those in memory; of the store alone if the crawl follows
  ///   its sites
  /// @param index receives the findings
  /// @param loop is notified of a failure, which ends the crawl
  /// @param clock measures the time between commits
  /// @param scopes returns the scope of a visit in this round, by its agent id
  /// @param earlier the earlier rounds of the crawl
  /// @param isFollowed whether agents may request a page repeatedly, so that earlier findings about
  ///   the page are removed
  public IndexFeed(
      CrawlStore store,
      StoredLines lines,
      SearchIndex index,
      CrawlLoop loop,
      InstantSource clock,
      Function<String, Optional<Scope>> scopes,
      EarlierRounds earlier,
      boolean isFollowed) {
    this.isFollowed = isFollowed;
    this.wanted =
        isFollowed ? EnumSet.of(LineKind.FINDING, LineKind.PAGE) : EnumSet.of(LineKind.FINDING);
    this.scopes = scopes;
    this.earlier = earlier;
    this.store = store;
    this.lines = lines;
    this.index = index;
    this.loop = loop;
    this.clock = clock;
    this.done = Math.max(0, index.committedUpTo());
    this.commitDue = clock.instant().plus(pause);
  }

  /// Notifies the feed that parcels may have arrived.
  public void wake() {
    news.release();
  }

  /// Runs until [#finish] or [#abort].
  @Override
  public void run() {
    try {
      while (!isAborted) {
        boolean isNews = takeIn();
        takeRemovals();
        if (clock.instant().isAfter(commitDue)) {
          commit();
          var twice = pause.multipliedBy(2);
          pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
          commitDue = clock.instant().plus(pause);
        }
        if (!isNews) {
          if (isClosing) {
            return;
          }
          if (isAhead && isFollowed && loop.isConcluded()) {
            commit();
          }
          var pause = isFollowed ? FOLLOWS_EVERY : LOOKS_EVERY;
          var _ = news.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
          news.drainPermits();
        }
      }
    } catch (IOException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(new IOException("The index failed by a fault of this program: " + e, e));
    } catch (InterruptedException e) {
      // The interrupting thread does not need the remaining parcels; they are still in the store.
      Thread.currentThread().interrupt();
    }
  }

  /// The loop may already have ended; in that case [#close] reports the failure.
  private void fail(IOException cause) {
    failure = cause;
    loop.fail(cause);
  }

  /// Adds the next parcels; returns whether there were any.
  private boolean takeIn() throws IOException {
    var batch = store.parcelsAfter(done, BATCH);
    for (var stored : batch) {
      if (isAborted) {
        return true;
      }
      agentId = stored.parcel().agentId();
      scope = scopes.apply(agentId).or(() -> earlier.scope(agentId));
      lines.next(stored, wanted, this);
      done = stored.sequence();
      isAhead = true;
    }
    return !batch.isEmpty();
  }

  /// Handles a line of a parcel; called by the thread that reads the parcel.
  @Override
  public void line(ParcelLine line) throws IOException {
    if (scope.isEmpty()) {
      return;
    }
    switch (line) {
      case ParcelLine.Finding(var octets) -> add(octets.toArray(), scope.get());
      case ParcelLine.Page(var page) -> {
        if (isFollowed) {
          asked(page, scope.get());
        }
      }
      case ParcelLine.Referral _, ParcelLine.Dropped _, ParcelLine.Counted _, ParcelLine.Log _ -> {}
    }
  }

  /// Removes a page that was requested again, unless it counts as before. A new finding adds it
  /// again.
  private void asked(PageRecord page, Scope ofVisit) throws IOException {
    var fate = PageFate.of(page.outcome());
    if (fate.isKept()) {
      return;
    }
    remove(page.url(), ofVisit);
    if (page.end().isPresent() && page.outcome() != PageOutcome.GIVEN_BEFORE) {
      remove(page.end().get(), ofVisit);
    }
  }

  private void remove(String url, Scope ofVisit) throws IOException {
    if (isPageOf(ofVisit, url)) {
      index.removePage(url);
    }
  }

  private void add(byte[] json, Scope ofVisit) throws IOException {
    try {
      add(JSON.readTree(json), ofVisit);
    } catch (JsonProcessingException e) {
      throw new IOException("The store of the crawl holds a finding that is no JSON.", e);
    }
  }

  private void add(JsonNode finding, Scope ofVisit) throws IOException {
    // A body counts once in a territory; later visits of a territory have the same scope.
    var place = ofVisit.origin() + " " + Integer.toHexString(ofVisit.hashCode());
    var betterUrl = finding.path("betterUrl").asText("");
    var url = finding.path("url").asText("");
    if (isPageOf(ofVisit, url) && earlier.mayCount(agentId, url)) {
      index.add(agentId, place, finding);
    } else if (isPageOf(ofVisit, betterUrl) && earlier.mayCount(agentId, betterUrl)) {
      index.keepUnder(place, finding.path("digest").asText(""), betterUrl);
    }
  }

  /// Whether a URL is a page of a scope in normalised form. In the index, another form would be
  /// another page.
  private static boolean isPageOf(Scope scope, String url) {
    return PageUrl.parse(url)
        .filter(page -> page.toString().equals(url) && scope.contains(page))
        .isPresent();
  }

  /// Schedules removals for the thread that calls [#run].
  ///
  /// @param superseded the visits that no longer count
  /// @param ended the pages that no longer count
  public void remove(List<String> superseded, List<SiteHistory.Ended> ended) {
    removals.add(new Removal(superseded, ended));
    wake();
  }

  private void takeRemovals() throws IOException {
    for (var next = removals.poll(); next != null; next = removals.poll()) {
      takeOut(next);
      isAhead = true;
    }
  }

  private void takeOut(Removal removal) throws IOException {
    for (var superseded : removal.superseded()) {
      index.removeVisit(superseded);
    }
    for (var page : removal.ended()) {
      index.removePage(page.agentId(), page.own());
    }
  }

  private void commit() throws IOException {
    index.commit(done);
    isAhead = false;
  }

  /// Makes [#run] return once everything in the store was added.
  public void finish() {
    isClosing = true;
    wake();
  }

  /// Makes [#run] return at once.
  public void abort() {
    isAborted = true;
    wake();
  }

  /// {@return whether [#abort] was called}
  public boolean isAborted() {
    return isAborted;
  }

  /// Waits until [#run] returned. An interrupt makes [#run] return at once, and is consumed.
  ///
  /// @param run completes when [#run] returned
  public void await(CompletableFuture<Void> run) {
    try {
      run.get();
    } catch (InterruptedException | ExecutionException _) {
      abort();
      run.join();
    }
  }

  /// Adds parcels that arrived after [#run], such as those of a combination, unless the feed was
  /// aborted.
  private void takeRest() throws IOException {
    boolean isNews = !isAborted;
    while (isNews) {
      isNews = takeIn();
    }
  }

  /// Adds the last parcels, removes what no longer counts, and commits the index. Call this only
  /// after [#run] returned.
  ///
  /// @param round of the crawl
  /// @param superseded the visits that no longer count
  /// @param ended the pages that no longer count
  /// @throws IOException if this fails, or [#run] failed before
  public void close(String round, List<String> superseded, List<SiteHistory.Ended> ended)
      throws IOException {
    var failed = failure;
    if (failed != null) {
      throw failed;
    }
    takeRest();
    takeOut(new Removal(superseded, ended));
    if (store.parcelsAfter(done, 1).isEmpty()) {
      index.commitWhole(done, round);
    } else {
      commit();
    }
  }
}
