package dev.sojourn.crawl.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.sojourn.agent.Scope;

/// A part of a site that one agent visits. The territories of a site are disjoint and cover it.
///
/// @param number the place in the plan, from 0
/// @param scope which pages belong to it
/// @param place where its agent should go first
/// @param partOf the same number, from 1, for all parts of one territory of robots.txt that several
///   visits make at once; 0 for a territory that is whole
public record CrawlTerritory(
    int number,
    Scope scope,
    Place place,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int partOf) {

  /// A territory that is whole.
  ///
  /// @param number the place in the plan, from 0
  /// @param scope which pages belong to it
  /// @param place where its agent should go first
  public CrawlTerritory(int number, Scope scope, Place place) {
    this(number, scope, place, 0);
  }

  /// {@return whether it is one of several parts of a territory of robots.txt}
  public boolean isPart() {
    return partOf > 0;
  }
}
