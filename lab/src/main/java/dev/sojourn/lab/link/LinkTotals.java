package dev.sojourn.lab.link;

/// The sums of all that a link has passed on since the crawl began.
///
/// @param connections connections of clients
/// @param refused connections beyond [EmulatedLink#MOST_CONNECTIONS], which were closed at once
/// @param bytesToServer payload of TCP that entered the link at the clients' end; bytes that were
///   sent again count once
/// @param bytesFromServer payload of TCP that entered it at the server's end, in the same way
/// @param droppedPackets packets for which a queue had no room
/// @param lostPackets packets that were lost by chance
/// @param lateMeanMillis the mean time by which a delivery was late
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
