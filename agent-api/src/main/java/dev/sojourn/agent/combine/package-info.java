/// Several copies of an agent in one crawl: [dev.sojourn.agent.combine.Combines] for those whose
/// results are combined at home, and [dev.sojourn.agent.combine.Partitionable] for those that may
/// share a territory.
@NullMarked
package dev.sojourn.agent.combine;

import org.jspecify.annotations.NullMarked;
