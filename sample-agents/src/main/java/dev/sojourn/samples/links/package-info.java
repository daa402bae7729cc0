/// An agent that finds broken links. Start with [dev.sojourn.samples.links.LinkCheckAgent].
@NullMarked
package dev.sojourn.samples.links;

import org.jspecify.annotations.NullMarked;
