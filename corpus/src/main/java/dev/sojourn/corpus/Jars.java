package dev.sojourn.corpus;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes jars; the same content gives the same bytes.
final class Jars {
  private static final FileTime FIXED_TIME = FileTime.fromMillis(1_767_225_600_000L);

  private Jars() {}

  /// Writes entries into a jar.
  interface Content {
    void write(ZipOutputStream zip) throws IOException;
  }

  /// A jar of class files by binary name.
  static byte[] of(Map<String, byte[]> classes) {
    return of(
        zip -> {
          for (var entry : classes.entrySet()) {
            entry(zip, entry.getKey().replace('.', '/') + ".class", entry.getValue());
          }
        });
  }

  static byte[] of(Content content) {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      content.write(zip);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
    var entry = new ZipEntry(name);
    entry.setLastModifiedTime(FIXED_TIME);
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
