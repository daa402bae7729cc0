package dev.sojourn.sandbox.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The pages that wait for a reader. The sites take turns, so that a page never waits for many
/// pages of another site. Its owner guards it.
///
/// @param <T> type of the pages
final class WaitingPages<T> {
  /// The pages of each site, in their order; the site whose turn it is comes first.
  private final Map<String, Deque<T>> sites = new LinkedHashMap<>();

  private int size;

  /// {@return the number of pages}
  int size() {
    return size;
  }

  void add(String site, T page) {
    sites.computeIfAbsent(site, _ -> new ArrayDeque<>()).add(page);
    size++;
  }

  /// {@return the next page, which no longer waits; null if there is none}
  @Nullable T poll() {
    if (size == 0) {
      return null;
    }
    var turn = sites.entrySet().iterator().next();
    sites.remove(turn.getKey());
    var page = turn.getValue().remove();
    if (!turn.getValue().isEmpty()) {
      sites.put(turn.getKey(), turn.getValue());
    }
    size--;
    return page;
  }

  /// {@return all pages, which no longer wait}
  List<T> pollAll() {
    var all = new ArrayList<T>();
    sites.values().forEach(all::addAll);
    sites.clear();
    size = 0;
    return all;
  }
}
