package dev.sojourn.robots.lint;

import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.lint.Remark.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects remarks; the same problem in many places is one remark.
final class Remarks {

  /// The most places of one remark that are listed; the others are only counted.
  private static final int LISTED = 6;

  /// The most characters of a pattern that are shown. A longer pattern is cut in the middle, since
  /// its beginning and end are the most useful.
  private static final int SHOWN_CHARS = 80;

  private record Kind(Severity severity, String what, String clause) {}

  private record Found(List<Place> places, String advice) {}

  private final Map<Kind, Found> found = new LinkedHashMap<>();

  /// Adds a place; the remark keeps the advice of its first place.
  void add(
      Severity severity,
      String what,
      int line,
      int column,
      String detail,
      String advice,
      String clause) {
    found
        .computeIfAbsent(
            new Kind(severity, what, clause), _ -> new Found(new ArrayList<>(), advice))
        .places
        .add(new Place(line, column, detail));
  }

  static String shortened(String text) {
    int half = SHOWN_CHARS / 2;
    return text.length() <= SHOWN_CHARS
        ? text
        : text.substring(0, half) + "\u2026" + text.substring(text.length() - half + 1);
  }

  /// Adds a remark about the whole file.
  void add(Severity severity, String what, String advice, String clause) {
    add(severity, what, 0, 0, "", advice, clause);
  }

  /// The remarks: the most severe first, then in the order of lines.
  List<Remark> list() {
    var list = new ArrayList<Remark>();
    found.forEach(
        (kind, found) -> {
          var places = found.places;
          places.sort(Comparator.comparingInt(Place::line).thenComparingInt(Place::column));
          boolean wholeFile = places.getFirst().line() == 0;
          list.add(
              new Remark(
                  kind.severity,
                  kind.what,
                  wholeFile ? List.of() : places.subList(0, Math.min(LISTED, places.size())),
                  places.size(),
                  places.getLast().line(),
                  found.advice,
                  kind.clause));
        });
    list.sort(Comparator.comparing(Remark::severity).thenComparingInt(Remark::line));
    return List.copyOf(list);
  }
}
