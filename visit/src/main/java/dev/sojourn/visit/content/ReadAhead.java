package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A source for one visit that reads pages before they are asked for, on threads of its own.
///
/// Each page is read once. Pages that were read and not asked for are never thrown away: they count
/// against the limits. So a visit that asks for other pages than it announced costs its site a
/// bounded number of vain requests. Safe for use by several threads.
public final class ReadAhead implements ContentSource, AutoCloseable {
  private static final int SECONDS_TO_END = 1;

  private final ContentSource source;
  private final Limits limits;
  private final BooleanSupplier spare;
  private final ExecutorService threads;

  /// The pages to come, in the order in which they will be asked for.
  private final Map<PageUrl, Expected> expected = new LinkedHashMap<>();

  private int begun;
  private long heldBytes;
  private long pagesLeft;
  private long bytesLeft;

  /// The limits of what is read ahead of a visit.
  ///
  /// @param pages pages that are known, under way or read; at least 1
  /// @param atOnce pages that are under way at once; at least 1
  /// @param bytes no page is begun while the bodies that wait have this size or more
  public record Limits(int pages, int atOnce, long bytes) {
    /// Checks the ranges.
    ///
    /// @throws IllegalArgumentException if one is not positive
    public Limits {
      if (pages < 1 || atOnce < 1 || bytes < 1) {
        throw new IllegalArgumentException(
            "pages: %d, atOnce: %d, bytes: %d (expected: 1 or more)"
                .formatted(pages, atOnce, bytes));
      }
    }
  }

  /// One page to come. All but the task is guarded by the monitor of the source.
  private static final class Expected {
    private final FutureTask<Content> task;
    private boolean isBegun;
    private boolean isGiven;
    private long bytes;

    Expected(FutureTask<Content> task) {
      this.task = task;
    }
  }

  /// Creates a source.
  ///
  /// @param source has the pages
  /// @param limits of what is read ahead
  /// @param spare whether pages may be read ahead at this moment
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
  /// A page that is expected and not begun yet is read by the calling thread; one that is under way
  /// is waited for.
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
    var content = early(url, early.get());
    // The visit may have met an equal page meanwhile, and needs this one in any case.
    return content instanceof Content.NotModified && held.equals(PageValidators.NONE)
        ? source.read(url, held)
        : content;
  }

  private Content early(PageUrl url, Expected early) throws IOException, InterruptedException {
    var task = early.task;
    task.run(); // Does nothing if it was begun.
    try {
      return task.get();
    } catch (ExecutionException e) {
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

  /// The failure of the source, as if it had been asked just now.
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

  /// {@inheritDoc}
  ///
  /// Empty while pages may not be read ahead.
  @Override
  public synchronized Optional<Content.Found> ahead(int mostBytes) {
    for (var next : expected.entrySet()) {
      var page = next.getValue();
      if (!page.isGiven) {
        if (!page.task.isDone() || !spare.getAsBoolean()) {
          return Optional.empty();
        }
        page.isGiven = true;
        var found = found(next.getKey(), page.task, mostBytes);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Content.Found> found(
      PageUrl url, FutureTask<Content> task, int mostBytes) {
    return task.state() == Future.State.SUCCESS
            && task.resultNow() instanceof Content.Found found
            && found.url().equals(url)
            && found.body().length <= mostBytes
        ? Optional.of(found)
        : Optional.empty();
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
      page.bytes = found.body().length;
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

  /// Begins pages as far as the limits allow. To be called with the monitor.
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

  /// {@return whether a page was read, and waits}
  synchronized boolean isRead(PageUrl url) {
    var page = expected.get(url);
    return page != null && page.task.isDone();
  }

  /// Ends what is under way, and waits until it has ended.
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
