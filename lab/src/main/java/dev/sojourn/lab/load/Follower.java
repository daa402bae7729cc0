package dev.sojourn.lab.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.index.IndexUnusableException;
import dev.sojourn.crawl.index.Search;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.dispatcher.crawl.Crawl;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/// A crawl that follows its site, on its own thread.
final class Follower implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final Duration LOOKS_EVERY = Duration.ofMillis(50);

  private final Path out;
  private final CountDownLatch first = new CountDownLatch(1);
  private final CompletableFuture<CrawlSummary> end = new CompletableFuture<>();
  private final Thread thread;
  private JsonNode firstSummary = new ObjectMapper().createObjectNode();

  private Follower(CrawlRequest request) {
    this.out = request.out();
    this.thread = Thread.ofPlatform().name("follower").unstarted(() -> run(request));
  }

  static Follower start(CrawlRequest request) {
    var follower = new Follower(request);
    follower.thread.start();
    return follower;
  }

  private void run(CrawlRequest request) {
    try {
      var listener = new Hearing(first);
      end.complete(Crawl.follow(request, Duration.ofDays(1), listener, InstantSource.system()));
    } catch (IOException | RuntimeException e) {
      end.completeExceptionally(e);
    } finally {
      first.countDown();
    }
  }

  /// Counts down when all pages were visited.
  private record Hearing(CountDownLatch first) implements CrawlListener {
    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {}

    @Override
    public void noted(String sentence) {}

    @Override
    public void followed(FollowEvent event) {
      if (event.event() == FollowEvent.Kind.ROUND_OVER) {
        first.countDown();
      }
    }
  }

  void awaitFirst() throws IOException, InterruptedException {
    first.await();
    if (end.isDone()) {
      throw new IOException("The crawl ended: " + end);
    }
    firstSummary = new ObjectMapper().readTree(Files.readAllBytes(out.resolve("summary.json")));
    if (!firstSummary.path("territories").path(0).path("state").asText().equals("staying")) {
      throw new IOException("The agent does not stay: " + firstSummary.path("territories"));
    }
  }

  long firstPages() {
    return firstSummary.path("pages").asLong();
  }

  long firstBytes() {
    return firstSummary.path("wireBytesMobile").asLong();
  }

  long firstGzipBytes() {
    return firstSummary.path("classicBytesAvoided").asLong();
  }

  /// {@return the time until a search finds a word, in nanoseconds}
  long awaitWord(String word) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < LONGEST.toNanos()) {
      if (isFound(word)) {
        return System.nanoTime() - begun;
      }
      Thread.sleep(LOOKS_EVERY);
    }
    throw new IOException("A change was not found within " + LONGEST.toSeconds() + " s.");
  }

  private boolean isFound(String word) throws IOException {
    try (var search = Search.open(out, InstantSource.system())) {
      var found = search.find(word, 1);
      return found.matchedAll() && found.total() > 0;
    } catch (IndexUnusableException _) {
      return false; // The first commit may come shortly after the round.
    }
  }

  /// Ends the crawl, and returns its summary.
  CrawlSummary stop() throws IOException {
    thread.interrupt();
    try {
      return end.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException("The crawl failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
