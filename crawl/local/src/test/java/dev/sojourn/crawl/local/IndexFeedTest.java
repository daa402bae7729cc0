package dev.sojourn.crawl.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.StoredLines;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IndexFeedTest {
  private static final String SITE = "http://a.example";

  @TempDir Path directory;
  private CrawlStore store;
  private SearchIndex index;
  private IndexFeed feed;

  @BeforeEach
  void begin() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
    store.begin(
        new CrawlHeader(
            "r1", List.of(SITE + "/"), "TestBot", "0".repeat(64), "a.Agent", "key", 0, Map.of()),
        Bytes.utf8("jar"),
        List.of(new CrawlTerms(SITE, "r1s0", new Allowance(9, 9, 9, 9), 1, 4, 10)));
    index = SearchIndex.open(directory, InstantSource.system());
    feed =
        new IndexFeed(
            store,
            new StoredLines(store),
            index,
            new CrawlLoop(store, ParcelCache.none(), List.of(), _ -> {}, () -> {}),
            InstantSource.system(),
            _ -> Optional.empty(),
            new EarlierRounds(store),
            false);
  }

  @AfterEach
  void close() throws IOException {
    index.close();
    store.close();
  }

  private void arrives(String agent) throws IOException {
    var parcel = Parcel.pack(agent, 1, List.of(new ParcelLine.Finding("{\"groups\":1}")));
    store.addParcel(0, parcel, 1, new Event.Referred(agent, List.of()));
  }

  private boolean isBehind() throws IOException {
    return SearchIndex.isBehind(directory, "r1", store.lastSequence());
  }

  /// Otherwise the next round would begin with a run that brings the index up to date.
  @Test
  void aCombinationAfterTheLastVisitLeavesNoIndexThatIsBehind() throws IOException {
    arrives("r1s0t0v0");
    feed.finish();
    feed.run();
    arrives("r1c00");
    feed.close("r1", List.of(), List.of());
    assertThat(isBehind()).isFalse();
  }

  @Test
  void anInterruptWhileTheRestIsTakenInCutsTheFeedOffAndIsSeen() throws IOException {
    var run = CompletableFuture.runAsync(feed, Thread::startVirtualThread);
    Thread.currentThread().interrupt();
    feed.await(run);
    assertThat(Thread.interrupted()).as("consumed").isFalse();
    assertThat(run).isCompleted();
    assertThat(feed.isAborted()).isTrue();
    arrives("r1s0t0v0");
    feed.close("r1", List.of(), List.of());
    assertThat(isBehind()).isTrue();
  }
}
