package dev.sojourn.host.site;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.lint.Remark;
import dev.sojourn.robots.lint.RobotsLint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The linter's advice about the robots.txt of sites, for their operator: the worst faults of each
/// file, without notes.
public final class RobotsRemarks {
  private static final int MAX_OF_A_SITE = 5;
  private static final int MAX_DETAIL_CHARS = 100;

  private RobotsRemarks() {}

  /// {@return one sentence for each of the first five faults of a site's file, and one with the
  /// number of others} An unreadable file gets none.
  ///
  /// @param sites of the host; this reads their files
  public static List<String> of(Sites sites) {
    var warnings = new ArrayList<String>();
    for (var origin : sites.origins()) {
      var robots = sites.find(origin).orElseThrow().robots().get();
      var remarks = robots.isUnread() ? List.<Remark>of() : RobotsLint.check(robots);
      var faults = remarks.stream().filter(remark -> remark.severity() != Severity.NOTE).toList();
      faults.stream().limit(MAX_OF_A_SITE).forEach(fault -> warnings.add(sentence(origin, fault)));
      if (faults.size() > MAX_OF_A_SITE) {
        warnings.add(
            "robots.txt of %s has %d more such faults; 'sojourn robots check' shows all of them."
                .formatted(origin, faults.size() - MAX_OF_A_SITE));
      }
    }
    return List.copyOf(warnings);
  }

  private static String sentence(String origin, Remark fault) {
    var places = fault.places();
    var detail = fault.count() == 1 && !places.isEmpty() ? places.getFirst().detail() : "";
    return "robots.txt of %s%s: %s%s (%s)."
        .formatted(
            origin,
            lines(fault),
            fault.what(),
            detail.isEmpty() ? "" : ": " + ForeignText.of(detail).line(MAX_DETAIL_CHARS),
            fault.advice());
  }

  private static String lines(Remark fault) {
    var places = fault.places();
    if (places.isEmpty()) {
      return "";
    }
    var numbers = places.stream().map(place -> String.valueOf(place.line())).distinct().toList();
    int more = fault.count() - places.size();
    if (numbers.size() == 1 && more == 0) {
      return ", line " + numbers.getFirst();
    }
    var last = more > 0 ? more + " more" : numbers.getLast();
    var others = more > 0 ? numbers : numbers.subList(0, numbers.size() - 1);
    return others.stream().collect(Collectors.joining(", ", ", lines ", " and ")) + last;
  }
}
