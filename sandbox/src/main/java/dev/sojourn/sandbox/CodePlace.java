package dev.sojourn.sandbox;

/// A place in an agent's code.
///
/// @param className binary name of the class
/// @param method name of the method; empty if the class as a whole is meant
/// @param line in the source, from 1; 0 if the class file does not say
public record CodePlace(String className, String method, int line) {

  /// Stands for a place that is not known.
  public static final CodePlace UNKNOWN = new CodePlace("", "", 0);

  /// {@return whether anything is known of the place}
  public boolean isKnown() {
    return !className.isEmpty();
  }

  /// {@return the place in words, as `org.example.Indexer.visit (line 6)`; empty if it is not
  /// known}
  @Override
  public String toString() {
    var name = method.isEmpty() ? className : className + "." + method;
    return line > 0 ? name + " (line " + line + ")" : name;
  }
}
