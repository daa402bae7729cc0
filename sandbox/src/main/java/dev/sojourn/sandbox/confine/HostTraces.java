package dev.sojourn.sandbox.confine;

/// The traces of the host in the JVM's system properties: the places of the JVM and its jars, the
/// user of its process, its command line. Agents cannot ask for them; code that gets past that wall
/// does not find them either.
final class HostTraces {
  /// Replaces a path, since the JDK expects that there is one.
  private static final String NOWHERE = "/";

  private HostTraces() {}

  /// Replaces each property that may hold a path, and the name of the user.
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
