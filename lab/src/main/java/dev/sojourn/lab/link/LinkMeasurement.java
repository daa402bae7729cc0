package dev.sojourn.lab.link;

/// The delay and the rate of a link as they were measured.
///
/// @param delayMillis half of a round trip, the median of several
/// @param connectMillis from the begin of a connection to the answer to its first byte, less a
///   round trip; the median of several
/// @param bitsPerSecond rate of a bulk transfer
public record LinkMeasurement(double delayMillis, double connectMillis, double bitsPerSecond) {}
