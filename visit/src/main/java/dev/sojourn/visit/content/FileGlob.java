package dev.sojourn.visit.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A case-insensitive pattern for paths below a folder: `*` and `?` match characters of one name,
/// `**` any number of names. A pattern without `/` matches names in every directory; a pattern with
/// `/` matches the path from the folder down. A file in a matching directory also matches.
///
/// The time of matching is at most proportional to the pattern's length times the path's length:
/// only the last star is retried.
final class FileGlob {
  private static final String FORBIDDEN = "[]{}!\\,";
  private static final int MAX_CHARS = 1_000;

  /// Represents `**`, which matches any number of names; a real name is never empty.
  private static final int[] ANY_NAMES = {};

  private final String text;
  private final List<int[]> names;

  private FileGlob(String text, List<int[]> names) {
    this.text = text;
    this.names = List.copyOf(names);
  }

  /// Reads a pattern; empty if the text is not a pattern, or uses the syntax of other patterns.
  static Optional<FileGlob> parse(String text) {
    // All names below also match.
    return parse(text, List.of(ANY_NAMES));
  }

  /// Reads a pattern that matches only the last name of a path.
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

  /// A path prepared for matching: each name in lower case, as code points. It is made once for all
  /// patterns, because each page of a visit is compared with dozens of them.
  ///
  /// @param names the names from the folder down
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

  /// Whether a path, or one of its directories, matches.
  boolean fits(Folded path) {
    return fits(
        names.size(),
        at -> names.get(at).length == 0,
        path.names().size(),
        (at, part) -> fits(names.get(at), path.names().get(part)));
  }

  /// Whether one name matches, character by character.
  private static boolean fits(int[] pattern, int[] name) {
    return fits(
        pattern.length,
        at -> pattern[at] == '*',
        name.length,
        (at, part) -> pattern[at] == '?' || pattern[at] == name[part]);
  }

  /// Compares one part of the input with one place of the pattern.
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
