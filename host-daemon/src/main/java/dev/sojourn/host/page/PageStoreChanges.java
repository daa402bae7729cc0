package dev.sojourn.host.page;

import dev.sojourn.host.page.PageStoreTask.Put;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// The changes of the page store, in transactions that fit into its log. For the thread that
/// writes.
final class PageStoreChanges {
  /// Each eviction makes more room than needed: a 32nd of the database.
  private static final int EXTRA_ROOM = 32;

  /// The pages of a view besides its octets, and the bytes of its row without path and validator.
  private static final int BESIDES_PAGES = 2;

  private static final int ROW_BYTES = 200;

  private static final int PATHS_AT_ONCE = 1_000;

  /// Views that were used within this time make no room for others. Visits walk all pages of a site
  /// in one order: in a store that is too small for them, each page would go before its next use.
  private static final long KEPT_MINUTES = TimeUnit.DAYS.toMinutes(1);

  private final PageStoreBound bound;
  private final ServedSitePages sites;
  private final RandomGenerator random = new SplittableRandom();

  PageStoreChanges(PageStoreBound bound, ServedSitePages sites) {
    this.bound = bound;
    this.sites = sites;
  }

  /// Keeps views, unless the configuration of their site changed meanwhile.
  void put(PageStoreFile file, List<Put> puts, long minute) throws SQLException {
    var _ =
        file.write(
            session -> {
              for (var put : puts) {
                if (sites.isCurrent(put.site())) {
                  PageTables.put(session, put.site().id(), put.key(), put.view(), minute);
                }
              }
              return puts.size();
            });
  }

  /// Whether views need the room of others.
  boolean isCrowded(PageStoreFile file, List<Put> puts) throws SQLException {
    return file.usedPages() + pages(puts) > bound.pages();
  }

  /// Deletes earlier versions of views, and then views that were not used for a day, from a random
  /// one on, until the new views have room.
  ///
  /// @return the number of deleted views
  int makeRoom(PageStoreFile file, List<Put> puts, long minute) throws SQLException {
    long goal = bound.pages() - pages(puts) - bound.pages() / EXTRA_ROOM;
    long last = file.query(PageTables::lastRow);
    if (last == 0) {
      throw new SQLException("the file has pages without views");
    }
    removeEarlier(file, puts);
    int evicted = evict(file, random.nextLong(last) + 1, goal, minute);
    return evicted + evict(file, 0, goal, minute);
  }

  private static void removeEarlier(PageStoreFile file, List<Put> puts) throws SQLException {
    var _ =
        file.write(
            session -> {
              for (var put : puts) {
                PageTables.remove(session, put.site().id(), put.key());
              }
              return puts.size();
            });
  }

  private int evict(PageStoreFile file, long from, long goal, long minute) throws SQLException {
    int evicted = 0;
    long next = from;
    while (file.usedPages() > goal) {
      long first = next;
      var rows =
          file.query(
              session ->
                  PageTables.unused(session, first, minute - KEPT_MINUTES, minute, bound.rows()));
      if (rows.isEmpty()) {
        return evicted;
      }
      evicted +=
          file.write(
              session -> {
                for (long row : rows) {
                  PageTables.remove(session, row);
                }
                return rows.size();
              });
      next = rows.getLast() + 1;
    }
    return evicted;
  }

  private static long pages(List<Put> puts) {
    long pages = 0;
    for (var put : puts) {
      long names = 3L * (put.key().path().length() + put.key().validator().length());
      long bytes = put.view().length + 3 * names + ROW_BYTES;
      pages += bytes / PageStoreBound.PAGE_BYTES + BESIDES_PAGES;
    }
    return pages;
  }

  void use(PageStoreFile file, Collection<Long> ids, long minute) throws SQLException {
    var some = new ArrayList<Long>();
    for (long id : ids) {
      some.add(id);
      if (some.size() == bound.rows()) {
        use(file, List.copyOf(some), minute);
        some.clear();
      }
    }
    use(file, List.copyOf(some), minute);
  }

  private static void use(PageStoreFile file, List<Long> ids, long minute) throws SQLException {
    if (!ids.isEmpty()) {
      var _ =
          file.write(
              session -> {
                PageTables.use(session, ids, minute);
                return ids.size();
              });
    }
  }

  /// Deletes the views of sites that are not wanted, and adds the wanted sites.
  void serve(PageStoreFile file) throws SQLException {
    var wanted = sites.wanted();
    var ids = new HashMap<String, Long>();
    boolean isFreed = false;
    for (var site : file.query(PageTables::sites)) {
      if (site.mark().equals(wanted.get(site.origin()))) {
        ids.put(site.origin(), site.id());
      } else {
        while (file.write(session -> PageTables.clear(session, site.id(), bound.rows())) > 0) {}
        var _ = file.write(session -> PageTables.removeSite(session, site.id()));
        isFreed = true;
      }
    }
    for (var mark : wanted.entrySet()) {
      if (!ids.containsKey(mark.getKey())) {
        long id =
            file.write(session -> PageTables.addSite(session, mark.getKey(), mark.getValue()));
        ids.put(mark.getKey(), id);
      }
    }
    sites.store(wanted, ids);
    if (isFreed) {
      file.erase();
    }
  }

  /// Deletes the views of some paths of a site, also from the free pages of the file.
  ///
  /// @return the number of deleted views
  int forget(PageStoreFile file, long site, Predicate<String> isClosed) throws SQLException {
    int removed = 0;
    var paths = List.of("");
    while (!paths.isEmpty()) {
      var last = paths.getLast();
      paths = file.query(session -> PageTables.paths(session, site, last, PATHS_AT_ONCE));
      removed += remove(file, site, paths.stream().filter(isClosed).toList());
    }
    if (removed > 0) {
      file.erase();
    }
    return removed;
  }

  private int remove(PageStoreFile file, long site, List<String> paths) throws SQLException {
    int removed = 0;
    for (int from = 0; from < paths.size(); from += bound.rows()) {
      var some = paths.subList(from, Math.min(paths.size(), from + bound.rows()));
      removed += file.write(session -> PageTables.remove(session, site, some));
    }
    return removed;
  }
}
