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

/// The parameters of an agent: the components of the record that its constructor takes.
///
/// @param recordClass the binary name of the record; empty for an agent without parameters
/// @param declared the components of the record in their order
/// @param description one sentence about the agent; empty without a description
public record AgentParameters(
    Optional<String> recordClass, List<DeclaredParameter> declared, String description) {
  private static final int MAX_SHOWN_CHARS = 80;

  /// Copies the list.
  public AgentParameters {
    declared = List.copyOf(declared);
  }

  /// Reads the declaration from an agent's code.
  ///
  /// @param jar the code
  /// @param entryClass the binary name of the agent's class
  /// @return the parameters of the agent
  /// @throws UnfitParameterException if the code declares invalid parameters or cannot be read
  public static AgentParameters ofJar(byte[] jar, String entryClass)
      throws UnfitParameterException {
    try {
      var classes = Admission.classes(jar);
      return of(name -> Optional.ofNullable(classes.get(name)), entryClass);
    } catch (RefusedException e) {
      throw new UnfitParameterException(String.valueOf(e.getMessage()));
    }
  }

  /// Reads the declaration from an agent's classes.
  ///
  /// @param classes returns the class file of a binary name
  /// @param entryClass the binary name of the agent's class
  /// @return the parameters of the agent
  /// @throws UnfitParameterException if the code declares invalid parameters or cannot be read
  public static AgentParameters of(Function<String, Optional<byte[]>> classes, String entryClass)
      throws UnfitParameterException {
    try {
      return new DeclarationReader(classes).read(entryClass);
    } catch (RuntimeException | StackOverflowError _) {
      // The parser throws many kinds of exceptions for an unreadable class.
      throw new UnfitParameterException("parameters of " + entryClass + ": a damaged class file");
    }
  }

  /// Checks the values of an owner and adds the defaults.
  ///
  /// @param given the owner's texts by name
  /// @return the values in canonical form, in the order of the declaration, without missing
  ///   optional values
  /// @throws UnfitParameterException if there are faults; the message has one line for each
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
