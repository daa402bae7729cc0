package dev.sojourn.crawl.visits.home;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;

/// The pages that the agent of one visit at home received since its last checkpoint, and the page
/// that it waits for.
///
/// A visit that continues from its checkpoint requests those pages again and gets them from here.
/// So a lost worker or a place that was given up causes no second request to the site. If a site
/// must not be requested any more, its visit also gets those pages again, and saves the results.
/// Each page is read on its own thread, which outlives the visit's stay in the worker.
///
/// The pages of all visits together have limited memory. If it is full, a page is not kept and must
/// be requested again if needed. Such a visit then keeps its place until its next checkpoint.
/// Otherwise a visit with slow pages could be sent away for the same page for ever. Safe for use by
/// several threads.
public final class HandedPages implements ContentSource, AutoCloseable {
  /// The memory of a page besides its body: its URL and its header fields.
  private static final long BESIDES_BODY = 1_000;

  /// The limit for all states together that are saved when a visit saves its state after each page.
  /// The limit excludes only visits with a large state and many pages since the last checkpoint.
  private static final long MOST_SAVED_BYTES = 256L << 20;

  private final ContentSource source;
  private final Room room;
  private final Map<Asked, Reading> pages = new HashMap<>();

  /// How often the agent got a page as one that may come later, since its last checkpoint.
  private final Map<PageUrl, Integer> failures = new HashMap<>();

  private volatile Optional<HomePlace> place = Optional.empty();

  /// Whether a page since the last checkpoint was not kept. Guarded by `this`.
  private boolean hasLost;

  /// The memory for the pages of all visits.
  public static final class Room {
    private final AtomicLong bytes = new AtomicLong();
    private final long most;

    /// Creates free memory.
    ///
    /// @param most the limit for kept pages, in bytes
    public Room(long most) {
      this.most = most;
    }

    /// {@return the bytes in use}
    long bytes() {
      return bytes.get();
    }

    private boolean isFull() {
      return bytes.get() > most;
    }
  }

  /// A request.
  ///
  /// @param failures how often the agent got the page as one that may come later, since its last
  ///   checkpoint
  private record Asked(PageUrl url, PageValidators held, int failures) {}

  /// A page that is being read or was read. The owner's lock guards all but the task.
  private static final class Reading {
    private final FutureTask<Content> task;
    private final Thread thread;
    private long bytes;
    private boolean isHanded;

    Reading(FutureTask<Content> task) {
      this.task = task;
      this.thread = Thread.ofVirtual().name("page").unstarted(task);
    }
  }

  /// Creates an empty collection.
  ///
  /// @param source of the pages; several threads may call it
  /// @param room that this visit shares with others
  public HandedPages(ContentSource source, Room room) {
    this.source = source;
    this.room = room;
  }

  /// Continues in another place.
  ///
  /// @param next the present place of the visit
  public synchronized void at(HomePlace next) {
    place = Optional.of(next);
    if (hasLost) {
      next.staysUntilKept();
    }
  }

  /// The agent continues from its last checkpoint, without the pages since then.
  public synchronized void begun() {
    pages.values().forEach(page -> page.isHanded = false);
    failures.clear();
  }

  /// {@return whether the agent received pages since its last checkpoint, but few enough to get
  /// them again and save its state after each} False if all of them were missing: then there is
  /// nothing to save, and they may exist the next time.
  ///
  /// @param stateBytes size of its state
  public synchronized boolean canRepeat(long stateBytes) {
    var handed = pages.values().stream().filter(page -> page.isHanded).toList();
    return handed.size() * stateBytes <= MOST_SAVED_BYTES
        && handed.stream().anyMatch(page -> !(page.task.resultNow() instanceof Content.Missing));
  }

  @Override
  public Content read(PageUrl url) throws IOException, InterruptedException {
    return read(url, PageValidators.NONE);
  }

