/// An agent that searches a site for its owner. Start with
/// [dev.sojourn.samples.search.SearchAgent].
@NullMarked
package dev.sojourn.samples.search;

import org.jspecify.annotations.NullMarked;
