package dev.sojourn.lab.run;

import java.nio.file.Path;
import java.util.List;

/// The configuration of a host daemon in an experiment.
final class HostFile {
  private HostFile() {}

  /// Writes the file.
  ///
  /// @param origin of the site, as the dispatcher sees it
  /// @param root folder of the site
  /// @param key file of the public key that is trusted
  /// @param name the address by which the dispatcher reaches this host
  /// @param limits lines under `[limits]`
  static String of(String origin, Path root, Path key, String name, List<String> limits) {
    return """
    listen = "127.0.0.1:0"
    data = "data"

    [[site]]
    origin = "%s"
    root = %s

    [[trust]]
    name = "lab"
    keys = %s

    # The agents are the experiment's own, so they may run wherever the experiment does.
    [policy]
    confinement = "offered"
    names = ["%s"]

    [limits]
    %s
    """
        .formatted(origin, quoted(root), quoted(key), name, String.join("\n", limits));
  }

  private static String quoted(Path path) {
    var text = path.toAbsolutePath().normalize().toString();
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
