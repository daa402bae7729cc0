package dev.sojourn.sandbox.reader;

import dev.sojourn.base.text.DeclaredType;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.NoReaderException;
import dev.sojourn.sandbox.pipe.ReadOrder;
import dev.sojourn.sandbox.pipe.ReadOrder.Wanted;
import dev.sojourn.sandbox.start.ProcessLauncher;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// The confined processes that read pages. Any thread may use it.
///
/// Each page first gets little time. A page that needs more, or that ends its reader, goes to a
/// reader of its own, so that it does not delay other pages. A page that fails there too has a view
/// without elements. After a page that ended its reader, the pages of the same site go there for a
/// minute at once.
public final class ReaderPool implements ViewReader, AutoCloseable {
  private static final int LOOK_MILLIS = 500;

  /// The most bytes of a body. An agent gets no larger page.
  private static final int MAX_BODY_BYTES = 16 << 20;

  private static final int MAX_TYPE_CHARS = 200;

  private final Times times;
  private final ProcessLauncher launcher;
  private final ReaderLane fast;
  private final ReaderLane slow;
  private final SuspectSites suspects = new SuspectSites(System::nanoTime);
  private final Future<?> looking;

  /// The processor times that a page may take.
  ///
  /// @param fastMillis beside others; a page of a megabyte takes 20 ms
  /// @param slowMillis with a reader of its own; the parser itself stops earlier
  record Times(int fastMillis, int slowMillis) {
    private static final Times USUAL = new Times(100, 5_000);
  }

  /// Creates a pool. It starts no process before the first page.
  ///
  /// @param most the most readers, beside the one for slow pages
  /// @param launcher starts readers; the pool closes it
  /// @param clock runs the checks of readers
  public ReaderPool(int most, ProcessLauncher launcher, ScheduledExecutorService clock) {
    this(most, launcher, clock, Times.USUAL);
  }

  ReaderPool(int most, ProcessLauncher launcher, ScheduledExecutorService clock, Times times) {
    this.times = times;
    this.launcher = launcher;
    this.fast = new ReaderLane("reader", most, launcher);
    this.slow = new ReaderLane("slow-reader", 1, launcher);
    this.looking =
        clock.scheduleWithFixedDelay(
            () -> List.of(fast, slow).forEach(ReaderLane::look),
            LOOK_MILLIS,
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /// {@inheritDoc}
  ///
  /// @throws NoReaderException if no reader can be started
  @Override
  public PageView view(Source source) throws InterruptedException {
    return switch (read(Wanted.PAGE, source, PageView::of)) {
      case ReadResult.Done<PageView>(var view) -> view;
      case ReadResult.TooSlow<PageView> _ ->
          unparsed(source, "it took more than " + times.slowMillis() + " ms");
      case ReadResult.Failed<PageView>(var reason) ->
          unparsed(source, ForeignText.of(reason).toString());
      case ReadResult.Lost<PageView> _ -> unparsed(source, "it ended its reader");
      case ReadResult.NotStarted<PageView>(var reason) -> throw new NoReaderException(reason);
    };
  }

  /// {@inheritDoc}
  ///
  /// @throws NoReaderException if no reader can be started
  @Override
  public TreeView tree(Source source) throws InterruptedException {
    return read(Wanted.TREE, source, TreeView::of, TreeView.UNREAD);
  }

  /// {@inheritDoc}
  ///
  /// @throws NoReaderException if no reader can be started
  @Override
  public byte[] text(Source source) throws InterruptedException {
    return read(Wanted.TEXT, source, octets -> octets, new byte[0]);
  }

  private static PageView unparsed(Source source, String reason) {
    var declared =
        source.fields().entrySet().stream()
            .filter(field -> field.getKey().equalsIgnoreCase("Content-Type"))
            .findFirst()
            .map(field -> DeclaredType.of(field.getValue()).essence())
            .orElse("");
    boolean hasElements = Set.of("text/html", "application/xhtml+xml").contains(declared);
    var mediaType = declared.length() > MAX_TYPE_CHARS ? "" : declared;
    var type = new ParsedPage.Type(mediaType, "UTF-8", hasElements);
    return PageView.of(ParsedPage.unparsed(type, 0, reason));
  }

  private <T> T read(Wanted wanted, Source source, ReadResult.Decoder<T> decoder, T insteadOfUnread)
      throws InterruptedException {
    return switch (read(wanted, source, decoder)) {
      case ReadResult.Done<T>(var view) -> view;
      case ReadResult.NotStarted<T>(var reason) -> throw new NoReaderException(reason);
      default -> insteadOfUnread;
    };
  }

  /// Reads a page. Only a page that ended two readers counts as the cause: the first may have died
  /// for another reason.
  private <T> ReadResult<T> read(Wanted wanted, Source source, ReadResult.Decoder<T> decoder)
      throws InterruptedException {
    if (source.body().length > MAX_BODY_BYTES) {
      return new ReadResult.Failed<>("it has more than " + MAX_BODY_BYTES + " bytes");
    }
    var site = source.url().origin().toLowerCase(Locale.ROOT);
    boolean isLost = false;
    if (!suspects.contains(site)) {
      var order = new ReadOrder(wanted, times.fastMillis(), source);
      var result = await(fast.read(site, order, decoder, () -> suspects.contains(site)));
      switch (result) {
        case ReadResult.TooSlow<T> _ -> suspects.slow(site);
        case ReadResult.Lost<T> _ -> {
          suspects.lost(site);
          isLost = true;
        }
        default -> {
          return result;
        }
      }
    }
    var order = new ReadOrder(wanted, times.slowMillis(), source);
    var result = await(slow.read(site, order, decoder, () -> false));
    return result instanceof ReadResult.Lost<T> && !isLost
        ? await(slow.read(site, order, decoder, () -> false))
        : result;
  }

  /// Waits for a result. If the caller no longer waits for it, the page is not read.
  private static <T> ReadResult<T> await(CompletableFuture<ReadResult<T>> result)
      throws InterruptedException {
    try {
      return result.get();
    } catch (InterruptedException e) {
      result.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Makes the cache that speeds up the start of readers, if the settings demand it and it does not
  /// exist.
  ///
  /// @throws InterruptedException if the calling thread is interrupted
  public void makeCache() throws InterruptedException {
    launcher.makeCache();
  }

  @Override
  public void close() {
    launcher.awaitMissedCache();
    looking.cancel(false);
    launcher.abortStarts();
    fast.close();
    slow.close();
    launcher.close();
  }
}
