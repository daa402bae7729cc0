package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.ForeignText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// The class files of an agent, by their path in the jar, such as `org/example/Indexer.class`.
///
/// Only classes are sent. A sandbox can use neither resources nor a manifest nor signatures.
final class ClassFiles {
  private static final int MAX_NAME_CHARS = 200;

  private final SortedMap<String, byte[]> classes;

  ClassFiles(SortedMap<String, byte[]> classes) {
    this.classes = Collections.unmodifiableSortedMap(classes);
  }

  /// Reports that the files cannot be sent as code. The message is a clause that follows the name
  /// of the file.
  static final class UnusableException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isDamage;

    UnusableException(String clause) {
      this(clause, false);
    }

    UnusableException(String clause, boolean isDamage) {
      super(clause);
      this.isDamage = isDamage;
    }

    /// Whether the files are damaged.
    boolean isDamage() {
      return isDamage;
    }
  }

  SortedMap<String, byte[]> byPath() {
    return classes;
  }

  /// Reads a jar, or a directory of classes.
  static ClassFiles read(Path jarOrDirectory) throws IOException {
    var found = new ClassSelection();
    if (Files.isDirectory(jarOrDirectory)) {
      readDirectory(jarOrDirectory, found);
    } else {
      int entries;
      try (var in = RegularFile.open(jarOrDirectory)) {
        entries = readJar(in, found);
      }
      requireWhole(jarOrDirectory, entries);
    }
    return found.finish();
  }

  /// Reads a jar that came in a package.
  static ClassFiles read(Bytes jar) throws IOException {
    var found = new ClassSelection();
    readJar(new ByteArrayInputStream(jar.toArray()), found);
    return found.finish();
  }

  /// {@return the fault of the first file that is not a valid class, as a clause; empty if all are
  /// valid}
  Optional<String> fault() {
    return classes.entrySet().stream()
        .flatMap(entry -> ClassFault.of(entry.getKey(), entry.getValue()).stream())
        .findFirst();
  }

  /// {@return the classes that one class needs: those that its file names, and in turn those that
  /// these files name} A class that is named only in a string may be left out, since no sandbox
  /// lets an agent load it.
  ///
  /// @param entryClass a binary name
  ClassFiles neededBy(String entryClass) {
    var needed = new TreeMap<String, byte[]>();
    var waiting = new ArrayDeque<String>();
    waiting.add(entryClass.replace('.', '/'));
    while (!waiting.isEmpty()) {
      var path = waiting.remove() + ".class";
      var content = classes.get(path);
      if (content != null && needed.put(path, content) == null) {
        waiting.addAll(ClassNames.in(content));
      }
    }
    return new ClassFiles(needed);
  }

  /// {@return a jar that is the same for the same classes: sorted, with fixed times, and compressed
  /// at the highest level}
  ///
  /// The digest of the jar is the name under which every host keeps it. Another version of zlib may
  /// compress the same classes to other bytes. Then a host keeps the code twice, without other
  /// harm.
  Bytes toJar() {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (var file : classes.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(LocalDateTime.of(1980, 2, 1, 0, 0));
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return Bytes.wrap(bytes.toByteArray());
  }

  private static void readDirectory(Path root, ClassSelection found) throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : (Iterable<Path>) files::iterator) {
        if (Files.isRegularFile(file)) {
          var path =
              root.relativize(file).toString().replace(root.getFileSystem().getSeparator(), "/");
          try (var in = Files.newInputStream(file)) {
            found.add(path, in);
          }
        }
      }
    }
  }

  /// {@return the number of entries}
  private static int readJar(InputStream in, ClassSelection found) throws IOException {
    var last = "";
    int entries = 0;
    try (var zip = new ZipInputStream(in)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        last = entry.getName();
        entries++;
        if (!entry.isDirectory()) {
          found.add(last, zip);
        }
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw damaged(last, e);
    }
    if (entries == 0) {
      throw new UnusableException("is no jar", true);
    }
    return entries;
  }

  /// Checks the central directory after the entries. Without this check, a jar that was cut after
  /// an entry would look whole.
  ///
  /// @param entries the number of entries that were read
  private static void requireWhole(Path jar, int entries) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      if (zip.size() == entries) {
        return;
      }
    } catch (ZipException _) {
      // The jar has no central directory, or a broken one.
    }
    throw new UnusableException(
        "is a damaged jar, or not whole: the directory at its end is missing, or does not fit its"
            + " entries; make or fetch it again",
        true);
  }

  /// Entries are read one after the other, so the damage is in the last one read or right after it.
  private static UnusableException damaged(String last, Exception e) {
    var reason = e instanceof EOFException ? "it ends too soon" : String.valueOf(e.getMessage());
    return new UnusableException(
        "is a damaged jar, %s: %s"
            .formatted(
                last.isEmpty()
                    ? "from the beginning"
                    : "at its entry " + ForeignText.of(last).line(MAX_NAME_CHARS),
                ForeignText.of(reason).line(MAX_NAME_CHARS)),
        true);
  }
}
