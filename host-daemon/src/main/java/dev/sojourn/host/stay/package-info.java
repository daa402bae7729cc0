/// The agents that stay at this host: parked ones, and those that were parked and are awake.
///
/// [StayStore] keeps them beside the visits of [dev.sojourn.host.store.Store]. Whether one wakes is
/// decided in `host.lifecycle`.
@NullMarked
package dev.sojourn.host.stay;

import org.jspecify.annotations.NullMarked;
