package dev.sojourn.crawl.plan;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A scope cut into parts by path prefixes. A page belongs to the part with the longest prefix of
/// its path. Without such a prefix it belongs to the first part. So the parts are disjoint, and
/// together they are the scope.
final class ScopeParts {
  private final Scope scope;
  private final Map<String, Integer> partOf = new HashMap<>();
  private final List<List<String>> includes = new ArrayList<>();
  private final List<List<String>> excludes = new ArrayList<>();

  private ScopeParts(Scope scope, List<List<String>> prefixes) {
    this.scope = scope;
    for (int part = 0; part <= prefixes.size(); part++) {
      includes.add(new ArrayList<>());
      excludes.add(new ArrayList<>());
      for (var prefix : part == 0 ? List.<String>of() : prefixes.get(part - 1)) {
        if (isWithin(prefix)) {
          partOf.putIfAbsent(prefix, part);
        }
      }
    }
  }

  /// {@return the parts of a scope; the first part has the pages without a matching prefix. Parts
  /// without a path are left out}
  ///
  /// @param scope of a territory
  /// @param prefixes of each part but the first, normalised; prefixes outside the scope are left
  ///   out
  static List<Scope> of(Scope scope, List<List<String>> prefixes) {
    return new ScopeParts(scope, prefixes).cut();
  }

  private boolean isWithin(String prefix) {
    return PageUrl.parse(scope.origin() + prefix)
        .filter(url -> url.path().equals(prefix) && scope.contains(url))
        .isPresent();
  }

  private List<Scope> cut() {
    for (var include : scope.includes()) {
      if (!partOf.containsKey(include)) {
        includes.get(part(include, include.length())).add(include);
      }
    }
    for (var exclude : scope.excludes()) {
      excludes.get(part(exclude, exclude.length())).add(exclude);
    }
    partOf.keySet().stream().sorted().forEach(this::add);
    var parts = new ArrayList<Scope>();
    for (int part = 0; part < includes.size(); part++) {
      if (!includes.get(part).isEmpty()) {
        parts.add(new Scope(scope.origin(), includes.get(part), excludes.get(part)));
      }
    }
    return parts;
  }

  /// Gives a prefix to its part, and excludes it from the part that contains the surrounding path.
  private void add(String prefix) {
    int own = part(prefix, prefix.length());
    int around = part(prefix, prefix.length() - 1);
    includes.get(own).add(prefix);
    if (around != own) {
      excludes.get(around).add(prefix);
    }
  }

  /// The part with the longest prefix of a path; the prefix has at most `mostChars` characters.
  private int part(String path, int mostChars) {
    return partOf.keySet().stream()
        .filter(prefix -> prefix.length() <= mostChars && path.startsWith(prefix))
        .max(Comparator.comparingInt(String::length))
        .map(partOf::get)
        .orElse(0);
  }
}
