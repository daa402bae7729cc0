package dev.sojourn.host.page;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.page.PageStoreTask.Forget;
import dev.sojourn.host.page.PageStoreTask.Put;
import dev.sojourn.host.page.PageStoreTask.Serve;
import dev.sojourn.visit.view.ViewKey;
import dev.sojourn.visit.view.ViewStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/// The views of pages on disk, for the sites that this host serves. Thread-safe.
///
/// ```
///  find ──> one of four connections ──> pages.db
///  put ──> queue (16 MiB) ──> one thread, several views a transaction ──> pages.db, within its limit
/// ```
///
/// Nothing here fails. A view that cannot be read is missing, and a view that cannot be written is
/// not kept. Damaged views and files are made again. Views that were not used for a day make room
/// for others.
///
/// A view belongs to a site in one configuration. Before [#serve] the store has no sites.
public final class PageStore implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(PageStore.class.getName());

  /// A use is written if the last written one is older. Uses need no finer order.
  private static final long USE_MINUTES = 10;

  /// The longest path and validator, in characters.
  private static final int MOST_CHARS = 10_000;

  private final Optional<PageStoreWriter> writer;
  private final ServedSitePages sites;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();

  private PageStore(Optional<PageStoreWriter> writer, ServedSitePages sites) {
    this.writer = writer;
    this.sites = sites;
  }

  /// Opens the store of a data directory, and starts its thread.
  ///
  /// @param directory the data directory, which one process uses
  /// @param maxBytes limit of all files of the store together; at least 8 MiB, or 0 for a store
  ///   that deletes its files and keeps nothing
  /// @param clock the time of the last use of a view
  /// @return the store, without sites
  public static PageStore open(Path directory, long maxBytes, InstantSource clock) {
    var sites = new ServedSitePages();
    if (maxBytes == 0) {
      deleteFiles(directory);
      return new PageStore(Optional.empty(), sites);
    }
    var writer = new PageStoreWriter(directory, new PageStoreBound(maxBytes), sites, clock);
    writer.start();
    return new PageStore(Optional.of(writer), sites);
  }

  private static void deleteFiles(Path directory) {
    try {
      PageStoreFile.delete(directory);
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The page store is off, but its file cannot be deleted: {0}",
          Messages.clause(e));
    }
  }

  /// Sets the sites. Views of other sites, and those from another configuration of a site, are not
  /// found any more, and are deleted soon.
  ///
  /// @param marks by origin, the name of the site's configuration: if the mark of a site is
  ///   another, its pages may be
  public void serve(Map<String, String> marks) {
    sites.want(marks);
    writer.ifPresent(to -> to.add(new Serve()));
  }

  /// {@return the views of a site in one configuration, for a visit that began with it} After a
  /// change of the configuration, which may close pages, the visit finds and keeps nothing.
  ///
  /// @param origin of the site
  /// @param mark the mark of the configuration
  public ViewStore of(String origin, String mark) {
    return new ViewStore() {
      @Override
      public Optional<byte[]> find(ViewKey key) {
        return site(key).flatMap(site -> PageStore.this.find(site, key));
      }

      @Override
      public void put(ViewKey key, byte[] view) {
        site(key).ifPresent(site -> PageStore.this.put(site, key, view));
      }

      private Optional<StoredSitePages> site(ViewKey key) {
        return sites
            .find(origin)
            .filter(site -> site.mark().equals(mark) && key.site().equals(origin));
      }
    };
  }

  private Optional<byte[]> find(StoredSitePages site, ViewKey key) {
    if (writer.isEmpty()) {
      return Optional.empty();
    }
    var view = read(writer.get(), site, key);
    (view.isPresent() ? hits : misses).increment();
    (view.isPresent() ? site.counts().hits() : site.counts().misses()).increment();
    return view;
  }

  private static Optional<byte[]> read(PageStoreWriter writer, StoredSitePages site, ViewKey key) {
    var file = writer.file();
    if (file.isEmpty()) {
      return Optional.empty();
    }
    try {
      var found = file.get().find(site.id(), key);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      if (!found.get().isSound(key)) {
        writer.damage(file.get(), found.get().id());
        return Optional.empty();
      }
      if (Math.abs(writer.minute() - found.get().used()) >= USE_MINUTES) {
        writer.use(found.get().id());
      }
      return Optional.of(found.get().octets());
    } catch (SQLException e) {
      writer.failed(file.get(), e);
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void put(StoredSitePages site, ViewKey key, byte[] view) {
    boolean isNamed = key.path().length() <= MOST_CHARS && key.validator().length() <= MOST_CHARS;
    if (writer.isPresent() && isNamed) {
      writer.get().put(new Put(site, key, view));
    }
  }

  /// Deletes the views of pages that are closed now, after all earlier writes.
  ///
  /// @param origin of a site
  /// @param isClosed whether the views of a path and query are deleted; called by another thread
  /// @return the number of deleted views
  /// @throws InterruptedException if the thread is interrupted; the views are deleted later
  public int forget(String origin, Predicate<String> isClosed) throws InterruptedException {
    return forget(Optional.of(origin), isClosed);
  }

  /// Deletes all views.
  ///
  /// @return the number of deleted views
  /// @throws InterruptedException if the thread is interrupted; the views are deleted later
  public int dropAll() throws InterruptedException {
    return forget(Optional.empty(), _ -> true);
  }

  private int forget(Optional<String> origin, Predicate<String> isClosed)
      throws InterruptedException {
    var done = new CompletableFuture<Integer>();
    boolean isAdded = writer.filter(to -> to.add(new Forget(origin, isClosed, done))).isPresent();
    try {
      return isAdded ? done.get() : 0;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the writer completes its tasks normally", e);
    }
  }

  /// {@return the figures of the store}
  public PageStoreCounts counts() {
    return writer
        .map(from -> from.counts(hits.sum(), misses.sum()))
        .orElseGet(() -> new PageStoreCounts(0, 0, 0, 0, 0, 0, 0));
  }

  /// {@return the figures of each site, in the order of their origins} Reads all rows, which takes
  /// about a second for a million.
  ///
  /// @throws InterruptedException if the thread is interrupted
  public List<SitePageCounts> sites() throws InterruptedException {
    var sums = sums();
    var all = new ArrayList<SitePageCounts>();
    for (var origin : sites.origins().stream().sorted().toList()) {
      var sum =
          sites
              .find(origin)
              .map(site -> sums.getOrDefault(site.id(), PageTables.Sum.NONE))
              .orElse(PageTables.Sum.NONE);
      var counts = sites.counts(origin);
      all.add(
          new SitePageCounts(
              origin, sum.views(), sum.bytes(), counts.hits().sum(), counts.misses().sum()));
    }
    return all;
  }

  private Map<Long, PageTables.Sum> sums() throws InterruptedException {
    return read(PageTables::sums, Map.of());
  }

  /// How often visits asked for a view of a site since the daemon started.
  long finds(String origin) {
    var counts = sites.counts(origin);
    return counts.hits().sum() + counts.misses().sum();
  }

  boolean hasViews(String origin) throws InterruptedException {
    var site = sites.find(origin);
    return site.isPresent()
        && read(session -> PageTables.hasPages(session, site.get().id()), false);
  }

  private <T> T read(SqliteSession.Transaction<T, RuntimeException> query, T otherwise)
      throws InterruptedException {
    var file = writer.flatMap(PageStoreWriter::file);
    if (file.isEmpty()) {
      return otherwise;
    }
    try {
      return file.get().read(query, otherwise);
    } catch (SQLException e) {
      writer.get().failed(file.get(), e);
      return otherwise;
    }
  }

  /// Writes the views that wait, and closes the files. The store finds and keeps nothing
  /// afterwards.
  @Override
  public void close() {
    writer.ifPresent(PageStoreWriter::close);
  }
}
