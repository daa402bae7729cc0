package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sojourn.agent.Scope;

/// A part of a site that one agent visits. The territories of a site are disjoint and cover it.
///
/// @param number the place in the plan, from 0
/// @param scope the pages of the territory
/// @param place the first place for its agent
/// @param partOf a number from 1 if the territory is one of several parts that are visited at the
///   same time. All parts of one territory of robots.txt have the same number. 0 for a whole
///   territory
public record CrawlTerritory(
    int number,
    Scope scope,
    Place place,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int partOf) {

  /// A whole territory.
  ///
  /// @param number the place in the plan, from 0
  /// @param scope the pages of the territory
  /// @param place the first place for its agent
  public CrawlTerritory(int number, Scope scope, Place place) {
    this(number, scope, place, 0);
  }

  /// {@return whether this is one of several parts of a territory of robots.txt}
  public boolean isPart() {
    return partOf > 0;
  }
}
