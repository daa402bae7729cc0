package dev.sojourn.host.quota;

import java.time.Instant;

/// The addition of one step of a visit to the day of its signer. It is written together with that
/// step, so that whoever sees the step sees the sum.
///
/// @param signer how the operator calls them
/// @param at when, which tells the day
/// @param more than before
public record SignerUse(String signer, Instant at, SignerUsage more) {}
