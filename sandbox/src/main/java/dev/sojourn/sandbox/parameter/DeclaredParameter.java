package dev.sojourn.sandbox.parameter;

import java.util.Optional;

/// One parameter of an agent.
///
/// @param name the name of the record's component
/// @param type the type of its values
/// @param isOptional whether the component is an `Optional`, which is empty without a value
/// @param defaultValue the default value, which is a value of `type`
/// @param description one sentence; empty without a description
public record DeclaredParameter(
    String name,
    ParameterType type,
    boolean isOptional,
    Optional<String> defaultValue,
    String description) {

  /// {@return whether an owner must give a value}
  public boolean isRequired() {
    return !isOptional && defaultValue.isEmpty();
  }
}
