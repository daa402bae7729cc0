package dev.sojourn.sandbox.worker.ahead;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.worker.meter.ThreadUse;
import dev.sojourn.sandbox.worker.page.AskedParts;
import dev.sojourn.sandbox.worker.page.PageContent;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The pages that were sent to a visit before its agent asked for them. A thread computes the parts
/// that the agent will want.
///
/// The thread begins with the first page and ends with the visit, which pays for its time and
/// memory. The thread ignores failures, since the agent's own thread then computes the page and has
/// the same failure. The visit pays twice for such a page, so the thread starts no page after one
/// that it gave up. Several threads may use this class.
public final class PagesAhead implements AutoCloseable {
  /// The same size as for the thread of a visit. An answer needs a quarter of it.
  private static final long STACK_BYTES = 256 << 10;

  /// How long [#close] waits for the thread, which usually takes less. A visit that must stop has
  /// little time.
  private static final int MILLIS_TO_END = 20;

  /// The most bytes that one page may allocate here. An ordinary page of 256 KiB takes a tenth.
  private static final long MAX_ALLOCATED_BYTES = 32 << 20;

  private static final long MAX_CPU_NANOS = 100_000_000;

  /// One page may allocate half of the free heap.
  private static final int ROOM_PARTS = 2;

  private final String name;

  /// The pages that wait for the agent, by URL. The other side sends only a few at once.
  private final Map<PageUrl, Early> pages = new LinkedHashMap<>();

  private AskedParts wanted = AskedParts.NONE;
  private boolean hasGivenUp;
  private volatile boolean isOver;
  private volatile @Nullable Thread thread;
  private volatile @Nullable ThreadUse whole;

  /// One page. The monitor of [PagesAhead] guards every field except `isGone`.
  private static final class Early {
    private final PageReply.Content answer;
    private boolean isBegun;
    private boolean isUnderWay;
    private volatile boolean isGone;

    /// A soft reference, so that a nearly full heap frees the content and does not fail in the
    /// agent's code.
    private Optional<SoftReference<PageContent>> content = Optional.empty();

    Early(PageReply.Content answer) {
      this.answer = answer;
    }
  }

