package dev.sojourn.lab.peer;

import java.io.IOException;
import java.util.Arrays;
import java.util.Properties;

/// The version of another crawler, from its jar.
final class PeerVersion {
  private PeerVersion() {}

  static boolean isAskedFor(String[] arguments) {
    return Arrays.equals(arguments, new String[] {"--version"});
  }

  /// Prints name and version.
  ///
  /// @param group of the Maven artifact
  /// @param artifact its name
  static void print(String group, String artifact) throws IOException {
    var file = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
    var properties = new Properties();
    try (var in = PeerVersion.class.getResourceAsStream(file)) {
      properties.load(in);
    }
    System.out.println(artifact + " " + properties.getProperty("version"));
  }
}
