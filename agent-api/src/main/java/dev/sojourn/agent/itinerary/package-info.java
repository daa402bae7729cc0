/// The route of an agent from host to host: [Itinerary]. [dev.sojourn.agent.Visit#itinerary]
/// returns the remaining legs, and [dev.sojourn.agent.Next#along] continues along them.
@NullMarked
package dev.sojourn.agent.itinerary;

import org.jspecify.annotations.NullMarked;
