package dev.sojourn.lab.run;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// The configuration of a host daemon in an experiment.
final class HostFile {
  private HostFile() {}

  /// A site that a host serves.
  ///
  /// @param origin the origin by which the dispatcher addresses the site
  /// @param root folder of the site
  /// @param hasCleanUrls whether `/page` means the file `page.html`
  record Site(String origin, Path root, boolean hasCleanUrls) {}

  /// Writes the file.
  ///
  /// @param sites that the host serves
  /// @param keys files of the trusted public keys, each of its own signer
  /// @param name the address by which the dispatcher reaches this host
  /// @param limits lines under `[limits]`
  static String of(List<Site> sites, List<Path> keys, String name, List<String> limits) {
    return """
    listen = "127.0.0.1:0"
    data = "data"

    %s
    %s
    # The agents are the experiment's own, so they may run wherever the experiment does.
    [policy]
    confinement = "offered"
    names = ["%s"]

    [limits]
    %s
    """
        .formatted(
            sites.stream().map(HostFile::table).collect(Collectors.joining("\n")),
            trust(keys),
            name,
            String.join("\n", limits));
  }

  private static String trust(List<Path> keys) {
    var tables = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      tables.append("[[trust]]\nname = \"lab-%d\"\n".formatted(i + 1));
      tables.append("keys = %s\n".formatted(quoted(keys.get(i))));
    }
    return tables.toString();
  }

  private static String table(Site site) {
    return """
    [[site]]
    origin = "%s"
    root = %s
    clean-urls = %b
    """
        .formatted(site.origin(), quoted(site.root()), site.hasCleanUrls());
  }

  private static String quoted(Path path) {
    var text = path.toAbsolutePath().normalize().toString();
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
