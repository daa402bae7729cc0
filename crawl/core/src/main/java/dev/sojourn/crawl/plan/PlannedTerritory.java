package dev.sojourn.crawl.plan;

import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.robots.Route;
import java.util.List;
import java.util.Optional;

/// A territory with the lines of robots.txt that made it.
///
/// @param territory which pages, and where their agent goes first
/// @param route the route by robots.txt
/// @param parts its path prefixes, each with the line that decided
/// @param objection why no agent is sent to the host of the route; empty if one is sent, or the
///   route has no host
/// @param part which one it is of the parts that several visits make at once, as `2 of 3`; empty
///   for a territory that is whole
public record PlannedTerritory(
    CrawlTerritory territory,
    Route route,
    List<Part> parts,
    Optional<String> objection,
    String part) {
  private static final int MAX_SHOWN = 10;

  /// The most directories of a chosen part that fit into a line.
  private static final int MAX_SHOWN_OF_PART = 3;

  /// Copies the list.
  public PlannedTerritory {
    parts = List.copyOf(parts);
  }

  /// One path prefix of a territory.
  ///
  /// @param prefix normalised, begins with `/`
  /// @param line the number of the line that decided, or 0 if none did
  /// @param text that line as it could stand in a file; empty if there is none
  public record Part(String prefix, int line, String text) {}

  /// {@return its path prefixes in one line, at most the first ten, or the first three of a part;
  /// without those cut out of them, which are other territories' paths}
  public String path() {
    var all = territory.scope().includes();
    int most = part.isEmpty() ? MAX_SHOWN : MAX_SHOWN_OF_PART;
    return all.size() <= most
        ? String.join(" ", all)
        : "%s and %d more".formatted(String.join(" ", all.subList(0, most)), all.size() - most);
  }

  /// {@return [#path], and which part of a territory it is}
  public String name() {
    return name(path(), part);
  }

  /// {@return the paths of a territory, and which part of one it is}
  ///
  /// @param path its path prefixes in one line
  /// @param part as `2 of 3`, or empty
  public static String name(String path, String part) {
    return part.isEmpty() ? path : "%s (part %s)".formatted(path, part);
  }

  /// A part of this territory.
  PlannedTerritory of(CrawlTerritory cut, List<Part> paths, String number) {
    return new PlannedTerritory(cut, route, paths, objection, number);
  }

  /// {@return the number of the last line that decided, or 0 if none did}
  public int line() {
    return route.decidingLine();
  }
}
