package dev.sojourn.robots.lint;

import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import dev.sojourn.robots.RouteRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Remarks about Mobile-agent-server lines: order, neighbours, and unusable routes.
final class RouteRemarks {

  private static final int COMPARED_CHARS = 512;

  private final RobotsTxt robots;
  private final Remarks remarks;

  RouteRemarks(RobotsTxt robots, Remarks remarks) {
    this.robots = robots;
    this.remarks = remarks;
  }

  void add() {
    var records = robots.routeRecords();
    var last = new HashMap<String, RouteRecord>();
    var warned = new HashSet<String>();
    for (var record : records) {
      unusable(record);
      var earlier = last.put(record.path(), record);
      if (earlier != null) {
        remark(
            Severity.WARNING,
            earlier.line(),
            "a route that a later line for the same path overrides",
            record.path() + " (by line " + record.line() + ")",
            "of two lines for one path the later counts; drop the earlier",
            "Mobile Agents draft, 3.1");
      }
      if (RuleRemarks.isOpenName(record.path()) && warned.add(record.path())) {
        remark(
            Severity.WARNING,
            record.line(),
            "a route that also covers neighbours",
            record.path() + " covers " + record.path() + "0 and " + record.path() + ".html too",
            "a route path is a prefix of octets; end it with / if the directory alone is meant",
            "Mobile Agents draft, 3.1");
      }
    }
    for (var record : records) {
      if (record.equals(last.get(record.path()))) {
        order(record, last);
        hidden(record);
      }
    }
    mixed(records);
  }

  /// Reports a path that no page has: the author meant a pattern or a path on a disk.
  private void unusable(RouteRecord record) {
    var path = record.path();
    if (path.indexOf('?') >= 0) {
      unusable(record, "a query", "the query of a URL takes no part; write the path alone");
    }
    if (path.indexOf('*') >= 0 || path.endsWith("$")) {
      unusable(
          record,
          "* or $ in it",
          "nothing is special in a route path, and it is a prefix; name the directories one by"
              + " one");
    }
    if (path.contains("/../") || path.contains("/./") || path.endsWith("/..")) {
      unusable(
          record, "dot segments", "URLs are compared without them; write the path that they mean");
    }
  }

  private void unusable(RouteRecord record, String what, String advice) {
    remark(
        Severity.ERROR,
        record.line(),
        "a route path with " + what + ", which covers no page",
        Remarks.shortened(record.path() + " " + record.route()),
        advice,
        "Mobile Agents draft, 3.2");
  }

  /// Reports a longer path before a shorter one: it has no effect, since the last matching line
  /// decides.
  private void order(RouteRecord record, Map<String, RouteRecord> last) {
    if (record.path().length() > COMPARED_CHARS) {
      return;
    }
    for (int i = 1; i < record.path().length(); i++) {
      var wider = last.get(record.path().substring(0, i));
      if (wider != null && wider.line() > record.line()) {
        remark(
            same(wider.route(), record.route()) ? Severity.NOTE : Severity.ERROR,
            record.line(),
            "a route without effect, since a later line covers it",
            record.path() + " (line " + wider.line() + " covers it with " + wider.path() + ")",
            "the last matching line decides, not the longest; order the lines from short to long"
                + " paths",
            "Mobile Agents draft, 3.1");
        return;
      }
    }
  }

  private static boolean same(Route one, Route other) {
    return one.toString().equals(other.toString());
  }

  /// Reports a route whose pages robots may not fetch, since an agent is sent only to pages that it
  /// may fetch.
  private void hidden(RouteRecord record) {
    if (!(record.route() instanceof Route.Host)) {
      return;
    }
    var access = robots.access("*", record.path());
    boolean below =
        robots.allows("*", record.path() + "x") || robots.allows("*", record.path() + "/");
    if (!access.allowed() && !below) {
      remark(
          Severity.WARNING,
          record.line(),
          "a route behind a Disallow",
          record.path() + " (disallowed by line " + access.line() + ")",
          "agents are sent only where they may fetch; only robots with a group of their own can use"
              + " it",
          "RFC 9309, 2.2.2");
    }
  }

  private void mixed(List<RouteRecord> records) {
    boolean root = records.stream().anyMatch(r -> r.path().equals("/"));
    if (!records.isEmpty() && !root) {
      remark(
          Severity.NOTE,
          records.getFirst().line(),
          "no Mobile-agent-server line for /",
          "",
          "the rest of the site is unspecified: no agent is sent there; write / none to say so",
          "Mobile Agents draft, 3.1");
    }
  }

  private void remark(
      Severity severity, int line, String what, String detail, String advice, String clause) {
    remarks.add(severity, what, line, 0, detail, advice, clause);
  }
}
