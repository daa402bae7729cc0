/// The way of an agent from host to host: [Itinerary]. [dev.sojourn.agent.Visit#itinerary] gives
/// what is left of it, and [dev.sojourn.agent.Next#along] goes on along it.
@NullMarked
package dev.sojourn.agent.itinerary;

import org.jspecify.annotations.NullMarked;
