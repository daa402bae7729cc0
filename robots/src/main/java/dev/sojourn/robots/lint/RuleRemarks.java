package dev.sojourn.robots.lint;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Remarks about groups and rules that can never decide, or that match more than it seems.
final class RuleRemarks {

  /// The longest prefix of a pattern that is compared.
  private static final int COMPARED_CHARS = 512;

  private final RobotsTxt robots;
  private final Remarks remarks;
  private final boolean of1996;

  RuleRemarks(RobotsTxt robots, Remarks remarks) {
    this.robots = robots;
    this.remarks = remarks;
    this.of1996 = robots.options().dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
  }

  void add() {
    var groups = robots.groups();
    for (var group : groups) {
      // Rules that match nothing get another remark.
      var rules = group.rules().stream().filter(this::canMatch).toList();
      if (of1996) {
        openedBefore(group.rules());
        shadowed(rules);
      } else {
        neverDeciding(rules);
      }
    }
    neighbours(groups);
    closed(groups);
    repeated(groups);
    if (!of1996) {
      new GroupRemarks(robots, remarks).add();
    }
  }

  private boolean canMatch(Rule rule) {
    var pattern = rule.pattern();
    return pattern.startsWith("/") || (!of1996 && pattern.startsWith("*"));
  }

  /// Longest match: a Disallow loses against an Allow with the same pattern. If the group has only
  /// one kind of rule, a rule has no effect if a shorter literal pattern is a prefix of its
  /// pattern.
  private void neverDeciding(List<Rule> rules) {
    var first = new HashMap<String, Rule>();
    boolean bothKinds =
        rules.stream().anyMatch(Rule::allow) && rules.stream().anyMatch(r -> !r.allow());
    for (var rule : rules) {
      var earlier = rule.pattern().isEmpty() ? null : first.putIfAbsent(rule.pattern(), rule);
      if (earlier == null) {
        continue;
      }
      if (earlier.allow() == rule.allow()) {
        rule(
            Severity.NOTE,
            rule,
            "a rule that is there twice",
            "as in line " + earlier.line(),
            "one of the two can go");
      } else {
        var disallow = rule.allow() ? earlier : rule;
        var allow = rule.allow() ? rule : earlier;
        rule(
            Severity.WARNING,
            disallow,
            "a Disallow without effect, since an Allow has the same path",
            "line " + allow.line() + " allows it",
            "of an Allow and a Disallow of one path the Allow wins; drop the one that is not"
                + " meant");
      }
    }
    if (!bothKinds) {
      covered(rules, first);
    }
  }

  private void covered(List<Rule> rules, Map<String, Rule> byPattern) {
    for (var rule : rules) {
      var pattern = rule.pattern();
      if (pattern.length() > COMPARED_CHARS || !rule.equals(byPattern.get(pattern))) {
        continue;
      }
      for (int i = 1; i < pattern.length(); i++) {
        var wider = byPattern.get(pattern.substring(0, i));
        if (wider != null && isLiteral(wider.pattern())) {
          rule(
              Severity.NOTE,
              rule,
              "a rule that adds nothing, since a shorter one covers it",
              "line " + wider.line() + " covers it with " + Remarks.shortened(wider.pattern()),
              "it can go, unless the shorter one was meant for that page alone: then end that with"
                  + " $");
          break;
        }
      }
    }
  }

  /// First match: a rule is never reached if an earlier rule is a prefix of it.
  private void shadowed(List<Rule> rules) {
    var earlier = new HashMap<String, Rule>();
    for (var rule : rules) {
      var pattern = rule.pattern();
      for (int i = 1; i <= Math.min(pattern.length(), COMPARED_CHARS); i++) {
        var wider = earlier.get(pattern.substring(0, i));
        if (wider != null) {
          rule(
              Severity.WARNING,
              rule,
              "a rule that is never reached",
              "line " + wider.line() + " matches first",
              "in the 1996 dialect the first match decides; put the longer path first");
          break;
        }
      }
      if (!pattern.isEmpty()) {
        earlier.putIfAbsent(pattern, rule);
      }
    }
  }

