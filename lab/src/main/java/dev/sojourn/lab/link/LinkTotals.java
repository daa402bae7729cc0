package dev.sojourn.lab.link;

/// The sums of all that a link has passed on since it was opened.
///
/// @param connections connections of clients
/// @param bytesToServer payload of TCP that entered the link at the clients' end
/// @param bytesFromServer payload of TCP that entered it at the server's end
/// @param lateMeanMillis how much later than due something was delivered, on average
/// @param lateMaxMillis the same, at most
public record LinkTotals(
    long connections,
    long bytesToServer,
    long bytesFromServer,
    double lateMeanMillis,
    double lateMaxMillis) {}
