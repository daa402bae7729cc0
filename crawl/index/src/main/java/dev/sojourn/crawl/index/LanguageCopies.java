package dev.sojourn.crawl.index;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The hits of a search. If hits differ only in their language, only the best of them is shown.
/// Confined to one thread.
final class LanguageCopies {
  private final List<Shown> shown = new ArrayList<>();
  private final Map<String, List<Shown>> byRest = new HashMap<>();

  /// A hit that is shown.
  static final class Shown {
    private final int index;
    private final Set<String> languages = new HashSet<>();

    Shown(int index) {
      this.index = index;
    }

    /// {@return the number of the hit, from 0}
    int index() {
      return index;
    }

    /// {@return how many hits in other languages this hit represents}
    int copies() {
      return languages.size() - 1;
    }
  }

  /// Adds the next hit, best first.
  ///
  /// @param index its number, from 0
  void add(int index, LanguageUrl url) {
    var same = byRest.computeIfAbsent(url.rest(), _ -> new ArrayList<>());
    boolean isCopy =
        !url.language().isEmpty()
            && same.stream()
                .filter(one -> !one.languages.contains(""))
                .anyMatch(one -> one.languages.add(url.language()));
    if (!isCopy) {
      var one = new Shown(index);
      one.languages.add(url.language());
      same.add(one);
      shown.add(one);
    }
  }

  /// {@return how many hits are shown so far}
  int size() {
    return shown.size();
  }

  /// {@return the first hits that are shown}
  List<Shown> first(int limit) {
    return List.copyOf(shown.subList(0, Math.min(limit, shown.size())));
  }
}
