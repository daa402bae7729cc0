package dev.sojourn.robots;

/// The specification by which a robots.txt file is read.
public enum Dialect {
  /// RFC 9309 and its draft of 2019. Groups with the same token are merged. The longest match
  /// decides, and allow wins a tie. `*` and a trailing `$` are special.
  RFC9309,

  /// "A Method for Web Robots Control", draft 2 of November 1996. The first record whose User-agent
  /// value contains the robot's name applies, else the first `*` record. Its first matching rule
  /// decides. No character in a path is special. Escapes except `%2F` are compared decoded. Blank
  /// lines end a record.
  WEB_ROBOTS_CONTROL_1996
}
