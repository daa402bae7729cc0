/// Combines the agents of a crawl in the sandbox. [CombinationRunner] runs the steps, and
/// [CombinationJournal] stores each step.
@NullMarked
package dev.sojourn.visit.combine;

import org.jspecify.annotations.NullMarked;
