package dev.sojourn.sandbox.parameter;

import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.RefusedException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.util.Optional;
import java.util.function.Function;

/// The check whether several copies of an agent may read one territory, by its class file. No code
/// of it is run.
public final class PartitionCheck {
  private static final String MARK = "Ldev/sojourn/agent/combine/Partitionable;";

  private PartitionCheck() {}

  /// {@return whether an agent is marked [dev.sojourn.agent.combine.Partitionable] itself; false
  /// for a jar that cannot be read}
  ///
  /// @param jar the agent's code
  /// @param entryClass binary name of its class
  public static boolean isPartitionable(byte[] jar, String entryClass) {
    try {
      var classes = Admission.classes(jar);
      return isPartitionable(name -> Optional.ofNullable(classes.get(name)), entryClass);
    } catch (RefusedException _) {
      return false;
    }
  }

  /// {@return the same for an agent whose class files are at hand}
  ///
  /// @param classes gives the class file of a binary name
  /// @param entryClass binary name of the agent's class
  public static boolean isPartitionable(
      Function<String, Optional<byte[]>> classes, String entryClass) {
    return classes.apply(entryClass).filter(PartitionCheck::isMarked).isPresent();
  }

  private static boolean isMarked(byte[] classFile) {
    try {
      return ClassFile.of()
          .parse(classFile)
          .findAttribute(Attributes.runtimeInvisibleAnnotations())
          .filter(all -> all.annotations().stream().anyMatch(a -> a.className().equalsString(MARK)))
          .isPresent();
    } catch (RuntimeException | StackOverflowError _) {
      // A damaged class file is refused elsewhere, with its fault.
      return false;
    }
  }
}
