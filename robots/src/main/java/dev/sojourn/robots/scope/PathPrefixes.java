package dev.sojourn.robots.scope;

import dev.sojourn.robots.AgentRules;
import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import dev.sojourn.robots.Rule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A set of paths that prefixes describe: a path belongs to it if the longest matching prefix is an
/// include. A path without a matching prefix does not belong to it.
///
/// Prefixes are normalised like URLs of pages. Query and fragment of a URL are ignored.
///
/// @param includes path prefixes, sorted
/// @param excludes path prefixes that do not belong to the set, sorted; none is also an include
public record PathPrefixes(List<String> includes, List<String> excludes) {

  /// Every path.
  public static final PathPrefixes ALL = new PathPrefixes(List.of("/"), List.of());

  /// A longer rule is left to the decision for each page, since a few such rules would fill a
  /// passport.
  private static final int MAX_RULE_CHARS = 2_000;

  /// The most comparisons of rules with one another. A file that needs more was written to be
  /// expensive, or has more rules than a passport can hold.
  private static final long MAX_COMPARISONS = 4_000_000;

  /// Copies the lists.
  public PathPrefixes {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
  }

  /// {@return the paths whose route satisfies a condition}
  ///
  /// @param robots the file
  /// @param condition on the route of a path
  public static PathPrefixes routed(RobotsTxt robots, Predicate<Route> condition) {
    var marks = new TreeMap<String, Boolean>();
    for (var territory : robots.territories()) {
      boolean belongs = condition.test(territory.route());
      territory.includes().forEach(prefix -> marks.put(prefix, belongs));
    }
    return of(marks);
  }

  /// {@return the paths that one agent may fetch, as far as prefixes can express them}
  ///
  /// Every path outside the set is disallowed, but a path in the set may be disallowed as well.
  /// Rules with `*`, `$` or a query decide for each page, as does a Disallow that such an Allow may
  /// outweigh. The set has all paths if there are too many rules to compare, and in the 1996
  /// dialect, because the order of rules decides there.
  ///
  /// @param rules the rules of the file for the agent
  /// @param dialect of the file
  public static PathPrefixes allowed(AgentRules rules, Dialect dialect) {
    return switch (dialect) {
      case RFC9309 -> allowed(rules.rules());
      case WEB_ROBOTS_CONTROL_1996 -> ALL;
    };
  }

  private static PathPrefixes allowed(List<Rule> rules) {
    var marks = new TreeMap<String, Boolean>();
    marks.put("/", true);
    var otherAllows = rules.stream().filter(r -> r.allow() && !isPrefix(r.pattern())).toList();
    if ((long) otherAllows.size() * rules.size() > MAX_COMPARISONS) {
      return ALL;
    }
    for (var rule : rules) {
      if (isPrefix(rule.pattern()) && !rule.allow()) {
        boolean mayBeOutweighed =
            otherAllows.stream().anyMatch(a -> mayOutweigh(a.pattern(), rule.pattern()));
        if (!mayBeOutweighed) {
          marks.put(rule.pattern(), false);
        }
      }
    }
    // The Allow rules come last, since allow wins a tie.
    for (var rule : rules) {
      if (isPrefix(rule.pattern()) && rule.allow()) {
        marks.put(rule.pattern(), true);
      }
    }
    return of(marks);
  }

  /// Whether a pattern matches exactly the paths with this prefix.
  private static boolean isPrefix(String pattern) {
    return pattern.startsWith("/")
        && pattern.length() <= MAX_RULE_CHARS
        && pattern.chars().noneMatch(c -> c == '*' || c == '$' || c == '?')
        // Escapes of the two characters that are special in a pattern.
        && !pattern.contains("%2A")
        && !pattern.contains("%24");
  }

  /// Whether an Allow that is not a prefix may decide for some path under a prefix.
  private static boolean mayOutweigh(String allow, String prefix) {
    if (allow.length() < prefix.length()) {
      return false;
    }
    int plain = 0;
    while (plain < allow.length() && "*$?%".indexOf(allow.charAt(plain)) < 0) {
      plain++;
    }
    return prefix.startsWith(allow.substring(0, plain))
        || allow.substring(0, plain).startsWith(prefix);
  }

  /// {@return whether a path belongs to this set}
  ///
  /// @param path normalised, begins with `/`
  public boolean contains(String path) {
    return longest(includes, path) > longest(excludes, path);
  }

  private static int longest(List<String> prefixes, String path) {
    return prefixes.stream().filter(path::startsWith).mapToInt(String::length).max().orElse(-1);
  }

  /// {@return whether no path belongs to this set}
  public boolean isEmpty() {
    return includes.isEmpty();
  }

  /// {@return the paths that belong to both sets}
  ///
  /// @param other another set
  public PathPrefixes and(PathPrefixes other) {
    var ours = marks();
    var theirs = other.marks();
    var all = new TreeMap<String, Boolean>(ours);
    all.putAll(theirs);
    var both = new TreeMap<String, Boolean>();
    var above = new ArrayDeque<Pair>();
    for (var prefix : all.keySet()) {
      leave(above, prefix);
      boolean isOurs = ours.getOrDefault(prefix, !above.isEmpty() && above.getLast().isOurs());
      boolean isTheirs =
          theirs.getOrDefault(prefix, !above.isEmpty() && above.getLast().isTheirs());
      both.put(prefix, isOurs && isTheirs);
      above.addLast(new Pair(prefix, isOurs, isTheirs));
    }
    return of(both);
  }

  private record Pair(String prefix, boolean isOurs, boolean isTheirs) {}

  /// In sorted order, a prefix follows its own prefixes.
  private static void leave(ArrayDeque<Pair> above, String prefix) {
    while (!above.isEmpty() && !prefix.startsWith(above.getLast().prefix())) {
      above.removeLast();
    }
  }

  private TreeMap<String, Boolean> marks() {
    var marks = new TreeMap<String, Boolean>();
    includes.forEach(prefix -> marks.put(prefix, true));
    excludes.forEach(prefix -> marks.put(prefix, false));
    return marks;
  }

  /// Keeps only the prefixes at which the membership changes.
  private static PathPrefixes of(SortedMap<String, Boolean> marks) {
    var includes = new ArrayList<String>();
    var excludes = new ArrayList<String>();
    var above = new ArrayDeque<Pair>();
    marks.forEach(
        (prefix, belongs) -> {
          leave(above, prefix);
          boolean outer = !above.isEmpty() && above.getLast().isOurs();
          if (belongs != outer) {
            (belongs ? includes : excludes).add(prefix);
          }
          above.addLast(new Pair(prefix, belongs, belongs));
        });
    return new PathPrefixes(includes, excludes);
  }
}
