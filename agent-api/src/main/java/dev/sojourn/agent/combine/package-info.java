/// Several copies of an agent in one crawl: [dev.sojourn.agent.combine.Combines] for agents whose
/// results are combined at home, and [dev.sojourn.agent.combine.Partitionable] for agents that may
/// share a territory.
@NullMarked
package dev.sojourn.agent.combine;

import org.jspecify.annotations.NullMarked;
