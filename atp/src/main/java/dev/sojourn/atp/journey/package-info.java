/// The journey of an agent. The hosts of its stays make statements, which form a checked chain.
/// Start with [dev.sojourn.atp.journey.JourneyVerifier].
@NullMarked
package dev.sojourn.atp.journey;

import org.jspecify.annotations.NullMarked;
