package dev.sojourn.robots.lint;

import dev.sojourn.robots.OtherRecord;
import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.RobotsTxt.Group;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Remarks about groups that have more User-agent lines than it seems: by RFC 9309, only a rule
/// ends these lines, not a Crawl-delay.
final class GroupRemarks {

  private final RobotsTxt robots;
  private final Remarks remarks;

  GroupRemarks(RobotsTxt robots, Remarks remarks) {
    this.robots = robots;
    this.remarks = remarks;
  }

  void add() {
    var between =
        robots.records().stream()
            .filter(record -> record.group() > 0)
            .filter(record -> !record.name().equals("sitemap") && !record.name().equals("license"))
            .map(OtherRecord::line)
            .collect(Collectors.toCollection(TreeSet::new));
    boolean starForbids =
        robots.groups().stream()
            .filter(group -> group.agents().contains("*"))
            .flatMap(group -> group.rules().stream())
            .anyMatch(rule -> !rule.allow() && !rule.pattern().isEmpty());
    for (var group : robots.groups()) {
      runTogether(group, between);
      if (starForbids && group.rules().isEmpty() && !group.agents().contains("*")) {
        withoutRules(group);
      }
    }
  }

  private void runTogether(Group group, NavigableSet<Integer> between) {
    var lines = group.lines();
    for (int i = 0; i + 1 < lines.size(); i++) {
      var record = between.higher(lines.get(i));
      if (record != null && record < lines.get(i + 1)) {
        remarks.add(
            Severity.WARNING,
            "groups that run together, since no rule stands between their User-agent lines",
            lines.getFirst(),
            0,
            named(group, 0) + " to " + named(group, lines.size() - 1),
            "a Crawl-delay ends no group: all these robots obey the same rules and the longest"
                + " delay; to keep them apart, put a rule into each group, as an empty Disallow:",
            "RFC 9309, 2.2.1");
        return;
      }
    }
  }

  private void withoutRules(Group group) {
    remarks.add(
        Severity.NOTE,
        "a group without rules",
        group.lines().getFirst(),
        0,
        Remarks.shortened(String.join(", ", group.agents())),
        "its robots may fetch everything, also what the group for * forbids; repeat those rules"
            + " here if they are meant for all",
        "RFC 9309, 2.2.1");
  }

  private static String named(Group group, int i) {
    return group.agents().get(i) + " (line " + group.lines().get(i) + ")";
  }
}
