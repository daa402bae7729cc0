package dev.sojourn.host.daemon;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The start cache of daemons that are there for a test only: one that has just begun has none yet,
/// and its workers would take twice as long to start.
final class LentStartCache {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Path SHARED = TARGET.resolve("start-cache");
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
        lend(cache, own.resolve(cache.getFileName()));
      }
    }
  }

  private static void lend(Path cache, Path lent) throws IOException {
    try {
      if (!Files.exists(lent)) {
        Files.createLink(lent, cache);
      }
    } catch (NoSuchFileException _) {
      // Another test process has just given up the oldest one.
    }
  }

  /// Waits for another test process that makes one at the same time.
  private static void make(HostConfig config) throws IOException {
    var settings = HostDaemon.sandboxSettings(config).withStartCache(SHARED);
    try (var channel =
            FileChannel.open(
                TARGET.resolve("start-cache.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock();
        var sandbox = ProcessSandbox.open(settings.withPool(settings.pool().withSpares(0)))) {
      sandbox.makeStartCache();
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }
}
