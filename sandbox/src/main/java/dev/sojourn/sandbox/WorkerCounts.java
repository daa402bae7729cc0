package dev.sojourn.sandbox;

/// The worker processes at one moment.
///
/// @param leased workers that have a signer
/// @param spare workers that are ready and have none yet
/// @param starting workers that are being started
/// @param isFailing whether the last attempt to start one failed
public record WorkerCounts(int leased, int spare, int starting, boolean isFailing) {}
