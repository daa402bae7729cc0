package dev.sojourn.visit.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A pattern for paths below a folder, in any case of letters: `*` and `?` stand for characters of
/// one name, `**` for any number of names. A pattern without `/` is about names in each directory,
/// one with `/` about the path from the folder down. A file in a directory that fits, fits too.
///
/// Matching takes time in proportion to the pattern times the path at most: only the last of
/// several stars is ever tried again.
final class FileGlob {
  private static final String FORBIDDEN = "[]{}!\\,";
  private static final int MAX_CHARS = 1_000;

  /// Stands for any number of names, as `**`; no name is empty.
  private static final int[] ANY_NAMES = {};

  private final String text;
  private final List<int[]> names;

  private FileGlob(String text, List<int[]> names) {
    this.text = text;
    this.names = List.copyOf(names);
  }

  /// Reads a pattern; empty if it is none, or uses syntax of other kinds of patterns.
  static Optional<FileGlob> parse(String text) {
    // All names below fit too.
    return parse(text, List.of(ANY_NAMES));
  }

  /// Reads a pattern for the last name of a path, and for nothing below it.
  static Optional<FileGlob> ofLastName(String text) {
    return parse(text, List.of());
  }

  private static Optional<FileGlob> parse(String text, List<int[]> below) {
    var path = text.startsWith("/") ? text.substring(1) : text;
    var bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (text.length() > MAX_CHARS
        || text.chars().anyMatch(c -> c < 0x20 || c == 0x7f || FORBIDDEN.indexOf(c) >= 0)) {
      return Optional.empty();
    }
    var names = new ArrayList<int[]>();
    if (!text.startsWith("/") && bare.indexOf('/') < 0) {
      names.add(ANY_NAMES);
    }
    for (var name : bare.split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        return Optional.empty();
      }
      names.add(name.equals("**") ? ANY_NAMES : codePoints(name));
    }
    names.addAll(below);
    return Optional.of(new FileGlob(text, names));
  }

  /// A path as patterns are compared with it: each name in lower case, as code points. Made once
  /// for all patterns, since each page of a visit meets dozens of them.
  ///
  /// @param names from the folder down
  record Folded(List<int[]> names) {
    static Folded of(List<String> path) {
      var names = new ArrayList<int[]>(path.size());
      for (var name : path) {
        names.add(codePoints(name));
      }
      return new Folded(names);
    }
  }

  private static int[] codePoints(String name) {
    return name.toLowerCase(Locale.ROOT).codePoints().toArray();
  }

  /// Whether a path, or a directory that it leads through, fits.
  boolean fits(Folded path) {
    return fits(
        names.size(),
        at -> names.get(at).length == 0,
        path.names().size(),
        (at, part) -> fits(names.get(at), path.names().get(part)));
  }

  /// Whether one name fits, a character at a time.
  private static boolean fits(int[] pattern, int[] name) {
    return fits(
        pattern.length,
        at -> pattern[at] == '*',
        name.length,
        (at, part) -> pattern[at] == '?' || pattern[at] == name[part]);
  }

  /// Whether a part fits its place in a pattern.
  private interface Fit {
    boolean test(int at, int part);
  }

  private static boolean fits(int places, IntPredicate isStar, int parts, Fit fit) {
    int at = 0;
    int part = 0;
    int star = -1;
    int taken = 0;
    while (part < parts) {
      if (at < places && isStar.test(at)) {
        star = at++;
        taken = part;
      } else if (at < places && fit.test(at, part)) {
        at++;
        part++;
      } else if (star >= 0) {
        at = star + 1;
        part = ++taken;
      } else {
        return false;
      }
    }
    while (at < places && isStar.test(at)) {
      at++;
    }
    return at == places;
  }

  @Override
  public String toString() {
    return text;
  }
}
