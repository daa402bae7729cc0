package dev.sojourn.lab.result;

/// The settings and figures of one emulated link in one run. Its two ends are the dispatcher and
/// one server: the web server or a host.
///
/// @param to the server, for example `web server` or `host 1`
/// @param delayMillis setting: delay of each direction
/// @param bitsPerSecond setting: rate of each direction; 0 for no limit
/// @param outageSeconds setting: length of all outages together
/// @param connections number of connections
/// @param bytesToServer TCP payload to the server
/// @param bytesFromServer TCP payload from the server
/// @param measuredDelayMillis half a round trip, the median of several, before the crawl began
/// @param measuredConnectMillis time from the start of a connection to its first answer, minus a
///   round trip, before the crawl; should be twice the delay
/// @param measuredBitsPerSecond rate of a bulk transfer before the crawl began
/// @param lateMeanMillis the mean time by which chunks were late during the crawl
/// @param lateMaxMillis the longest such time
/// @param queueMillis setting: time to send a full queue; 0 without a rate
/// @param loss setting: share of the packets that are lost at random
/// @param refused connections beyond the limit of a link
/// @param droppedPackets packets that were dropped because the queue was full
/// @param lostPackets packets that were lost at random
public record LinkResult(
    String to,
    double delayMillis,
    double bitsPerSecond,
    double outageSeconds,
    long connections,
    long bytesToServer,
    long bytesFromServer,
    double measuredDelayMillis,
    double measuredConnectMillis,
    double measuredBitsPerSecond,
    double lateMeanMillis,
    double lateMaxMillis,
    double queueMillis,
    double loss,
    long refused,
    long droppedPackets,
    long lostPackets) {}
