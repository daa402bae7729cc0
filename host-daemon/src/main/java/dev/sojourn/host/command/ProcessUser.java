package dev.sojourn.host.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The user that runs this process.
///
/// @param isRoot whether the user has all rights on this machine
record ProcessUser(boolean isRoot) {

  static ProcessUser current() {
    try {
      return new ProcessUser(Integer.valueOf(0).equals(uid(Path.of("/proc/self"))));
    } catch (IOException | UnsupportedOperationException _) {
      // Without /proc the name of the user decides.
      return new ProcessUser("root".equals(System.getProperty("user.name")));
    }
  }

  private static Object uid(Path process) throws IOException {
    return Files.getAttribute(process, "unix:uid");
  }

  /// Returns a warning for the operator if the user is root, with the next step.
  ///
  /// @param data the data directory, which another user must own
  Optional<String> warning(Path data) {
    return isRoot
        ? Optional.of(
            ("The daemon runs as root, so whatever leaves the sandbox has the whole machine. Give"
                 + " it a user of its own: useradd --system sojourn; chown -R sojourn %s; then"
                 + " start it with User=sojourn in its systemd unit, or with runuser -u sojourn.")
                .formatted(data))
        : Optional.empty();
  }
}
