package dev.sojourn.sandbox.worker.state;

import java.lang.reflect.Field;

/// The types of fields as they are declared, with the types within them: a map of numbers that was
/// read as a map of texts would fail in the middle of a visit, or worse.
///
/// The JDK parses the signature in the class file, which may be 64 KiB for each field. So only some
/// fields are parsed. The others have their type without the types within it.
final class FieldTypes {
  private static final int MAX_PARSED = 128;
  private static final int MAX_CHARS = 1_000;

  private int parsed;

  /// The name of a field's type, as `java.util.List<java.lang.String>`.
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
      // A class file may say anything there.
      parsed++;
      return plain;
    }
  }
}
