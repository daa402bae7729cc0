package dev.sojourn.host.page;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The sites whose views the page store has. Thread-safe.
///
/// A site whose configuration changed has no views at once, and new ones after the writer has
/// deleted the old ones.
final class ServedSitePages {
  private final Map<String, StoredSitePages.Counts> counts = new ConcurrentHashMap<>();
  private volatile Map<String, String> wanted = Map.of();
  private volatile Map<String, StoredSitePages> stored = Map.of();
  private volatile boolean isStored = true;

  /// Sets the marks of the sites, by origin.
  synchronized void want(Map<String, String> marks) {
    wanted = Map.copyOf(marks);
    isStored = false;
    counts.keySet().retainAll(marks.keySet());
    var same = new HashMap<>(stored);
    same.values().removeIf(site -> !site.mark().equals(marks.get(site.origin())));
    stored = Map.copyOf(same);
  }

  Map<String, String> wanted() {
    return wanted;
  }

  /// Publishes the rows of sites, unless others are wanted meanwhile.
  ///
  /// @param marks the wanted marks for which the rows were made
  /// @param ids the row of each origin
  synchronized void store(Map<String, String> marks, Map<String, Long> ids) {
    if (!marks.equals(wanted)) {
      return;
    }
    var all = new HashMap<String, StoredSitePages>();
    ids.forEach(
        (origin, id) ->
            all.put(
                origin,
                new StoredSitePages(
                    id,
                    origin,
                    marks.getOrDefault(origin, ""),
                    counts.computeIfAbsent(origin, _ -> StoredSitePages.Counts.none()))));
    stored = Map.copyOf(all);
    isStored = true;
  }

  /// Forgets the rows, since their file is gone.
  synchronized void lose() {
    stored = Map.of();
    isStored = false;
  }

  /// Whether all wanted sites have rows.
  boolean isStored() {
    return isStored;
  }

  Optional<StoredSitePages> find(String origin) {
    return Optional.ofNullable(stored.get(origin));
  }

  boolean isCurrent(StoredSitePages site) {
    return find(site.origin()).filter(now -> now.id() == site.id()).isPresent();
  }

  /// The origins, also those without rows.
  Set<String> origins() {
    return wanted.keySet();
  }

  /// The counts of an origin; zero if it is not served.
  StoredSitePages.Counts counts(String origin) {
    return counts.getOrDefault(origin, StoredSitePages.Counts.none());
  }
}
