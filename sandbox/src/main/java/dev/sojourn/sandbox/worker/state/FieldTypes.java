package dev.sojourn.sandbox.worker.state;

import java.lang.reflect.Field;

/// The declared types of fields, with their type arguments. Without the arguments, a map of numbers
/// could be read as a map of texts and fail in the middle of a visit.
///
/// The JDK parses the signature in the class file, up to 64 KiB for each field. Therefore only the
/// first 128 generic fields are parsed; the others have their type without arguments.
final class FieldTypes {
  private static final int MAX_PARSED = 128;
  private static final int MAX_CHARS = 1_000;

  private int parsed;

  /// Returns the name of a field's type, such as `java.util.List<java.lang.String>`.
  String of(Field field) {
    var plain = field.getType().getTypeName();
    if (field.getType().isPrimitive() || parsed >= MAX_PARSED) {
      return plain;
    }
    try {
      var type = field.getGenericType();
      if (type == field.getType()) {
        return plain;
      }
      parsed++;
      var name = type.getTypeName();
      return name.length() > MAX_CHARS ? plain : name;
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      // The signature in a class file may be invalid.
      parsed++;
      return plain;
    }
  }
}
