/// The journey of an agent: the statements of the hosts where it has been, in a chain that is
/// checked. Start with [dev.sojourn.atp.journey.JourneyVerifier].
@NullMarked
package dev.sojourn.atp.journey;

import org.jspecify.annotations.NullMarked;
