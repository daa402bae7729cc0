package dev.sojourn.crawl.plan;

import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.robots.Route;
import java.util.List;
import java.util.Optional;

/// A territory with the lines of robots.txt that define it.
///
/// @param territory its pages, and the first place for its agent
/// @param route the route by robots.txt
/// @param parts its path prefixes, each with the deciding line
/// @param objection why no agent is sent to the host of the route; empty if one is sent, or if the
///   route has no host
/// @param part its place among the parts that are visited at the same time, such as `2 of 3`; empty
///   for a whole territory
public record PlannedTerritory(
    CrawlTerritory territory,
    Route route,
    List<Part> parts,
    Optional<String> objection,
    String part) {
  private static final int MAX_SHOWN = 10;

  /// The limit for directories of a chosen part that fit into a line.
  private static final int MAX_SHOWN_OF_PART = 3;

  /// Copies the list.
  public PlannedTerritory {
    parts = List.copyOf(parts);
  }

  /// One path prefix of a territory.
  ///
  /// @param prefix normalised, begins with `/`
  /// @param line the number of the deciding line, or 0 if there is none
  /// @param text that line as robots.txt could spell it; empty if there is none
  public record Part(String prefix, int line, String text) {}

  /// {@return its path prefixes in one line: at most ten, or three of a part. Excluded prefixes,
  /// which belong to other territories, are left out}
  public String path() {
    var all = territory.scope().includes();
    int most = part.isEmpty() ? MAX_SHOWN : MAX_SHOWN_OF_PART;
    return all.size() <= most
        ? String.join(" ", all)
        : "%s and %d more".formatted(String.join(" ", all.subList(0, most)), all.size() - most);
  }

  /// {@return [#path] with the place among the parts, if the territory is a part}
  public String name() {
    return name(path(), part);
  }

  /// {@return the paths of a territory with its place among the parts, if it is a part}
  ///
  /// @param path its path prefixes in one line
  /// @param part such as `2 of 3`, or empty
  public static String name(String path, String part) {
    return part.isEmpty() ? path : "%s (part %s)".formatted(path, part);
  }

  /// A part of this territory.
  PlannedTerritory of(CrawlTerritory cut, List<Part> paths, String number) {
    return new PlannedTerritory(cut, route, paths, objection, number);
  }

  /// {@return the number of the last deciding line, or 0 if there is none}
  public int line() {
    return route.decidingLine();
  }
}
