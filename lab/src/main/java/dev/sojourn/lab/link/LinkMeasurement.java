package dev.sojourn.lab.link;

/// The measured delay and rate of a link.
///
/// @param delayMillis half a round trip, the median of several
/// @param connectMillis from the start of a connection to the answer to its first byte, minus a
///   round trip; the median of several
/// @param bitsPerSecond rate of a bulk transfer
public record LinkMeasurement(double delayMillis, double connectMillis, double bitsPerSecond) {}
