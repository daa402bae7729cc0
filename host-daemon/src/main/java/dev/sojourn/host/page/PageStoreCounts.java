package dev.sojourn.host.page;

/// The figures of the page store: its size now, and its events since the daemon started.
///
/// @param bytes of all files on disk
/// @param limitBytes `limits.page-store`; 0 if the store is off
/// @param hits views that were found
/// @param misses views that were not found
/// @param evicted views that made room for others
/// @param damaged views whose octets did not match their checksum, and files that were not usable
/// @param unwritten views that were not kept, since the writer was behind, the disk or the store
///   full, or since they were too large
public record PageStoreCounts(
    long bytes,
    long limitBytes,
    long hits,
    long misses,
    long evicted,
    long damaged,
    long unwritten) {}
