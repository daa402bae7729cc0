/// The journey of an agent: the statements of the hosts at which it was, in a chain that is
/// checked. Start with [dev.sojourn.atp.journey.JourneyVerifier].
@NullMarked
package dev.sojourn.atp.journey;

import org.jspecify.annotations.NullMarked;
