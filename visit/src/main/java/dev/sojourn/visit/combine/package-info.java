/// The combination of the agents of a crawl, in the sandbox: [CombinationRunner] makes its steps,
/// and [CombinationJournal] keeps each.
@NullMarked
package dev.sojourn.visit.combine;

import org.jspecify.annotations.NullMarked;
