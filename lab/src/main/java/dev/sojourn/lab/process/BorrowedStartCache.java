package dev.sojourn.lab.process;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.UserCache;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The start cache of this user's crawls, lent to short-lived hosts. A host builds its own cache
/// after a minute. Without a cache, each of its workers takes twice as long to start.
public final class BorrowedStartCache {
  private static final Logger LOG = System.getLogger(BorrowedStartCache.class.getName());

  private BorrowedStartCache() {}

  /// Links the caches of the user's crawls into the data directory of a host that has not started
  /// yet. The host uses those that fit, and works without any.
  ///
  /// @param data the directory, which is created if missing
  /// @param environment of this process
  /// @param home the user's home directory; empty for none
  public static void to(Path data, Map<String, String> environment, String home) {
    var shared = UserCache.find(environment, home).map(own -> own.resolve("start-cache"));
    if (shared.isEmpty() || !Files.isDirectory(shared.get())) {
      return;
    }
    var own = data.resolve("start-cache");
    try (var caches = Files.newDirectoryStream(shared.get(), "*.aot")) {
      OwnerOnly.createDirectories(own);
      for (var cache : caches) {
        link(cache, own.resolve(cache.getFileName()));
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(Level.DEBUG, "{0} has no start cache yet: {1}", data, e.getMessage());
    }
  }

  /// Makes the cache of the user's crawls with the default heap, if it is missing. Otherwise each
  /// host would make its own after a minute, which takes more processor time than many visits.
  ///
  /// @throws IOException if no worker can be prepared
  /// @throws InterruptedException if the thread is interrupted
  public static void make() throws IOException, InterruptedException {
    try (var sandbox =
        ProcessSandbox.open(
            SandboxSettings.defaults().withConfinement(Confinement.OFFERED).withUserStartCache())) {
      sandbox.makeStartCache();
    }
  }

  private static void link(Path cache, Path link) throws IOException {
    try {
      Files.createLink(link, cache);
    } catch (FileAlreadyExistsException _) {
      LOG.log(Level.TRACE, "{0} was lent before", link);
    }
  }
}
