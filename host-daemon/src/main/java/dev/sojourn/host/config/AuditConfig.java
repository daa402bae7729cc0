package dev.sojourn.host.config;

import java.time.Duration;

/// The bounds of the audit log.
///
/// @param segmentBytes `audit.segment`: the size at which a new file is started; 64 KiB to 1 GiB.
///   Default 16 MiB
/// @param totalBytes `audit.total`: the size of all files together. Above it, lines of a signer
///   with more than half are removed first, then the oldest files; 1 MiB to 1 TiB. Default 1 GiB
/// @param age `audit.age`: a file is removed when its newest line reaches this age; 1 d to 3650 d.
///   Default 365 d
/// @param urls `audit.urls`: URLs of pages that one line names. Further URLs are counted and
///   included in the digest; 0 to 1,000. Default 100
public record AuditConfig(long segmentBytes, long totalBytes, Duration age, int urls) {
  /// The default bounds.
  public static final AuditConfig DEFAULT =
      new AuditConfig(16L << 20, 1L << 30, Duration.ofDays(365), 100);
}
