package dev.sojourn.sandbox.confine;

/// The traces of the host in the JVM's system properties: paths of the JVM and its jars, the user
/// of the process, its command line. Agents cannot read properties, and code that passes that wall
/// does not find these traces.
final class HostTraces {
  /// Replaces a path, since the JDK expects a path.
  private static final String NOWHERE = "/";

  private HostTraces() {}

  /// Replaces each property that may contain a path, and the name of the user.
  static void erase() {
    for (var name : System.getProperties().stringPropertyNames()) {
      var value = System.getProperty(name, "");
      if (value.length() > NOWHERE.length() && value.contains(NOWHERE)) {
        System.setProperty(name, NOWHERE);
      }
    }
    System.setProperty("user.name", "worker");
  }
}
