package dev.sojourn.sandbox;

/// The numbers of worker processes at one moment.
///
/// @param leased workers that have a signer
/// @param spare workers that are ready and have no signer yet
/// @param starting workers that are starting
/// @param isFailing whether the last start of a worker failed
public record WorkerCounts(int leased, int spare, int starting, boolean isFailing) {}
