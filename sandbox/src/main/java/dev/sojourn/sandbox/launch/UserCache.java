package dev.sojourn.sandbox.launch;

import dev.sojourn.base.file.OwnerOnly;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The directory for files that a user's programs can make again: `sojourn` in `$XDG_CACHE_HOME`,
/// or in `.cache` of the home directory (XDG Base Directory Specification, section 3).
public final class UserCache {
  private static final Logger LOG = System.getLogger(UserCache.class.getName());

  private UserCache() {}

  /// {@return the directory, made for its owner if missing; empty if it cannot be made or other
  /// users could write there}
  ///
  /// @param environment the environment of the process
  /// @param home the home directory; a relative or empty path means none
  public static Optional<Path> find(Map<String, String> environment, String home) {
    var named = environment.getOrDefault("XDG_CACHE_HOME", "");
    try {
      var base = named.isEmpty() ? Path.of(home, ".cache") : Path.of(named);
      if (!base.isAbsolute()) {
        return Optional.empty();
      }
      var own = base.resolve("sojourn");
      OwnerOnly.createDirectories(own);
      OwnPlace.require(own);
      return Optional.of(own);
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      LOG.log(Level.DEBUG, "No files are kept for later: {0}", e.getMessage());
      return Optional.empty();
    }
  }
}
