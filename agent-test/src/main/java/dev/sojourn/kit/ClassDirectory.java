package dev.sojourn.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The directory or jar that a class was loaded from, as the code of an agent.
final class ClassDirectory {
  private static final Pattern TYPE = Pattern.compile("L([\\w$/]+);");

  private ClassDirectory() {}

  /// {@return the code of an agent as a jar; the same classes give the same bytes}
  ///
  /// The jar has all classes of the directory, like a packed agent. If the tests are in the same
  /// directory, the jar has only the classes that the agent refers to, directly or indirectly. No
  /// sandbox would accept the tests.
  ///
  /// @param agent the agent's class
  /// @param test the class of its tests
  static byte[] jarOf(Class<?> agent, Class<?> test) throws IOException {
    var place = place(agent);
    if (!Files.isDirectory(place)) {
      return Files.readAllBytes(place);
    }
    if (place.equals(place(test))) {
      return jar(place, named(place, agent));
    }
    try (var files = Files.walk(place)) {
      return jar(
          place,
          files
              .filter(Files::isRegularFile)
              .map(file -> place.relativize(file).toString().replace('\\', '/'))
              .filter(name -> name.endsWith(".class"))
              .sorted()
              .toList());
    }
  }

  /// {@return the classes of a directory or jar to which an agent refers, directly or indirectly,
  /// in the order of their names}
  ///
  /// @param agent the agent's class
  static List<Class<?>> typesOf(Class<?> agent) throws IOException {
    var place = place(agent);
    if (Files.isDirectory(place)) {
      return load(named(place, agent), agent.getClassLoader());
    }
    try (var jar = FileSystems.newFileSystem(place)) {
      return load(named(jar.getPath("/"), agent), agent.getClassLoader());
    }
  }

  /// Loads classes without initialising them.
  private static List<Class<?>> load(Collection<String> files, ClassLoader loader)
      throws IOException {
    var types = new ArrayList<Class<?>>();
    for (var file : files) {
      var name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
      try {
        types.add(Class.forName(name, false, loader));
      } catch (ClassNotFoundException e) {
        throw new IOException(name, e);
      }
    }
    types.sort(Comparator.comparing(Class::getName));
    return types;
  }

  private static byte[] jar(Path place, Collection<String> names) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var name : names) {
        var entry = new ZipEntry(name);
        entry.setLastModifiedTime(FileTime.fromMillis(0));
        zip.putNextEntry(entry);
        Files.copy(place.resolve(name), zip);
      }
    }
    return bytes.toByteArray();
  }

  private static Collection<String> named(Path place, Class<?> agent) throws IOException {
    var found = new TreeSet<String>();
    var open = new ArrayDeque<String>();
    open.add(agent.getName().replace('.', '/'));
    while (!open.isEmpty()) {
      var file = open.remove() + ".class";
      if (!Files.exists(place.resolve(file)) || !found.add(file)) {
        continue;
      }
      for (var entry : ClassFile.of().parse(place.resolve(file)).constantPool()) {
        if (entry instanceof ClassEntry type) {
          open.add(type.asInternalName());
        } else if (entry instanceof Utf8Entry text) {
          TYPE.matcher(text.stringValue()).results().forEach(match -> open.add(match.group(1)));
        }
      }
    }
    return found;
  }

  private static Path place(Class<?> type) throws IOException {
    var source = type.getProtectionDomain().getCodeSource();
    if (source == null || !source.getLocation().getProtocol().equals("file")) {
      throw new IOException(type.getName() + " (expected: a class from a directory or a jar)");
    }
    return Path.of(URI.create(source.getLocation().toString()));
  }
}
