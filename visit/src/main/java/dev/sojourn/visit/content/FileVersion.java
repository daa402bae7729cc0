package dev.sojourn.visit.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// A version of a regular file. The kernel sets the time of the last change of its attributes
/// (ctime), which a program cannot set back. So a file with the same version has the same content,
/// if the version is settled.
///
/// @param size the size in bytes; -1 if it is not a regular file
/// @param isDirectory whether it is a directory
/// @param modified the time of the last modification
/// @param changed the time of the last change of content or attributes
/// @param key the number of the file and its device
/// @param device the device
record FileVersion(
    long size, boolean isDirectory, FileTime modified, FileTime changed, String key, long device) {
  private static final String ATTRIBUTES =
      "unix:isRegularFile,isDirectory,size,lastModifiedTime,ctime,fileKey,dev";

  /// A file that was changed less than this time ago may change again within one tick of the
  /// kernel's clock, and so without a new time.
  private static final int SETTLED_SECONDS = 2;

  /// Reads the version of a file. A last link is not followed.
  ///
  /// @return the version
  static FileVersion of(Path file) throws IOException {
    var attributes = Files.readAttributes(file, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    boolean isRegular = attribute(attributes, "isRegularFile", Boolean.class);
    return new FileVersion(
        isRegular ? attribute(attributes, "size", Long.class) : -1,
        attribute(attributes, "isDirectory", Boolean.class),
        attribute(attributes, "lastModifiedTime", FileTime.class),
        attribute(attributes, "ctime", FileTime.class),
        String.valueOf(attributes.get("fileKey")),
        attribute(attributes, "dev", Long.class));
  }

  /// The provider has all attributes of the view `unix`, or refuses the view.
  private static <T> T attribute(Map<String, Object> attributes, String name, Class<T> type) {
    return type.cast(Objects.requireNonNull(attributes.get(name), name));
  }

  /// {@return whether it is a regular file}
  boolean isRegular() {
    return size >= 0;
  }

  /// {@return whether the attributes are those of this file}
  boolean isOf(BasicFileAttributes attributes) {
    return attributes.isRegularFile()
        && attributes.size() == size
        && attributes.lastModifiedTime().equals(modified)
        && String.valueOf(attributes.fileKey()).equals(key);
  }

  /// {@return whether any later change gives the file another version}
  ///
  /// @param now the present time
  boolean isSettled(Instant now) {
    var last = now.minusSeconds(SETTLED_SECONDS);
    return modified.toInstant().isBefore(last) && changed.toInstant().isBefore(last);
  }

  /// {@return all parts, in one text}
  String text() {
    return size + " " + modified.toInstant() + " " + changed.toInstant() + " " + key;
  }
}