  /// Thrown to give up a page.
  private static final class GivenUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUpException() {
      super(null, null, false, false);
    }
  }

  /// Creates an instance without pages and without a thread.
  ///
  /// @param name the name of the thread
  public PagesAhead(String name) {
    this.name = name;
  }

  /// Runs all code once, so that no class is loaded later.
  ///
  /// @param answer the answer for a page
  /// @throws InterruptedException if the thread was interrupted
  public static void warmUp(PageReply.Content answer) throws InterruptedException {
    try (var ahead = new PagesAhead("warmup-ahead")) {
      ahead.learn(new AskedParts(true, true, true, true, true));
      var gone = new Early(answer);
      gone.isGone = true;
      ahead.prepare(gone);
      var ready = new Early(answer);
      ahead.prepare(ready);
      ahead.add(answer);
      boolean asExpected =
          gone.content.isEmpty()
              && !ready.isUnderWay
              && ahead.take(answer.url()).isPresent()
              && ahead.used().allocatedBytes() >= 0;
      ahead.drop(answer.url());
      if (!asExpected) {
        throw new IllegalStateException("the warmup of pages ahead went wrong");
      }
    }
  }

  /// Adds a page that was sent ahead.
  ///
  /// @param answer the answer that the agent gets if the caller confirms it when the agent asks
  public synchronized void add(PageReply.Content answer) {
    if (isOver) {
      return;
    }
    pages.put(answer.url(), new Early(answer));
    if (thread == null) {
      var first = new Thread(null, this::work, name, STACK_BYTES, false);
      first.setDaemon(true);
      first.start();
      thread = first;
    }
    notifyAll();
  }

  /// Records which parts of a page the agent asked for. The thread then prepares the same parts of
  /// the next pages.
  ///
  /// @param asked the parts of the last page
  public synchronized void learn(AskedParts asked) {
    if (!asked.equals(wanted)) {
      wanted = asked;
      notifyAll();
    }
  }

  /// Returns a page that was sent ahead to the agent. Waits while the thread prepares it.
  ///
  /// @param url the URL that the agent asks for
  /// @return the page; empty if the page was not sent
  /// @throws InterruptedException if the thread was interrupted
  public synchronized Optional<PageContent> take(PageUrl url) throws InterruptedException {
    var page = pages.get(url);
    if (page == null) {
      return Optional.empty();
    }
    while (page.isUnderWay && !isOver) {
      wait();
    }
    pages.remove(url);
    var ready = page.content.flatMap(content -> Optional.ofNullable(content.get()));
    return Optional.of(ready.orElseGet(() -> new PageContent(page.answer)));
  }

  /// Removes a page, if it was sent, since the agent got another answer.
  ///
  /// @param url the URL that the agent asked for, or the URL of the answer
  public synchronized void drop(PageUrl url) {
    var page = pages.remove(url);
    if (page != null) {
      page.isGone = true;
    }
  }

  /// {@return the use of the thread so far}
  public ThreadUse used() {
    var running = thread;
    if (running == null) {
      return ThreadUse.NONE;
    }
    var now = ThreadUse.of(running);
    var ended = whole; // Read last: the JVM does not know the use of an ended thread.
    return ended == null ? now : ended;
  }

  /// {@return whether the thread has prepared or given up every page}
  synchronized boolean isIdle() {
    return pages.values().stream().allMatch(page -> page.isBegun && !page.isUnderWay);
  }

  private void work() {
    try {
      for (var page = next(); page.isPresent(); page = next()) {
        prepare(page.get());
      }
    } catch (InterruptedException _) {
      // Nothing interrupts the thread; an interrupt would end it.
    } finally {
      whole = ThreadUse.of(Thread.currentThread());
    }
  }

  private synchronized Optional<Early> next() throws InterruptedException {
    while (!isOver && !hasGivenUp) {
      var next = pages.values().stream().filter(page -> !page.isBegun).findFirst();
      if (next.isPresent() && !wanted.equals(AskedParts.NONE)) {
        next.get().isBegun = true;
        next.get().isUnderWay = true;
        return next;
      }
      wait();
    }
    return Optional.empty();
  }

  private void prepare(Early page) {
    var ready = Optional.<PageContent>empty();
    try {
      ready = Optional.of(prepared(page));
    } catch (RuntimeException | StackOverflowError _) {
      // The agent's own thread has the same failure, or has more room.
    } finally {
      finish(page, ready);
    }
  }

  private PageContent prepared(Early page) {
    var content = new PageContent(page.answer);
    var begun = ThreadUse.of(Thread.currentThread());
    long most = Math.min(MAX_ALLOCATED_BYTES, room() / ROOM_PARTS);
    content.prepare(
        wanted(),
        () -> {
          var now = ThreadUse.of(Thread.currentThread());
          boolean isTooMuch =
              now.allocatedBytes() - begun.allocatedBytes() > most
                  || now.cpuNanos() - begun.cpuNanos() > MAX_CPU_NANOS;
          if (isTooMuch || isOver || page.isGone) {
            throw new GivenUpException();
          }
        });
    return content;
  }

  private synchronized AskedParts wanted() {
    return wanted;
  }

  private synchronized void finish(Early page, Optional<PageContent> ready) {
    page.content = ready.map(SoftReference::new);
    hasGivenUp |= ready.isEmpty() && !page.isGone;
    page.isUnderWay = false;
    notifyAll();
  }

  private static long room() {
    var runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  /// Stops all preparation and waiting, since the visit must stop.
  public synchronized void giveUp() {
    isOver = true;
    notifyAll();
  }

  /// Ends the thread.
  @Override
  public void close() {
    giveUp();
    var running = thread;
    try {
      if (running != null) {
        running.join(MILLIS_TO_END);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
