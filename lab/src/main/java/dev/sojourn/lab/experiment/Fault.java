package dev.sojourn.lab.experiment;

import java.time.Duration;

/// The sudden end of a program during a crawl, like `kill -9`.
///
/// @param at time from the start of the crawl
/// @param kill the program: `dispatcher`, or a host, for example `host 1`
/// @param back time from the end of the program to its restart
public record Fault(Duration at, String kill, Duration back) {
  /// The program that crawls.
  public static final String DISPATCHER = "dispatcher";

  /// {@return whether this fault ends a program while it is down because of another fault}
  ///
  /// @param other another fault of the same crawl
  boolean overlaps(Fault other) {
    return kill.equals(other.kill)
        && at.compareTo(other.at.plus(other.back)) < 0
        && other.at.compareTo(at.plus(back)) < 0;
  }
}
