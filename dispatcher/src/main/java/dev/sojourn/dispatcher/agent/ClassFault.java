package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.admission.ClassVersion;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.ByteBuffer;
import java.util.Optional;

/// The fault of a damaged class file. The check reads no instructions: admission reads these, in a
/// worker where hostile code does no harm.
final class ClassFault {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int MAX_REASON_CHARS = 200;

  private ClassFault() {}

  /// {@return the fault as a clause that begins with the name of the entry or class; empty if there
  /// is none}
  ///
  /// @param path the entry in the jar, such as `org/example/Indexer.class`
  /// @param bytes the bytes of the file
  static Optional<String> of(String path, byte[] bytes) {
    var entry = ForeignText.of(path).line(MAX_REASON_CHARS);
    if (bytes.length < Integer.BYTES || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      return Optional.of(entry + " is no class file: it does not begin with the octets CAFEBABE");
    }
    var internalName = path.substring(0, path.length() - ".class".length());
    var version = ClassVersion.fault(internalName.replace('/', '.'), bytes);
    if (version.isPresent()) {
      return version;
    }
    try {
      var found = readThrough(ClassFile.of().parse(bytes));
      return found.equals(internalName)
          ? Optional.empty()
          : Optional.of(
              "%s holds the class %s, which belongs under the name %s.class"
                  .formatted(
                      entry,
                      ForeignText.of(found.replace('/', '.')).line(MAX_REASON_CHARS),
                      ForeignText.of(found).line(MAX_REASON_CHARS)));
    } catch (RuntimeException e) {
      // The reader throws many kinds of exceptions for a damaged class.
      var reason = ForeignText.of(String.valueOf(e.getMessage())).line(MAX_REASON_CHARS);
      return Optional.of(entry + " is a damaged class file: " + reason);
    }
  }

  /// Reads all parts except attributes and instructions, since the reader parses each part only on
  /// request.
  private static String readThrough(ClassModel model) {
    var name = model.thisClass().asInternalName();
    model.superclass().ifPresent(parent -> parent.asInternalName());
    model.interfaces().forEach(type -> type.asInternalName());
    model.flags().flags();
    for (var field : model.fields()) {
      field.fieldName().stringValue();
      field.fieldTypeSymbol();
    }
    for (var method : model.methods()) {
      method.methodName().stringValue();
      method.methodTypeSymbol();
    }
    return name;
  }
}
