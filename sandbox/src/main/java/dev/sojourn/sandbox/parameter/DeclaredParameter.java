package dev.sojourn.sandbox.parameter;

import java.util.Optional;

/// One parameter that an agent takes.
///
/// @param name of the record's component
/// @param type the type of its values
/// @param isOptional whether the component is an `Optional`, which is empty if nothing is given
/// @param defaultValue the value if none is given; a value of `type`
/// @param description one sentence; empty if the author wrote none
public record DeclaredParameter(
    String name,
    ParameterType type,
    boolean isOptional,
    Optional<String> defaultValue,
    String description) {

  /// {@return whether an owner must give it}
  public boolean isRequired() {
    return !isOptional && defaultValue.isEmpty();
  }
}
