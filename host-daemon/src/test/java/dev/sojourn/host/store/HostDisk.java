package dev.sojourn.host.store;

import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.host.release.Releases;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// All that a daemon keeps on disk, opened as the daemon opens it.
record HostDisk(Path data, Store store, AuditTrail trail, Releases releases)
    implements AutoCloseable {
  /// Small segments, so that the log often begins a new one.
  static final AuditConfig BOUNDS = new AuditConfig(1_200, 1L << 30, Duration.ofDays(365), 10);

  static HostDisk open(Path data, SigningKey key, Instant now) throws IOException {
    var store = Store.open(data);
    try {
      var log =
          AuditLog.open(AuditLog.directory(data), BOUNDS, key, store::releaseReserve, () -> now);
      return new HostDisk(data, store, new AuditTrail(log, () -> now), Releases.open(data, true));
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      trail.close();
    } finally {
      store.close();
    }
  }
}
