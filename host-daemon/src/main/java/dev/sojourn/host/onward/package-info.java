/// The way of agents to the next host of their itineraries. [dev.sojourn.host.onward.OnwardHops]
/// sends each agent on until the next host has it on disk; the rows of
/// [dev.sojourn.host.onward.OnwardStore] make that survive a crash.
@NullMarked
package dev.sojourn.host.onward;

import org.jspecify.annotations.NullMarked;
