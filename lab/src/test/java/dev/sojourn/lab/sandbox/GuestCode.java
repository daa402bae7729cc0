package dev.sojourn.lab.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Packs classes of the class path as the code of an agent.
final class GuestCode {
  private GuestCode() {}

  /// A jar of a class with its nested ones, or of its whole package.
  ///
  /// @param type a class; not initialised
  /// @param wholePackage whether the other classes of its package come too
  /// @param note a name for an entry besides, so that two jars of the same classes differ
  static byte[] jar(Class<?> type, boolean wholePackage, String note) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var jar = new ZipOutputStream(bytes)) {
      for (var entry : classes(type, wholePackage).entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        jar.write(entry.getValue());
      }
      jar.putNextEntry(new ZipEntry("META-INF/" + note + ".txt"));
    }
    return bytes.toByteArray();
  }

  /// The files of a class and its nested ones, or of its package, by the names of their entries.
  static SortedMap<String, byte[]> classes(Class<?> type, boolean wholePackage) throws IOException {
    var place = place(type);
    if (Files.isDirectory(place)) {
      return read(place, type, wholePackage);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return read(jar.getPath("/"), type, wholePackage);
    }
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SortedMap<String, byte[]> read(Path root, Class<?> type, boolean wholePackage)
      throws IOException {
    var folder = root.resolve(type.getPackageName().replace('.', '/'));
    var found = new TreeMap<String, byte[]>();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        var name = file.getFileName().toString();
        boolean wanted =
            wholePackage
                ? name.endsWith(".class") && !name.equals("package-info.class")
                : name.equals(type.getSimpleName() + ".class")
                    || name.startsWith(type.getSimpleName() + "$");
        if (wanted) {
          found.put(root.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
    }
    return found;
  }
}
