package dev.sojourn.robots;

/// An Allow or Disallow line.
///
/// @param allow whether it allows
/// @param pattern the canonical pattern: unreserved octets decoded, other escapes in upper case
/// @param line its number in the file, from 1
public record Rule(boolean allow, String pattern, int line) {

  /// {@return the rule in the notation of a file, such as `Disallow: /private/`}
  public String text() {
    var name = allow ? "Allow:" : "Disallow:";
    return pattern.isEmpty() ? name : name + " " + pattern;
  }
}
