package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.sandbox.NoReaderException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A source for one visit that reads pages before they are requested, on separate threads.
///
/// Each page is read once. Pages that were read but not requested are kept and count against the
/// limits. A visit that requests other pages than it announced therefore causes only a bounded
/// number of useless requests. Safe for use by several threads.
public final class ReadAhead implements ContentSource, AutoCloseable {
  private static final int SECONDS_TO_END = 1;

  private final ContentSource source;
  private final Limits limits;
  private final BooleanSupplier spare;
  private final ExecutorService threads;

  /// The expected pages, in the order in which they will be requested.
  private final Map<PageUrl, Expected> expected = new LinkedHashMap<>();

  private int begun;
  private long heldBytes;
  private long pagesLeft;
  private long bytesLeft;

  /// The limits of reading ahead for a visit.
  ///
  /// @param pages the number of pages that are expected, being read or read; at least 1
  /// @param atOnce the number of pages that are read at the same time; at least 1
  /// @param bytes the size of waiting pages, bodies and views, at which no further page is started
  public record Limits(int pages, int atOnce, long bytes) {
    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if a limit is not positive
    public Limits {
      if (pages < 1 || atOnce < 1 || bytes < 1) {
        throw new IllegalArgumentException(
            "pages: %d, atOnce: %d, bytes: %d (expected: 1 or more)"
                .formatted(pages, atOnce, bytes));
      }
    }
  }

  /// One expected page. All fields except the task are guarded by the monitor of the source.
  private static final class Expected {
    private final FutureTask<Content> task;
    private boolean isBegun;
    private long bytes;

    Expected(FutureTask<Content> task) {
      this.task = task;
    }
  }

  /// Creates a source.
  ///
  /// @param source the source of the pages
  /// @param limits the limits of reading ahead
  /// @param spare whether pages may be read ahead now
  public ReadAhead(ContentSource source, Limits limits, BooleanSupplier spare) {
    this.source = source;
    this.limits = limits;
    this.spare = spare;
    this.threads =
        Executors.newFixedThreadPool(
            limits.atOnce(), Thread.ofVirtual().name("read-ahead-", 0).factory());
  }

  /// {@inheritDoc}
  ///
  /// The calling thread reads an expected page that was not started, and waits for a page that is
  /// being read.
  @Override
  public Content read(PageUrl url) throws IOException, InterruptedException {
    return read(url, PageValidators.NONE);
  }

  @Override
  public Content read(PageUrl url, PageValidators held) throws IOException, InterruptedException {
    var early = find(url);
    if (early.isEmpty()) {
      return source.read(url, held);
    }
    var content = early(url, held, early.get());
    // The visit now asks without validators, so it needs the page itself.
    return content instanceof Content.NotModified && held.equals(PageValidators.NONE)
        ? source.read(url, held)
        : content;
  }

  private Content early(PageUrl url, PageValidators held, Expected early)
      throws IOException, InterruptedException {
    var task = early.task;
    boolean wasDone = task.isDone();
    task.run(); // Does nothing if the task was started.
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (wasDone && e.getCause() instanceof NoReaderException) {
        // Readers may start again by now.
        return source.read(url, held);
      }
      throw failure(Objects.requireNonNull(e.getCause()));
    } finally {
      if (task.isDone()) {
        remove(url);
      }
    }
  }

  private synchronized Optional<Expected> find(PageUrl url) {
    var found = Optional.ofNullable(expected.get(url));
    found.ifPresent(this::count);
    return found;
  }

  /// Throws the failure of the source as if it had just occurred.
  private static IOException failure(Throwable cause) throws IOException, InterruptedException {
    switch (cause) {
      case IOException e -> throw e;
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(cause);
    }
  }

  @Override
  public synchronized void expect(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {
    for (var url : urls) {
      if (expected.size() < limits.pages()) {
        var validators = held.getOrDefault(url, PageValidators.NONE);
        expected.computeIfAbsent(url, page -> task(page, validators));
      }
    }
    pagesLeft = pages;
    bytesLeft = bytes;
    begin();
  }

  private Expected task(PageUrl url, PageValidators held) {
    return new Expected(
        new FutureTask<>(
            () -> {
              var content = source.read(url, held);
              hold(url, content);
              return content;
            }));
  }

  private synchronized void hold(PageUrl url, Content content) {
    var page = expected.get(url);
    if (page != null && content instanceof Content.Found found) {
      page.bytes = found.memoryBytes();
      heldBytes += page.bytes;
    }
  }

  private synchronized void remove(PageUrl url) {
    var page = expected.remove(url);
    if (page != null) {
      heldBytes -= page.bytes;
      begun -= page.isBegun ? 1 : 0;
    }
    begin();
  }

  /// Starts pages as far as the limits allow. The caller must hold the monitor.
  private void begin() {
    for (var page : expected.values()) {
      if (!page.isBegun) {
        boolean hasRoom =
            begun < pagesLeft
                && heldBytes < Math.min(limits.bytes(), bytesLeft)
                && !threads.isShutdown()
                && spare.getAsBoolean();
        if (!hasRoom) {
          return;
        }
        count(page);
        threads.execute(page.task);
      }
    }
  }

  private void count(Expected page) {
    begun += page.isBegun ? 0 : 1;
    page.isBegun = true;
  }

  /// {@return whether a page was read and is waiting}
  synchronized boolean isRead(PageUrl url) {
    var page = expected.get(url);
    return page != null && page.task.isDone();
  }

  /// Stops all reads, and waits for their ends, at most a second.
  @Override
  public void close() {
    synchronized (this) {
      threads.shutdownNow();
    }
    try {
      var _ = threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
