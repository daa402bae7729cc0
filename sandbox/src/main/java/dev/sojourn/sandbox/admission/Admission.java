package dev.sojourn.sandbox.admission;

/// The way in: from the bytes of a jar to classes that may be loaded.
public final class Admission {
  private Admission() {}

  /// Checks an agent's code.
  ///
  /// @param jar the bytes of a jar
  /// @return the classes
  /// @throws RefusedException if the jar or a class breaks a rule
  public static Admitted admit(byte[] jar) throws RefusedException {
    return new Admitted(CodeJar.classes(jar));
  }
}