  /// First match: no rule after an empty Disallow is reached, since it allows everything.
  private void openedBefore(List<Rule> rules) {
    var open = rules.stream().filter(r -> !r.allow() && r.pattern().isEmpty()).findFirst();
    if (open.isPresent()) {
      for (var rule : rules.subList(rules.indexOf(open.get()) + 1, rules.size())) {
        rule(
            Severity.WARNING,
            rule,
            "a rule that is never reached",
            "line " + open.get().line() + " allows everything",
            "in the 1996 dialect the first match decides, and an empty Disallow matches every URL;"
                + " put it last");
      }
    }
  }

  /// `/dir1` also matches `/dir10`: one remark for the file.
  private void neighbours(List<RobotsTxt.Group> groups) {
    var open = new ArrayList<Rule>();
    var seen = new HashSet<String>();
    for (var group : groups) {
      for (var rule : group.rules()) {
        if (canMatch(rule) && isOpenName(rule.pattern()) && seen.add(rule.pattern())) {
          open.add(rule);
        }
      }
    }
    if (open.isEmpty()) {
      return;
    }
    var first =
        open.stream().map(Rule::pattern).min(Comparator.comparingInt(String::length)).orElse("");
    for (var rule : open) {
      remarks.add(
          Severity.NOTE,
          "a path that ends within a name",
          rule.line(),
          0,
          Remarks.shortened(rule.pattern()),
          "a path is a prefix: "
              + Remarks.shortened(first)
              + " also catches "
              + Remarks.shortened(first + "2")
              + " and "
              + Remarks.shortened(first + ".html")
              + "; end it with / or $ if only the one is meant",
          "RFC 9309, 2.2.2");
    }
  }

  private void closed(List<RobotsTxt.Group> groups) {
    for (var group : groups) {
      boolean everything =
          group.rules().size() == 1
              && !group.rules().getFirst().allow()
              && group.rules().getFirst().pattern().equals("/");
      if (everything && group.agents().contains("*")) {
        remarks.add(
            Severity.NOTE,
            "the whole site is closed to every robot that is not named",
            group.rules().getFirst().line(),
            0,
            "",
            groups.size() > 1
                ? "only robots that are named may read it; a new search engine is not among them"
                : "if that is a left-over of a test site, it keeps search engines out",
            "RFC 9309, 2.2.2");
      }
    }
  }

  private void repeated(List<RobotsTxt.Group> groups) {
    var lineOf = new HashMap<String, Integer>();
    for (var group : groups) {
      Set<String> here = new HashSet<>();
      for (int i = 0; i < group.agents().size(); i++) {
        var agent = group.agents().get(i);
        int line = group.lines().get(i);
        var earlier = agent.isEmpty() || !here.add(agent) ? null : lineOf.putIfAbsent(agent, line);
        if (earlier != null) {
          remarks.add(
              Severity.WARNING,
              "a second group for the same robot",
              line,
              0,
              agent + ", first in line " + earlier,
              of1996
                  ? "only the first one is obeyed"
                  : "its groups apply together, but older robots obey only the first; put the rules"
                      + " into one group",
              of1996 ? "norobots draft of 1996, 3.2.1" : "RFC 9309, 2.2.1");
        }
      }
    }
  }

  private void rule(Severity severity, Rule rule, String what, String other, String advice) {
    remarks.add(
        severity,
        what,
        rule.line(),
        0,
        Remarks.shortened(rule.text()) + " (" + other + ")",
        advice,
        of1996 ? "norobots draft of 1996, 3.2.2" : "RFC 9309, 2.2.2");
  }

  private boolean isLiteral(String pattern) {
    return of1996 || (pattern.indexOf('*') < 0 && !pattern.endsWith("$"));
  }

  /// Whether the pattern ends in a name without extension: letters and digits after a slash.
  static boolean isOpenName(String pattern) {
    int slash = pattern.lastIndexOf('/');
    if (slash < 0 || slash == pattern.length() - 1) {
      return false;
    }
    return pattern
        .substring(slash + 1)
        .chars()
        .allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_');
  }
}
