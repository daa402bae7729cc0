package dev.sojourn.visit.content;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The path of a URL as file names: percent-decoded once, each a plain name on every file system.
///
/// @param names the names along the path; the last may name a directory or a file, all others name
///   directories; empty for the root
/// @param slash whether the path ended with `/`
record FilePath(List<String> names, boolean slash) {
  private static final int MAX_NAME_BYTES = 255;
  private static final int MAX_PATH_BYTES = 3_000;

  FilePath {
    names = List.copyOf(names);
  }

  /// Decodes a normalised URL path; empty if no file can have it. Such paths have a dot file, `..`,
  /// a separator, a control character, invalid UTF-8, or a name that is too long for file systems.
  /// An empty name is also refused: a server that folds `//` would serve a page under a path that
  /// robots.txt does not cover.
  static Optional<FilePath> of(String urlPath) {
    var names = new ArrayList<String>();
    var segments = urlPath.split("/", -1);
    int last = segments.length - 1;
    int length = 0;
    for (int i = 1; i <= last; i++) {
      if (i == last && segments[i].isEmpty()) {
        break;
      }
      var name = decode(segments[i]);
      if (name.isEmpty() || !isPlain(name.get())) {
        return Optional.empty();
      }
      length += bytes(name.get()) + 1;
      if (!isShort(name.get()) || length > MAX_PATH_BYTES) {
        return Optional.empty();
      }
      names.add(name.get());
    }
    return Optional.of(new FilePath(names, segments[last].isEmpty()));
  }

  /// Whether a name may be served: not hidden, and a single name on every file system.
  static boolean isPlain(String name) {
    return !name.isEmpty()
        && name.charAt(0) != '.'
        && name.chars().noneMatch(c -> c < 0x20 || c == 0x7f || c == '/' || c == '\\');
  }

  /// Whether a name is short enough for file systems.
  static boolean isShort(String name) {
    return bytes(name) <= MAX_NAME_BYTES;
  }

  private static int bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Optional<String> decode(String segment) {
    if (segment.indexOf('%') < 0) {
      return Optional.of(segment);
    }
    var octets = ByteBuffer.allocate(segment.length() * 3);
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c != '%') {
        octets.put((byte) c);
        continue;
      }
      if (i + 2 >= segment.length()) {
        return Optional.empty();
      }
      int high = Character.digit(segment.charAt(i + 1), 16);
      int low = Character.digit(segment.charAt(i + 2), 16);
      if (high < 0 || low < 0) {
        return Optional.empty();
      }
      octets.put((byte) (high * 16 + low));
      i += 2;
    }
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(octets.flip()).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
