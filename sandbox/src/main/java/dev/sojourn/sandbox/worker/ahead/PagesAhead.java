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

/// The pages that were sent to a visit before its agent asked for them, and the thread that works
/// out the parts that the agent will want.
///
/// The thread begins with the first page and ends with the visit. What it takes is charged to the
/// visit. Any failure there is dropped in silence: the agent's own thread then works the page out,
/// and meets the same failure. That work is charged twice, so the first page that is given up is
/// the last that the thread begins. Safe for use by several threads.
public final class PagesAhead implements AutoCloseable {
  /// The same as for the thread of a visit. An answer needs a quarter of it.
  private static final long STACK_BYTES = 256 << 10;

  /// It ends in less. A visit that must stop has little time.
  private static final int MILLIS_TO_END = 20;

  /// The most that one page may allocate here. An ordinary page of 256 KiB takes a tenth of it.
  private static final long MAX_ALLOCATED_BYTES = 32 << 20;

  private static final long MAX_CPU_NANOS = 100_000_000;

  /// The part that one page may allocate of the room that the heap has.
  private static final int ROOM_PARTS = 2;

  private final String name;

  /// The pages that wait for the agent, by URL. The other side sends few at a time.
  private final Map<PageUrl, Early> pages = new LinkedHashMap<>();

  private AskedParts wanted = AskedParts.NONE;
  private boolean hasGivenUp;
  private volatile boolean isOver;
  private volatile @Nullable Thread thread;
  private volatile @Nullable ThreadUse whole;

  /// One page. All but whether it is gone is guarded by the monitor of the pages.
  private static final class Early {
    private final PageReply.Content answer;
    private boolean isBegun;
    private boolean isUnderWay;
    private volatile boolean isGone;

    /// Soft, so that a heap that is nearly full loses this before it loses objects of the agent.
    private Optional<SoftReference<PageContent>> content = Optional.empty();

    Early(PageReply.Content answer) {
      this.answer = answer;
    }
  }

  /// Thrown to give a page up.
  private static final class GivenUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUpException() {
      super(null, null, false, false);
    }
  }

  /// Creates it without a page and without a thread.
  ///
  /// @param name of the thread
  public PagesAhead(String name) {
    this.name = name;
  }

  /// Runs all of it once, so that no class is loaded later.
  ///
  /// @param answer for a page
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

  /// Takes a page that was sent ahead.
  ///
  /// @param answer that the agent will get, if the caller confirms it when the agent asks
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

  /// Hears what the agent asked of a page. It is taken to ask the same of the next.
  ///
  /// @param asked of the last page
  public synchronized void learn(AskedParts asked) {
    if (!asked.equals(wanted)) {
      wanted = asked;
      notifyAll();
    }
  }

  /// Gives the agent a page that was sent ahead. Waits while it is worked out.
  ///
  /// @param url that the agent asks for
  /// @return the page; empty if it was not sent
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

  /// Forgets a page, if it was sent: the agent got another answer.
  ///
  /// @param url that the agent asked for, or at which it got the answer
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
    var ended = whole; // Only now: the use of a thread that has ended is not known.
    return ended == null ? now : ended;
  }

  /// {@return whether every page that is here was worked out, or given up}
  synchronized boolean isIdle() {
    return pages.values().stream().allMatch(page -> page.isBegun && !page.isUnderWay);
  }

  private void work() {
    try {
      for (var page = next(); page.isPresent(); page = next()) {
        prepare(page.get());
      }
    } catch (InterruptedException _) {
      // The thread is never interrupted, and would end here.
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
      // The agent's own thread meets the same failure, or finds more room.
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

  /// No further page is worked out, and no thread waits for one: the visit must stop.
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
