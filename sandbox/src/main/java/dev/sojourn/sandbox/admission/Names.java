package dev.sojourn.sandbox.admission;

import java.util.ArrayList;
import java.util.List;

/// Converts the names of classes.
final class Names {
  private Names() {}

  /// Returns `java.lang.String` for `java/lang/String`.
  static String binary(String internal) {
    return internal.replace('/', '.');
  }

  /// Returns the printable name of a method or field. Constructors and static initialisers keep
  /// their names.
  static String printableMember(String name) {
    return name.equals("<init>") || name.equals("<clinit>") ? name : CodeJar.printable(name);
  }

  /// Returns the binary names of the classes in a descriptor of a field or method, or in the name
  /// of an array class.
  static List<String> inDescriptor(String descriptor) {
    var names = new ArrayList<String>();
    int start = descriptor.indexOf('L');
    while (start >= 0) {
      int end = descriptor.indexOf(';', start);
      if (end < 0) {
        break;
      }
      names.add(binary(descriptor.substring(start + 1, end)));
      start = descriptor.indexOf('L', end);
    }
    return names;
  }

  /// Returns the number of dimensions of an array class, by its internal name.
  static int dimensions(String internal) {
    int dimensions = 0;
    while (dimensions < internal.length() && internal.charAt(dimensions) == '[') {
      dimensions++;
    }
    return dimensions;
  }
}
