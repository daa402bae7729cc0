package dev.sojourn.host.config;

import java.time.Duration;

/// The bounds of the audit log.
///
/// @param segmentBytes `audit.segment`: the size at which a new file is begun; 64 KiB to 1 GiB.
///   Default 16 MiB
/// @param totalBytes `audit.total`: the size of all files; the oldest go above it, first the lines
///   of a signer with more than half; 1 MiB to 1 TiB. Default 1 GiB
/// @param age `audit.age`: the age of its newest line at which a file is removed; 1 d to 3650 d.
///   Default 365 d
/// @param urls `audit.urls`: URLs of pages that one line names; further ones are counted, and are
///   in the digest; 0 to 1,000. Default 100
public record AuditConfig(long segmentBytes, long totalBytes, Duration age, int urls) {
  /// The usual bounds.
  public static final AuditConfig DEFAULT =
      new AuditConfig(16L << 20, 1L << 30, Duration.ofDays(365), 100);
}
