package dev.sojourn.sandbox.admission;

import dev.sojourn.base.text.ForeignText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Reads the class files of an agent's jar. It never unpacks files to disk. Only this class reads
/// the format, so the content of the jar is unambiguous.
final class CodeJar {
  static final int MAX_JAR_BYTES = 4 << 20;
  static final int MAX_UNPACKED_BYTES = 16 << 20;
  static final int MAX_CLASSES = 2_000;
  static final int MAX_ENTRIES = 4_000;

  private static final int MAX_NAME_CHARS = 200;

  private CodeJar() {}

  /// Returns the class files by binary name.
  static SortedMap<String, byte[]> classes(byte[] jar) throws RefusedException {
    if (jar.length > MAX_JAR_BYTES) {
      throw new RefusedException(
          "the jar has " + jar.length + " bytes (allowed: " + MAX_JAR_BYTES + ")");
    }
    var classes = new TreeMap<String, byte[]>();
    var names = new HashSet<String>();
    int unpacked = 0;
    try (var zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        checkName(entry);
        if (!names.add(entry.getName())) {
          throw new RefusedException("the jar has two entries named " + entry.getName());
        }
        if (names.size() > MAX_ENTRIES) {
          throw new RefusedException("the jar has more than " + MAX_ENTRIES + " entries");
        }
        var bytes = zip.readNBytes(MAX_UNPACKED_BYTES - unpacked + 1);
        unpacked += bytes.length;
        if (unpacked > MAX_UNPACKED_BYTES) {
          throw new RefusedException(
              "the jar unpacks to more than " + MAX_UNPACKED_BYTES + " bytes");
        }
        if (isClass(entry) && classes.put(binaryName(entry), bytes) != null) {
          throw new RefusedException("the jar has two classes named " + binaryName(entry));
        }
        if (classes.size() > MAX_CLASSES) {
          throw new RefusedException("the jar has more than " + MAX_CLASSES + " classes");
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new RefusedException("the jar cannot be read: " + e.getMessage());
    }
    if (classes.isEmpty()) {
      throw new RefusedException("the jar has no classes");
    }
    return classes;
  }

  private static boolean isClass(ZipEntry entry) {
    var name = entry.getName();
    return name.endsWith(".class")
        && !name.startsWith("META-INF/")
        && !name.endsWith("package-info.class")
        && !name.endsWith("module-info.class");
  }

  private static String binaryName(ZipEntry entry) {
    var name = entry.getName();
    return name.substring(0, name.length() - ".class".length()).replace('/', '.');
  }

  private static void checkName(ZipEntry entry) throws RefusedException {
    var name = entry.getName();
    boolean plain =
        !name.isEmpty()
            && name.length() <= MAX_NAME_CHARS
            && !name.startsWith("/")
            && !("/" + name).endsWith("/.class")
            && !name.contains("//")
            && !("/" + name + "/").contains("/../")
            && !("/" + name + "/").contains("/./")
            && name.chars().allMatch(CodeJar::isPlain);
    if (!plain) {
      throw new RefusedException(
          "the jar has an entry with a name that is not allowed: "
              + ForeignText.of(name).text(MAX_NAME_CHARS)
              + " (allowed: ASCII letters, digits, and _ $ . - / in relative paths)");
    }
    if (name.startsWith("META-INF/versions/")) {
      throw new RefusedException(
          "the jar has classes for several versions of Java (allowed: each class once, and no"
              + " META-INF/versions)");
    }
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "_$.-/".indexOf(c) >= 0;
  }

  /// Returns the printable name of a class or member. Java allows letters of any script in it, and
  /// the JVM almost any character.
  static String printable(String name) {
    var out = new StringBuilder();
    name.codePoints()
        .limit(MAX_NAME_CHARS)
        .map(c -> isPlain(c) || isOfIdentifier(c) ? c : '?')
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  private static boolean isOfIdentifier(int c) {
    return Character.isUnicodeIdentifierPart(c) && ForeignText.isPlain(c);
  }
}
