package dev.sojourn.lab.link;

/// The totals of a link since the crawl began.
///
/// @param connections connections of clients
/// @param refused connections beyond [EmulatedLink#MOST_CONNECTIONS], which were closed at once
/// @param bytesToServer TCP payload that entered the link at the clients' end; retransmitted bytes
///   count once
/// @param bytesFromServer TCP payload that entered the link at the server's end; retransmitted
///   bytes count once
/// @param droppedPackets packets that were dropped because the queue was full
/// @param lostPackets packets that were lost at random
/// @param lateMeanMillis the mean time by which the emulator delivered late
/// @param lateMaxMillis the longest such time
public record LinkTotals(
    long connections,
    long refused,
    long bytesToServer,
    long bytesFromServer,
    long droppedPackets,
    long lostPackets,
    double lateMeanMillis,
    double lateMaxMillis) {}
