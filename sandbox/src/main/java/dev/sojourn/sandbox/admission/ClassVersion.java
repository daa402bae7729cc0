package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.CodePlace;
import java.nio.ByteBuffer;
import java.util.Optional;

/// The version of a class file, which shows the version of Java for which it was compiled.
///
/// ```
///  magic (4) 0xCAFEBABE   minor (2)   major (2)   ...
/// ```
public final class ClassVersion {
  /// Java 8, the first version that requires stack maps without exception.
  private static final int OLDEST = 52;

  /// Java 25.
  private static final int NEWEST = 69;

  private static final int MAGIC = 0xCAFEBABE;
  private static final int HEAD_BYTES = 8;
  private static final int PREVIEW = 0xffff;

  /// Java 5. From there on, the version of the class file is the version of Java plus 44.
  private static final int FIRST_COUNTED = 49;

  private static final int JAVA_OFFSET = 44;

  private ClassVersion() {}

  /// Checks the version before the parser reads the class, since the parser may fail on newer class
  /// files.
  ///
  /// @param name the binary name of the class in the jar
  static void check(String name, byte[] bytes) throws RefusedException {
    var fault = fault(name, bytes);
    if (fault.isPresent()) {
      throw new RefusedException(fault.get(), new CodePlace(name, "", 0));
    }
  }

  /// {@return why a class of this version is refused, and which JDK should compile it; empty for
  /// allowed versions and other files}
  ///
  /// @param name the binary name of the class
  /// @param bytes the bytes of the class file
  public static Optional<String> fault(String name, byte[] bytes) {
    if (bytes.length < HEAD_BYTES || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
      return Optional.empty();
    }
    int minor = Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(4));
    int major = Short.toUnsignedInt(ByteBuffer.wrap(bytes).getShort(6));
    return major >= OLDEST && major <= NEWEST && minor == 0
        ? Optional.empty()
        : Optional.of(
            "%s has class file version %d.%d, %s (allowed: %d.0 to %d.0, Java 8 to 25 without preview)"
                .formatted(name, major, minor, advice(major, minor), OLDEST, NEWEST));
  }

  private static String advice(int major, int minor) {
    if (minor == PREVIEW && major <= NEWEST) {
      return "with preview features; compile it without --enable-preview";
    }
    return major < FIRST_COUNTED
        ? "which is older than Java 5; compile it with JDK 25"
        : "which is that of Java " + (major - JAVA_OFFSET) + "; compile it with JDK 25";
  }
}
