package dev.sojourn.sandbox.parameter;

import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.RefusedException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Function;

/// Checks whether an agent can be combined with others, and whether several copies of it may share
/// a territory. The checks read class files and run no code of the agent.
public final class CombinationCheck {
  private static final String COMBINES = "dev/sojourn/agent/combine/Combines";

  private static final String PARTITIONABLE = "Ldev/sojourn/agent/combine/Partitionable;";

  /// The most supertypes to check, more than an honest agent has.
  private static final int MOST = 1_000;

  private CombinationCheck() {}

  /// {@return whether an agent implements [dev.sojourn.agent.combine.Combines]; false for a jar
  /// that cannot be read}
  ///
  /// @param jar the agent's code
  /// @param entryClass the binary name of its class
  public static boolean combines(byte[] jar, String entryClass) {
    try {
      var classes = Admission.classes(jar);
      return combines(name -> Optional.ofNullable(classes.get(name)), entryClass);
    } catch (RefusedException _) {
      return false;
    }
  }

  /// {@return the same for an agent's class files}
  ///
  /// @param classes returns the class file of a binary name
  /// @param entryClass the binary name of the agent's class
  public static boolean combines(Function<String, Optional<byte[]>> classes, String entryClass) {
    var seen = new HashSet<String>();
    var next = new ArrayDeque<String>();
    next.add(entryClass.replace('.', '/'));
    while (!next.isEmpty() && seen.size() < MOST) {
      var name = next.remove();
      if (name.equals(COMBINES)) {
        return true;
      }
      if (seen.add(name)) {
        classes
            .apply(name.replace('/', '.'))
            .flatMap(CombinationCheck::model)
            .ifPresent(model -> addSupertypes(model, next));
      }
    }
    return false;
  }

  /// {@return whether an agent's own class is marked [dev.sojourn.agent.combine.Partitionable];
  /// false for a jar that cannot be read}
  ///
  /// @param jar the agent's code
  /// @param entryClass the binary name of its class
  public static boolean isPartitionable(byte[] jar, String entryClass) {
    try {
      var classes = Admission.classes(jar);
      return isPartitionable(name -> Optional.ofNullable(classes.get(name)), entryClass);
    } catch (RefusedException _) {
      return false;
    }
  }

  /// {@return the same for an agent's class files}
  ///
  /// @param classes returns the class file of a binary name
  /// @param entryClass the binary name of the agent's class
  public static boolean isPartitionable(
      Function<String, Optional<byte[]>> classes, String entryClass) {
    return classes
        .apply(entryClass)
        .flatMap(CombinationCheck::model)
        .filter(CombinationCheck::isPartitionable)
        .isPresent();
  }

  private static boolean isPartitionable(ClassModel model) {
    try {
      return model
          .findAttribute(Attributes.runtimeInvisibleAnnotations())
          .filter(
              all ->
                  all.annotations().stream()
                      .anyMatch(a -> a.className().equalsString(PARTITIONABLE)))
          .isPresent();
    } catch (RuntimeException | StackOverflowError _) {
      // A damaged class file is refused elsewhere, with its fault.
      return false;
    }
  }

  private static void addSupertypes(ClassModel model, ArrayDeque<String> names) {
    try {
      model.superclass().ifPresent(type -> names.add(type.asInternalName()));
      model.interfaces().forEach(type -> names.add(type.asInternalName()));
    } catch (RuntimeException _) {
      // A damaged class file is refused elsewhere, with its fault.
    }
  }

  private static Optional<ClassModel> model(byte[] bytes) {
    try {
      return Optional.of(ClassFile.of().parse(bytes));
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }
}
