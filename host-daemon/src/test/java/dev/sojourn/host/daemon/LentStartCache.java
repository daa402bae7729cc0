package dev.sojourn.host.daemon;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The start cache of daemons that are there for a test only: one that has just begun has none yet,
/// and its workers would take twice as long to start.
final class LentStartCache {
  private static final Path SHARED = Path.of("target", "start-cache").toAbsolutePath();
  private static final Set<Integer> HEAPS_MADE = ConcurrentHashMap.newKeySet();

  private LentStartCache() {}

  /// Puts into a daemon's directory, before it starts, what was made for all.
  static void to(HostConfig config) throws IOException {
    if (HEAPS_MADE.add(config.limits().heapMiB())) {
      make(config);
    }
    var own = config.data().resolve("start-cache");
    OwnerOnly.createDirectories(own);
    try (var caches = Files.newDirectoryStream(SHARED, "*.aot")) {
      for (var cache : caches) {
        var lent = own.resolve(cache.getFileName());
        if (!Files.exists(lent)) {
          Files.createLink(lent, cache);
        }
      }
    }
  }

  private static void make(HostConfig config) throws IOException {
    var settings = HostDaemon.sandboxSettings(config).withStartCache(SHARED);
    try (var sandbox = ProcessSandbox.open(settings.withPool(settings.pool().withSpares(0)))) {
      sandbox.makeStartCache();
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
