package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/// Finds the jars of a confined program's class path: this module, the classes that an agent may
/// use, and the libraries of the program. The other jars of the caller are omitted.
///
/// A confined process cannot open files, so all classes must come from jars, which stay open.
/// Directories of classes, which tests have, are packed into jars first.
public final class ClassPathJars {
  /// A class of each jar, by its resource name, so that this process does not load these classes.
  private static final List<String> NEEDED =
      List.of(
          "dev/sojourn/sandbox/launch/ConfinedProgram.class",
          "dev/sojourn/agent/Agent.class",
          "dev/sojourn/base/text/ForeignText.class");

  private static final List<String> OPTIONAL = List.of("org/jspecify/annotations/Nullable.class");

  private static final FileTime FIXED_TIME = FileTime.fromMillis(1_767_225_600_000L);

  private ClassPathJars() {}

  /// Finds the jars.
  ///
  /// @param program the program
  /// @param packed the directory for jars that are made from directories
  /// @return the jars, in the order of the class path
  /// @throws IOException if a class is not found on the caller's class path
  public static List<Path> find(ConfinedProgram program, Path packed) throws IOException {
    var jars = new ArrayList<Path>();
    var needed = new ArrayList<>(NEEDED);
    needed.addAll(program.libraries());
    for (var resource : needed) {
      var place = place(resource);
      if (place.isEmpty()) {
        throw new IOException(
            "the class path has no " + resource + " (expected: the sandbox with its libraries)");
      }
      add(jars, place.get(), packed);
    }
    for (var resource : OPTIONAL) {
      var place = place(resource);
      if (place.isPresent()) {
        add(jars, place.get(), packed);
      }
    }
    return List.copyOf(jars);
  }

  private static void add(List<Path> jars, Path place, Path packed) throws IOException {
    var jar = Files.isDirectory(place) ? pack(place, packed) : place;
    if (!jars.contains(jar)) {
      jars.add(jar);
    }
  }

  /// Returns the jar or directory that contains a resource.
  private static Optional<Path> place(String resource) throws IOException {
    URL url = ClassPathJars.class.getClassLoader().getResource(resource);
    if (url == null) {
      return Optional.empty();
    }
    var text = url.toString();
    if (text.startsWith("jar:")) {
      return Optional.of(Path.of(URI.create(text.substring(4, text.indexOf("!/")))));
    }
    if (text.startsWith("file:")) {
      return Optional.of(Path.of(URI.create(text.substring(0, text.length() - resource.length()))));
    }
    throw new IOException(text + " (expected: a class in a jar or a directory)");
  }

  /// Packs a directory into a jar that is named after it, so that it is packed only once.
  private static Path pack(Path directory, Path packed) throws IOException {
    var jar = packed.resolve(Integer.toHexString(directory.hashCode()) + ".jar");
    if (Files.exists(jar)) {
      return jar;
    }
    try (OutputStream out = Files.newOutputStream(jar);
        var zip = new JarOutputStream(out);
        var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var entry = new JarEntry(directory.relativize(file).toString().replace('\\', '/'));
        entry.setLastModifiedTime(FIXED_TIME);
        zip.putNextEntry(entry);
        Files.copy(file, zip);
      }
    }
    return jar;
  }
}
