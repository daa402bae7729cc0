package dev.sojourn.robots;

/// The specification that decides what a robots.txt file means.
public enum Dialect {
  /// RFC 9309 and its draft of 2019: groups of one token are merged, the longest match decides,
  /// allow wins a tie, `*` and a trailing `$` are special.
  RFC9309,

  /// "A Method for Web Robots Control", draft 2 of November 1996: the first record whose User-agent
  /// value contains the robot's name, else the first `*` record; its rules in file order, the first
  /// match decides; nothing in a path is special; escapes are compared decoded, all but `%2F`;
  /// blank lines end a record.
  WEB_ROBOTS_CONTROL_1996
}
