package dev.sojourn.robots.lint;

import dev.sojourn.robots.RobotsProblem.Severity;
import java.util.List;

/// One piece of advice, with the places that it applies to.
///
/// @param severity how severe the problem is
/// @param what the problem, as a clause without full stop
/// @param places the first few places, in the order of lines; empty for the whole file
/// @param count the number of all places, including those not listed; 1 for the whole file
/// @param lastLine the line of the last place; 0 for the whole file
/// @param advice why it matters and the next step, as a clause without full stop
/// @param clause the clause of the specification; empty text if there is no such clause
public record Remark(
    Severity severity,
    String what,
    List<Place> places,
    int count,
    int lastLine,
    String advice,
    String clause) {

  /// A place that a remark applies to.
  ///
  /// @param line from 1
  /// @param column in octets from 1; 0 for the whole line
  /// @param detail the text there, or the other line involved; may be empty
  public record Place(int line, int column, String detail) {}

  /// Copies the list.
  public Remark {
    places = List.copyOf(places);
  }

  /// {@return the line of the first place, from 1; 0 for the whole file}
  public int line() {
    return places.isEmpty() ? 0 : places.getFirst().line();
  }
}
