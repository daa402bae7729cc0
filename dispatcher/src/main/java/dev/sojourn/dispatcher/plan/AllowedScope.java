package dev.sojourn.dispatcher.plan;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.scope.PathPrefixes;
import java.util.List;
import java.util.stream.Stream;

/// The scope with which an agent is sent: its territory, less the paths that robots.txt disallows
/// for the product token of the crawl, as far as prefixes can say it. The gate decides about the
/// rest.
public final class AllowedScope {
  /// A passport has room for 1,000 prefixes of each kind.
  private static final int MAX_PREFIXES = 500;

  /// An eighth of the most that a host reads of a passport.
  private static final int MAX_CHARS = 32 * 1024;

  private AllowedScope() {}

  /// {@return the scope of a passport; the territory itself where the cuts are too many for a
  /// passport, or would leave a start URL outside}
  ///
  /// @param territory which pages the agent should visit
  /// @param starts its start URLs
  /// @param robots the rules of the site
  /// @param productToken the name that picks the group of robots.txt
  public static Scope of(
      Scope territory, List<String> starts, RobotsTxt robots, String productToken) {
    var allowed = PathPrefixes.allowed(robots.agent(productToken), robots.options().dialect());
    var cut = new PathPrefixes(territory.includes(), territory.excludes()).and(allowed);
    if (cut.isEmpty() || !fits(cut)) {
      return territory;
    }
    var scope = new Scope(territory.origin(), cut.includes(), cut.excludes());
    // The rules allow /robots.txt to everybody, wherever it lies.
    boolean holdsAll = starts.stream().flatMap(AllowedScope::url).allMatch(scope::contains);
    return holdsAll ? scope : territory;
  }

  private static Stream<PageUrl> url(String start) {
    return PageUrl.parse(start).stream();
  }

  private static boolean fits(PathPrefixes cut) {
    return cut.includes().size() + cut.excludes().size() <= MAX_PREFIXES
        && Stream.concat(cut.includes().stream(), cut.excludes().stream())
                .mapToInt(String::length)
                .sum()
            <= MAX_CHARS;
  }
}
