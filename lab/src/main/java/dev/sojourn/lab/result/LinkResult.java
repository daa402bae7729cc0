package dev.sojourn.lab.result;

/// The settings and figures of one emulated link in one run. Its two ends are the dispatcher and
/// one server: the web server or a host.
///
/// @param to the server, as `web server` or `host 1`
/// @param delayMillis setting: delay of each direction
/// @param bitsPerSecond setting: rate of each direction; 0 is no limit
/// @param outageSeconds setting: length of all outages together
/// @param connections connections that were made
/// @param bytesToServer payload of TCP that went to the server
/// @param bytesFromServer payload of TCP that came from the server
/// @param measuredDelayMillis half a round trip, the median of several, before the crawl began
/// @param measuredConnectMillis time from the begin of a connection to its first answer, less a
///   round trip, before the crawl; the setting is twice the delay
/// @param measuredBitsPerSecond rate of a bulk transfer before the crawl began
/// @param lateMeanMillis the mean time by which chunks were late in the crawl
/// @param lateMaxMillis the longest such time
/// @param queueMillis setting: how long a full queue takes; 0 without a rate
/// @param loss setting: share of the packets that are lost by chance
/// @param refused connections beyond those that a link takes at once
/// @param droppedPackets packets for which a queue had no room
/// @param lostPackets packets that were lost by chance
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
