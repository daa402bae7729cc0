package dev.sojourn.dispatcher.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.HashSet;
import java.util.Set;

/// The names of classes in the constant pool of a class file. Names of references, nest members and
/// permitted subclasses are separate texts there; other names are parts of descriptors and
/// signatures. Other texts of the same form count as names too, which does no harm.
final class ClassNames {
  private static final String BETWEEN_NAMES = "[;<>()\\[:+*\\-]";
  private static final String PRIMITIVES = "BCDFIJSZ";

  private ClassNames() {}

  /// {@return internal names, such as `org/example/Indexer`}
  ///
  /// @param classFile an undamaged class file
  static Set<String> in(byte[] classFile) {
    var names = new HashSet<String>();
    for (PoolEntry entry : ClassFile.of().parse(classFile).constantPool()) {
      if (entry instanceof Utf8Entry text) {
        for (var part : text.stringValue().split(BETWEEN_NAMES, -1)) {
          names.add(part);
          names.add(ofDescriptor(part));
        }
      }
    }
    return names;
  }

  /// The class name in a part of a descriptor. In `(ILorg/example/A;)`, the first part is
  /// `ILorg/example/A`.
  private static String ofDescriptor(String part) {
    int at = 0;
    while (at < part.length() && PRIMITIVES.indexOf(part.charAt(at)) >= 0) {
      at++;
    }
    return at < part.length() && part.charAt(at) == 'L' ? part.substring(at + 1) : part;
  }
}
