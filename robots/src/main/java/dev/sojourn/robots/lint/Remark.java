package dev.sojourn.robots.lint;

import dev.sojourn.robots.RobotsProblem.Severity;
import java.util.List;

/// One piece of advice, with every place that it is about.
///
/// @param severity how much it matters
/// @param what the matter, a clause without full stop
/// @param places where; the first few, in the order of lines; empty if the whole file is meant
/// @param count how many places there are, those not listed included; 1 for the whole file
/// @param lastLine the line of the last of them; 0 for the whole file
/// @param advice why it matters and the next step, a clause without full stop
/// @param clause the clause of the specification; empty text if it is a matter of taste
public record Remark(
    Severity severity,
    String what,
    List<Place> places,
    int count,
    int lastLine,
    String advice,
    String clause) {

  /// A place that a remark is about.
  ///
  /// @param line from 1
  /// @param column in octets from 1; 0 for the line as a whole
  /// @param detail the text there, or the other line that is concerned; may be empty
  public record Place(int line, int column, String detail) {}

  /// Copies the list.
  public Remark {
    places = List.copyOf(places);
  }

  /// {@return the first line it is about, from 1; 0 for the file as a whole}
  public int line() {
    return places.isEmpty() ? 0 : places.getFirst().line();
  }
}
