package dev.sojourn.host.quota;

import java.time.Instant;

/// The amounts that one step of a visit adds to the day of its signer. They are written together
/// with that step, so that a reader of the step sees the sum.
///
/// @param signer how the operator calls them
/// @param at a time of the day for which it counts
/// @param more than before
public record SignerUse(String signer, Instant at, SignerUsage more) {}
