package dev.sojourn.dispatcher.core;

import dev.sojourn.agent.Scope;

/// A part of a site that one agent visits. The territories of a site are disjoint and cover it.
///
/// @param number the place in the plan, from 0
/// @param scope which pages belong to it
/// @param place where its agent should go first
public record CrawlTerritory(int number, Scope scope, Place place) {}
