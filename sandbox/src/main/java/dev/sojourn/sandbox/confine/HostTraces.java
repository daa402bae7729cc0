package dev.sojourn.sandbox.confine;

/// The traces of the host in the JVM's system properties: where it and its jars lie, the user of
/// its process, its command line. Agents cannot ask for them; code that gets past that wall finds
/// nothing either.
final class HostTraces {
  /// In the place of a path, since the JDK does not expect that there is none.
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
