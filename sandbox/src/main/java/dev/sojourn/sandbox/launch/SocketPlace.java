package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Chooses a directory for the sockets of workers.
public final class SocketPlace {
  /// The most bytes of the directory's path. A socket's path has at most 107 bytes on Linux; the
  /// rest is for the names below the directory.
  public static final int MAX_PATH_BYTES = 80;

  private static final Logger LOG = System.getLogger(SocketPlace.class.getName());

  private SocketPlace() {}

  /// Chooses the wanted directory if it is suitable: its path is short, no other user may write
  /// there, and its file system supports sockets.
  ///
  /// @param wanted an existing directory
  /// @param otherwise the directory to choose if the wanted one is unsuitable
  /// @return one of the two directories
  public static Path choose(Path wanted, Path otherwise) {
    var path = wanted.toAbsolutePath().normalize();
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
      LOG.log(Level.DEBUG, "{0} is too long a path for sockets", path);
      return otherwise;
    }
    try {
      OwnPlace.require(path);
      try (var trial = SandboxDirectory.open(path);
          var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(UnixDomainSocketAddress.of(trial.newSocket()));
      }
      return path;
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(Level.DEBUG, "{0} is no place for sockets: {1}", path, e.getMessage());
      return otherwise;
    }
  }
}
