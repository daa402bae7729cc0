package dev.sojourn.sandbox;

/// A place in an agent's code.
///
/// @param className the binary name of the class
/// @param method the name of the method; empty for the whole class
/// @param line the line of the source, from 1; 0 if unknown
public record CodePlace(String className, String method, int line) {

  /// An unknown place.
  public static final CodePlace UNKNOWN = new CodePlace("", "", 0);

  /// {@return whether the class of the place is known}
  public boolean isKnown() {
    return !className.isEmpty();
  }

  /// {@return the place in words, such as `org.example.Indexer.visit (line 6)`; empty if unknown}
  @Override
  public String toString() {
    var name = method.isEmpty() ? className : className + "." + method;
    return line > 0 ? name + " (line " + line + ")" : name;
  }
}
