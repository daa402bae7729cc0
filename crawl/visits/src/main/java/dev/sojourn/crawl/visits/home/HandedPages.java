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

/// The pages of one visit at home that its agent was handed since its last checkpoint, and the page
/// that it waits for.
///
/// A visit that goes on from its checkpoint asks for those pages again. It gets them from here, so
/// that a worker that is lost, or a place that is given back, costs the site no second request. A
/// visit whose site is not to be asked any more gets them once more too, and saves what it made of
/// them. Each page is read on a thread of its own, which outlives the visit's stay in the worker.
///
/// The pages of all visits together have bounded room. If it is full a page is not kept, and is
/// asked for again if the agent needs it again. Such a visit then keeps its place up to its next
/// checkpoint. Otherwise a visit with slow pages would be sent away for the same page for ever.
/// Safe for use by several threads.
public final class HandedPages implements ContentSource, AutoCloseable {
  /// The room that a page takes besides its body: its URL, its header fields.
  private static final long BESIDES_BODY = 1_000;

  /// The bound on all states that are saved if a visit saves its state after each page. Only a
  /// visit with a large state has that many pages since its last checkpoint.
  private static final long MOST_SAVED_BYTES = 256L << 20;

  private final ContentSource source;
  private final Room room;
  private final Map<Asked, Reading> pages = new HashMap<>();
  private volatile Optional<HomePlace> place = Optional.empty();

  /// Whether a page since the last checkpoint was not kept. Guarded by this.
  private boolean hasLost;

  /// The room for the pages of all visits.
  public static final class Room {
    private final AtomicLong bytes = new AtomicLong();
    private final long most;

    /// Room that is free.
    ///
    /// @param most bytes of pages that are kept
    public Room(long most) {
      this.most = most;
    }

    /// {@return the bytes that are taken}
    long bytes() {
      return bytes.get();
    }

    private boolean isFull() {
      return bytes.get() > most;
    }
  }

  private record Asked(PageUrl url, PageValidators held) {}

  /// A page that is being read, or was. All but the task is guarded by its owner.
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

  /// No page was asked for yet.
  ///
  /// @param source has the pages; may be asked by several threads
  /// @param room that this visit shares with others
  public HandedPages(ContentSource source, Room room) {
    this.source = source;
    this.room = room;
  }

  /// Goes on in another place.
  ///
  /// @param next the place that the visit has now
  public synchronized void at(HomePlace next) {
    place = Optional.of(next);
    if (hasLost) {
      next.staysUntilKept();
    }
  }

  /// The agent goes on from its last checkpoint, and has none of the pages since.
  public synchronized void begun() {
    pages.values().forEach(page -> page.isHanded = false);
  }

  /// {@return whether the agent was handed pages since its last checkpoint, and few enough to get
  /// them once more and save its state after each} If all of them were missing, there is nothing to
  /// save, and they may be there the next time.
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
    var asked = new Asked(url, held);
    var content = await(asked, reading(asked));
    own.goesOn();
    hand(asked);
    return content;
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

  /// The failure of the source, as if it had been asked on this thread.
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
      reading.bytes = BESIDES_BODY + (content instanceof Content.Found f ? f.body().length : 0);
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

  /// A checkpoint was kept: the agent does not ask again for the pages that it got before.
  public synchronized void kept() {
    hasLost = false;
    pages.entrySet().stream()
        .filter(page -> page.getValue().isHanded)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(this::forget);
  }

  /// Waits until the page that the agent asked for last is there, or cannot be read. The agent
  /// hears the outcome when it asks again. A page for which there is no room is not kept.
  ///
  /// @throws InterruptedException if the thread was interrupted
  public void await() throws InterruptedException {
    for (var page : waitedFor()) {
      var reading = page.getValue();
      try {
        weigh(page.getKey(), reading, reading.task.get());
        loseIfFull(page.getKey());
      } catch (ExecutionException _) {
        // It is thrown when the agent asks again.
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
  public Optional<Content.Found> ahead(int mostBytes) {
    return source.ahead(mostBytes);
  }

  @Override
  public boolean isAwaited() {
    return place.filter(HomePlace::isWaiting).isPresent();
  }

  @Override
  public void close() {
    end();
  }

  /// Ends what is still being read, and forgets all pages.
  public synchronized void end() {
    pages.values().stream().filter(page -> !page.task.isDone()).forEach(p -> p.thread.interrupt());
    List.copyOf(pages.keySet()).forEach(this::forget);
  }
}