  @Override
  public Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    var own = place.orElseThrow();
    own.waitsFor(url);
    var asked = asked(url, held);
    var content = await(asked, reading(asked));
    own.goesOn();
    hand(asked);
    note(url, content);
    return content;
  }

  private synchronized Asked asked(PageUrl url, PageValidators held) {
    return new Asked(url, held, failures.getOrDefault(url, 0));
  }

  /// The next request for a page that may come later has an answer of its own.
  private synchronized void note(PageUrl url, Content content) {
    if (content instanceof Content.Missing missing
        && missing.outcome().mayComeLater(missing.status())) {
      failures.merge(url, 1, Integer::sum);
    }
  }

  private synchronized Reading reading(Asked asked) {
    return pages.computeIfAbsent(asked, this::begin);
  }

  private Reading begin(Asked asked) {
    var reading = new Reading(new FutureTask<>(() -> source.read(asked.url(), asked.held())));
    reading.thread.start();
    return reading;
  }

  private Content await(Asked asked, Reading reading) throws IOException, InterruptedException {
    try {
      var content = reading.task.get();
      weigh(asked, reading, content);
      return content;
    } catch (ExecutionException e) {
      forget(asked);
      throw failure(Objects.requireNonNull(e.getCause()));
    }
  }

  /// Rethrows the failure of the source, as if this thread had called it.
  private static IOException failure(Throwable cause) throws IOException, InterruptedException {
    switch (cause) {
      case IOException e -> throw e;
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(cause);
    }
  }

  private synchronized void weigh(Asked asked, Reading reading, Content content) {
    if (reading.bytes == 0 && reading.equals(pages.get(asked))) {
      reading.bytes = BESIDES_BODY + (content instanceof Content.Found f ? f.memoryBytes() : 0);
      room.bytes.addAndGet(reading.bytes);
    }
  }

  private synchronized void hand(Asked asked) {
    var reading = pages.get(asked);
    if (reading != null) {
      reading.isHanded = true;
      loseIfFull(asked);
    }
  }

  private synchronized void loseIfFull(Asked asked) {
    if (room.isFull()) {
      hasLost = true;
      forget(asked);
    }
  }

  private synchronized void forget(Asked asked) {
    var reading = pages.remove(asked);
    if (reading != null) {
      room.bytes.addAndGet(-reading.bytes);
    }
  }

  /// A checkpoint was stored: the agent does not request again the pages that it got before.
  public synchronized void kept() {
    hasLost = false;
    failures.clear();
    pages.entrySet().stream()
        .filter(page -> page.getValue().isHanded)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(this::forget);
  }

  /// Waits until the last requested page was read or failed. The agent gets the outcome when it
  /// requests the page again. A page without room is not kept.
  ///
  /// @throws InterruptedException if the thread was interrupted
  public void await() throws InterruptedException {
    for (var page : waitedFor()) {
      var reading = page.getValue();
      try {
        weigh(page.getKey(), reading, reading.task.get());
        loseIfFull(page.getKey());
      } catch (ExecutionException _) {
        // The exception is thrown when the agent requests the page again.
      }
    }
  }

  private synchronized List<Map.Entry<Asked, Reading>> waitedFor() {
    return pages.entrySet().stream()
        .filter(page -> !page.getValue().isHanded)
        .map(page -> Map.entry(page.getKey(), page.getValue()))
        .toList();
  }

  @Override
  public void expect(List<PageUrl> urls, Map<PageUrl, PageValidators> held, long left, long bytes) {
    source.expect(urls, held, left, bytes);
  }

  @Override
  public boolean isAwaited() {
    return place.filter(HomePlace::isWaiting).isPresent();
  }

  @Override
  public void close() {
    end();
  }

  /// Stops all reading under way, and drops all pages.
  public synchronized void end() {
    pages.values().stream().filter(page -> !page.task.isDone()).forEach(p -> p.thread.interrupt());
    List.copyOf(pages.keySet()).forEach(this::forget);
  }
}
