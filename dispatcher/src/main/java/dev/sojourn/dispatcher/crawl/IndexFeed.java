package dev.sojourn.dispatcher.crawl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.dispatcher.index.SearchIndex;
import dev.sojourn.dispatcher.recrawl.EarlierRounds;
import dev.sojourn.dispatcher.recrawl.SiteHistory;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.StoredLines;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The feed of the index: it adds the findings of the store in the order of their arrival. The
/// index remembers how far it is and goes on from there after a crash, so only the store must be
/// durable.
///
/// A visit speaks for its own territory only. Its findings about other pages stay in the file of
/// findings, but never replace a page that another visit read.
final class IndexFeed implements Runnable, StoredLines.ParcelReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// The pause before the second commit. Each later one is twice as long, up to the longest: a
  /// commit writes what there is as a segment of its own, and many small ones have to be merged.
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

  private final StoredLines lines;
  private final SearchIndex index;
  private final CrawlLoop loop;
  private final InstantSource clock;
  private final Function<String, Optional<Scope>> scopes;
  private final EarlierRounds earlier;
  private final Semaphore news = new Semaphore(0);
  private volatile boolean isClosing;
  private volatile boolean isAborted;
  private volatile @Nullable IOException failure;
  private long done;
  private Instant commitDue;
  private Duration pause = FIRST_PAUSE;

  /// The visit whose parcel is being read, and the pages that it was sent for.
  private String agentId = "";

  private Optional<Scope> scope = Optional.empty();

  /// @param scopes the pages that a visit, by its agent id, was sent for
  /// @param earlier the rounds of the crawl before this one
  IndexFeed(
      CrawlStore store,
      SearchIndex index,
      CrawlLoop loop,
      InstantSource clock,
      Function<String, Optional<Scope>> scopes,
      EarlierRounds earlier) {
    this.scopes = scopes;
    this.earlier = earlier;
    this.lines = new StoredLines(store);
    this.index = index;
    this.loop = loop;
    this.clock = clock;
    this.done = Math.max(0, index.committedUpTo());
    this.commitDue = clock.instant().plus(pause);
  }

  /// Says that there may be parcels.
  void wake() {
    news.release();
  }

  /// Works until [#finish] or [#abort].
  @Override
  public void run() {
    try {
      while (!isAborted) {
        boolean isNews = lines.after(done, EnumSet.of(LineKind.FINDING), this);
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
          var _ = news.tryAcquire(1, TimeUnit.SECONDS);
          news.drainPermits();
        }
      }
    } catch (IOException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      fail(new IOException("The index failed by a fault of this program: " + e, e));
    } catch (InterruptedException e) {
      // Whoever interrupts has no use for the rest; it is still in the store.
      Thread.currentThread().interrupt();
    }
  }

  /// The loop may have ended before; then [#close] is what tells.
  private void fail(IOException cause) {
    failure = cause;
    loop.fail(cause);
  }

  /// Begins a parcel; like the next two, called by the thread that [#run]s.
  @Override
  public boolean begin(String ofVisit) {
    agentId = ofVisit;
    scope = scopes.apply(ofVisit).or(() -> earlier.scope(ofVisit));
    return !isAborted;
  }

  @Override
  public void line(ParcelLine line) throws IOException {
    if (line instanceof ParcelLine.Finding(var finding) && scope.isPresent()) {
      add(finding, scope.get());
    }
  }

  @Override
  public void end(long sequence) {
    done = sequence;
  }

  private void add(String json, Scope ofVisit) throws IOException {
    try {
      add(JSON.readTree(json), ofVisit);
    } catch (JsonProcessingException e) {
      throw new IOException("The store of the crawl holds a finding that is no JSON.", e);
    }
  }

  private void add(JsonNode finding, Scope ofVisit) throws IOException {
    // Bodies count once in a territory, whose next visit has the same ofVisit.
    var place = ofVisit.origin() + " " + Integer.toHexString(ofVisit.hashCode());
    var betterUrl = finding.path("betterUrl").asText("");
    var url = finding.path("url").asText("");
    if (isPageOf(ofVisit, url) && earlier.mayCount(agentId, url)) {
      index.add(agentId, place, finding);
    } else if (isPageOf(ofVisit, betterUrl) && earlier.mayCount(agentId, betterUrl)) {
      index.keepUnder(place, finding.path("digest").asText(""), betterUrl);
    }
  }

  /// Only as the page itself is called: another spelling would be another page to the index.
  private static boolean isPageOf(Scope scope, String url) {
    return PageUrl.parse(url)
        .filter(page -> page.toString().equals(url) && scope.contains(page))
        .isPresent();
  }

  private void commit() throws IOException {
    index.commit(done);
  }

  /// Lets the thread that [#run]s take in all there is, and come back.
  void finish() {
    isClosing = true;
    wake();
  }

  /// Lets the thread that [#run]s come back at once.
  void abort() {
    isAborted = true;
    wake();
  }

  /// Takes out what does not count and puts the index on disk. Only after [#run] came back.
  ///
  /// @throws IOException if that fails, or taking in failed
  void close(List<String> superseded, List<SiteHistory.Ended> ended) throws IOException {
    var failed = failure;
    if (failed != null) {
      throw failed;
    }
    for (var agentId : superseded) {
      index.removeVisit(agentId);
    }
    for (var page : ended) {
      index.removePage(page.agentId(), page.own());
    }
    commit();
  }
}
