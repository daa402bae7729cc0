package dev.sojourn.sandbox.parameter;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The parameters that an agent takes: the components of the record that its constructor is given.
///
/// @param recordClass binary name of the record; empty for an agent that takes none
/// @param declared its components in their order
/// @param description one sentence about the agent; empty if its author wrote none
public record AgentParameters(
    Optional<String> recordClass, List<DeclaredParameter> declared, String description) {
  private static final int MAX_SHOWN_CHARS = 80;

  /// Copies the list.
  public AgentParameters {
    declared = List.copyOf(declared);
  }

  /// Reads the declaration out of an agent's code.
  ///
  /// @param jar the code
  /// @param entryClass binary name of the agent's class
  /// @return the parameters of the agent
  /// @throws UnfitParameterException if the code declares none that could be given, or cannot be
  ///   read
  public static AgentParameters ofJar(byte[] jar, String entryClass)
      throws UnfitParameterException {
    try {
      var classes = Admission.classes(jar);
      return of(name -> Optional.ofNullable(classes.get(name)), entryClass);
    } catch (RefusedException e) {
      throw new UnfitParameterException(String.valueOf(e.getMessage()));
    }
  }

  /// Reads the declaration out of an agent's classes.
  ///
  /// @param classes gives the class file of a binary name
  /// @param entryClass binary name of the agent's class
  /// @return the parameters of the agent
  /// @throws UnfitParameterException if the code declares none that could be given, or cannot be
  ///   read
  public static AgentParameters of(Function<String, Optional<byte[]>> classes, String entryClass)
      throws UnfitParameterException {
    try {
      return new DeclarationReader(classes).read(entryClass);
    } catch (RuntimeException | StackOverflowError _) {
      // The parser has many exceptions for a class that it cannot read.
      throw new UnfitParameterException("parameters of " + entryClass + ": a damaged class file");
    }
  }

  /// Checks what an owner gives, and fills in the defaults.
  ///
  /// @param given texts by name
  /// @return the values in their one form, in the order of the declaration, without the optional
  ///   ones that were not given
  /// @throws UnfitParameterException if anything is wrong; the message names all faults, a line
  ///   each
  public Map<String, String> check(Map<String, String> given) throws UnfitParameterException {
    var faults = new ArrayList<String>();
    var values = new LinkedHashMap<String, String>();
    for (var name : given.keySet()) {
      if (declared.stream().noneMatch(parameter -> parameter.name().equals(name))) {
        faults.add(
            "parameter "
                + ForeignText.of(name).text(MAX_SHOWN_CHARS)
                + ": (expected: "
                + names()
                + ")");
      }
    }
    for (var parameter : declared) {
      var text = Optional.ofNullable(given.get(parameter.name())).or(parameter::defaultValue);
      var value = text.flatMap(parameter.type()::canonical);
      if (text.isPresent() && value.isEmpty()) {
        faults.add(
            "parameter %s: %s (expected: %s)"
                .formatted(
                    parameter.name(),
                    ForeignText.of(text.get()).text(MAX_SHOWN_CHARS),
                    parameter.type().expected()));
      } else if (text.isEmpty() && parameter.isRequired()) {
        faults.add(
            "parameter %s: nothing (expected: %s)"
                .formatted(parameter.name(), parameter.type().expected()));
      }
      value.ifPresent(v -> values.put(parameter.name(), v));
    }
    if (!faults.isEmpty()) {
      throw new UnfitParameterException(String.join("\n", faults));
    }
    return values;
  }

  private String names() {
    return switch (declared.size()) {
      case 0 -> "none, since the agent takes no parameters";
      case 1 -> declared.getFirst().name();
      default ->
          "one of " + String.join(", ", declared.stream().map(DeclaredParameter::name).toList());
    };
  }
}
