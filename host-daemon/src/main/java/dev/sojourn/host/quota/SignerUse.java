package dev.sojourn.host.quota;

import java.time.Instant;

/// The usage that one step of a visit adds to the day of its signer. It is written together with
/// the step, so that readers see both or neither.
///
/// @param signer the operator's name for the signer
/// @param at a time on the day to which the usage is added
/// @param more the additional usage
public record SignerUse(String signer, Instant at, SignerUsage more) {}
