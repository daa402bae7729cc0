/// Sends agents to the next hosts of their itineraries. [dev.sojourn.host.onward.OnwardHops] sends
/// each agent until the next host has it on disk. Rows in [dev.sojourn.host.onward.OnwardStore] let
/// this continue after a crash.
@NullMarked
package dev.sojourn.host.onward;

import org.jspecify.annotations.NullMarked;
