/// The agents of one crawl, combined at home. Start with [dev.sojourn.agent.combine.Combines].
@NullMarked
package dev.sojourn.agent.combine;

import org.jspecify.annotations.NullMarked;
