package dev.sojourn.dispatcher.agent;

import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.CombinationCheck;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the class that a visit begins with, and the faults of unfit classes. It reads class files
/// as data, and loads nothing.
final class EntryClasses {
  private static final String AGENT = "dev/sojourn/agent/Agent";

  private final ClassFiles files;

  EntryClasses(ClassFiles files) {
    this.files = files;
  }

  /// {@return the binary names of the classes that a visit can begin with, in order}
  List<String> candidates() {
    return names().stream().filter(name -> fault(name).isEmpty()).toList();
  }

  /// {@return the reasons why a visit cannot begin with the other agents, a sentence each, in the
  /// order of their classes}
  ///
  /// @param isWhole whether abstract classes and interfaces are left out
  List<String> faults(boolean isWhole) {
    var faults = new ArrayList<String>();
    for (var name : names()) {
      boolean isMeant =
          model(name.replace('.', '/'))
              .filter(this::isAgent)
              .filter(model -> !isWhole || !model.flags().has(AccessFlag.ABSTRACT))
              .isPresent();
      if (isMeant) {
        fault(name).ifPresent(faults::add);
      }
    }
    return faults;
  }

  private List<String> names() {
    return files.byPath().keySet().stream()
        .map(path -> path.substring(0, path.length() - ".class".length()).replace('/', '.'))
        .toList();
  }

  /// {@return the reason why a visit cannot begin with a class, as a sentence; empty if it can}
  Optional<String> fault(String binaryName) {
    var found = model(binaryName.replace('.', '/'));
    if (found.isEmpty()) {
      return Optional.of("There is no class " + binaryName + ".");
    }
    var model = found.get();
    if (!isAgent(model)) {
      return Optional.of(binaryName + " does not implement dev.sojourn.agent.Agent.");
    }
    if (!model.flags().has(AccessFlag.PUBLIC)
        || model.flags().has(AccessFlag.ABSTRACT)
        || model.flags().has(AccessFlag.INTERFACE)) {
      return Optional.of(binaryName + " must be a public class that is not abstract.");
    }
    boolean constructible =
        model.methods().stream()
            .anyMatch(
                method ->
                    method.methodName().equalsString("<init>")
                        && method.methodType().equalsString("()V")
                        && method.flags().has(AccessFlag.PUBLIC));
    return constructible ? Optional.empty() : parameterFault(binaryName);
  }

  private Optional<String> parameterFault(String binaryName) {
    try {
      return parameters(binaryName).recordClass().isPresent()
          ? Optional.empty()
          : Optional.of(
              binaryName
                  + " must have a public constructor without parameters, or with one record of its"
                  + " own.");
    } catch (UnfitParameterException e) {
      return Optional.of(binaryName + ": " + e.getMessage() + ".");
    }
  }

  /// The parameters that an agent takes.
  AgentParameters parameters(String binaryName) throws UnfitParameterException {
    return AgentParameters.of(this::bytes, binaryName);
  }

  /// Whether the agents of a crawl are combined.
  boolean isCombined(String binaryName) {
    return CombinationCheck.combines(this::bytes, binaryName);
  }

  /// Whether several copies of an agent may read one territory at once.
  boolean isPartitionable(String binaryName) {
    return CombinationCheck.isPartitionable(this::bytes, binaryName);
  }

  private Optional<byte[]> bytes(String binaryName) {
    return Optional.ofNullable(files.byPath().get(binaryName.replace('.', '/') + ".class"));
  }

  /// Whether a class is an agent, by itself or by superclasses among these files.
  private boolean isAgent(ClassModel model) {
    var next = Optional.of(model);
    for (int depth = 0; next.isPresent() && depth < 100; depth++) {
      var at = next.get();
      if (at.interfaces().stream().anyMatch(i -> i.asInternalName().equals(AGENT))) {
        return true;
      }
      next = at.superclass().flatMap(s -> model(s.asInternalName()));
    }
    return false;
  }

  private Optional<ClassModel> model(String internalName) {
    var bytes = files.byPath().get(internalName + ".class");
    if (bytes == null) {
      return Optional.empty();
    }
    try {
      var model = ClassFile.of().parse(bytes);
      return model.thisClass().asInternalName().equals(internalName)
          ? Optional.of(model)
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      // Not a class file, despite its name.
      return Optional.empty();
    }
  }
}
