package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.text.ForeignText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/// Selects the classes of an agent from the files of a jar or directory, within the limits of every
/// host. Confined to one thread.
final class ClassSelection {
  private static final int MAX_NAME_CHARS = 200;
  private static final int MAX_CLASSES = 2_000;
  private static final int MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
  private static final int MAX_MANIFEST_BYTES = 1024 * 1024;
  private static final Pattern OF_ONE_VERSION = Pattern.compile("META-INF/versions/\\d+/.+");

  private final SortedMap<String, byte[]> classes = new TreeMap<>();
  private int bytes;
  private boolean isMultiRelease;
  private Optional<String> ofOneVersion = Optional.empty();

  /// Adds a file, if it is a class that can be sent.
  ///
  /// @param path the path in the jar or directory
  /// @param in the content of the file
  /// @throws ClassFiles.UnusableException if no host would accept a jar with this file
  void add(String path, InputStream in) throws IOException {
    if (path.equalsIgnoreCase(JarFile.MANIFEST_NAME)) {
      isMultiRelease = isMultiRelease(in);
    }
    if (!path.endsWith(".class")
        || path.endsWith("module-info.class")
        || path.endsWith("package-info.class")) {
      return;
    }
    if (path.startsWith("META-INF/")) {
      if (OF_ONE_VERSION.matcher(path).matches()) {
        ofOneVersion = Optional.of(path);
      }
      return;
    }
    checkName(path);
    var content = in.readNBytes(MAX_UNPACKED_BYTES - bytes + 1);
    bytes += content.length;
    if (bytes > MAX_UNPACKED_BYTES) {
      throw new ClassFiles.UnusableException(
          "has more than 16 MiB of classes, the most that is sent");
    }
    if (classes.put(path, content) != null) {
      throw new ClassFiles.UnusableException("has two classes under the name " + plain(path));
    }
    if (classes.size() > MAX_CLASSES) {
      throw new ClassFiles.UnusableException(
          "has more than " + MAX_CLASSES + " classes, the most that is sent");
    }
  }

  private static void checkName(String path) throws ClassFiles.UnusableException {
    if (path.startsWith("/")
        || path.contains("\\")
        || ("/" + path).contains("/../")
        || !path.codePoints().allMatch(ForeignText::isPlain)) {
      throw new ClassFiles.UnusableException("has a class under the name " + plain(path));
    }
    if (path.startsWith("java/") || path.startsWith("dev/sojourn/agent/")) {
      throw new ClassFiles.UnusableException(
          "brings " + plain(path) + ", which every host has; leave it out");
    }
  }

  private static String plain(String path) {
    return ForeignText.of(path).line(MAX_NAME_CHARS);
  }

  private static boolean isMultiRelease(InputStream in) throws IOException {
    var content = in.readNBytes(MAX_MANIFEST_BYTES);
    try {
      var main = new Manifest(new ByteArrayInputStream(content)).getMainAttributes();
      return "true".equalsIgnoreCase(main.getValue(Attributes.Name.MULTI_RELEASE));
    } catch (IOException | IllegalArgumentException _) {
      // A host does not read the manifest either.
      return false;
    }
  }

  /// {@return the selected classes}
  ///
  /// @throws ClassFiles.UnusableException if there are none, or some depend on the version of Java
  ClassFiles finish() throws ClassFiles.UnusableException {
    if (isMultiRelease && ofOneVersion.isPresent()) {
      throw new ClassFiles.UnusableException(
          "is a multi-release jar, which no host takes: %s is there for some versions of Java only; leave META-INF/versions out, and compile each class once"
              .formatted(plain(ofOneVersion.get())));
    }
    if (classes.isEmpty()) {
      throw new ClassFiles.UnusableException("holds no classes", true);
    }
    return new ClassFiles(classes);
  }
}
