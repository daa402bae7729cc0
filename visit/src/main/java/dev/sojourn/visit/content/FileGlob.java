package dev.sojourn.visit.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;

/// A pattern for paths below a folder, in any case of letters: `*` and `?` stand for characters of
/// one name, `**` for any number of names. A pattern without `/` is about names in each directory,
/// one with `/` about the path from the folder down. A file in a directory that fits, fits too.
///
/// To match takes time in proportion to the pattern times the path at most: of several stars only
/// the last one is ever tried again.
final class FileGlob {
  private static final String FORBIDDEN = "[]{}!\\,";
  private static final int MAX_CHARS = 1_000;
  private static final String ANY_NAMES = "**";

  private final String text;
  private final List<String> names;

  private FileGlob(String text, List<String> names) {
    this.text = text;
    this.names = List.copyOf(names);
  }

  /// Reads a pattern; empty if it is none, or uses syntax of other kinds of patterns.
  static Optional<FileGlob> parse(String text) {
    // Everything below fits too.
    return parse(text, List.of(ANY_NAMES));
  }

  /// Reads a pattern for the last name of a path, and for nothing below it.
  static Optional<FileGlob> ofLastName(String text) {
    return parse(text, List.of());
  }

  private static Optional<FileGlob> parse(String text, List<String> below) {
    var path = text.startsWith("/") ? text.substring(1) : text;
    var bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (text.length() > MAX_CHARS
        || text.chars().anyMatch(c -> c < 0x20 || c == 0x7f || FORBIDDEN.indexOf(c) >= 0)) {
      return Optional.empty();
    }
    var names = new ArrayList<String>();
    if (!text.startsWith("/") && bare.indexOf('/') < 0) {
      names.add(ANY_NAMES);
    }
    for (var name : bare.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return Optional.empty();
      }
      names.add(name.toLowerCase(Locale.ROOT));
    }
    names.addAll(below);
    return Optional.of(new FileGlob(text, names));
  }

  /// Whether a path, or a directory that it leads through, fits.
  boolean fits(List<String> path) {
    return fits(
        names,
        path.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList(),
        ANY_NAMES,
        (pattern, name) -> fits(characters(pattern), characters(name), "*", FileGlob::isOne));
  }

  private static List<String> characters(String name) {
    return name.codePoints().mapToObj(Character::toString).toList();
  }

  private static boolean isOne(String pattern, String character) {
    return pattern.equals("?") || pattern.equals(character);
  }

  private static boolean fits(
      List<String> pattern, List<String> parts, String any, BiPredicate<String, String> one) {
    int at = 0;
    int part = 0;
    int star = -1;
    int taken = 0;
    while (part < parts.size()) {
      if (at < pattern.size() && pattern.get(at).equals(any)) {
        star = at++;
        taken = part;
      } else if (at < pattern.size() && one.test(pattern.get(at), parts.get(part))) {
        at++;
        part++;
      } else if (star >= 0) {
        at = star + 1;
        part = ++taken;
      } else {
        return false;
      }
    }
    while (at < pattern.size() && pattern.get(at).equals(any)) {
      at++;
    }
    return at == pattern.size();
  }

  @Override
  public String toString() {
    return text;
  }
}
