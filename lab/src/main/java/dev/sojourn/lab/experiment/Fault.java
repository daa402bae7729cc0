package dev.sojourn.lab.experiment;

import java.time.Duration;

/// The sudden end of a program in the course of a crawl, as by `kill -9`.
///
/// @param at time after the begin of the crawl
/// @param kill the program: `dispatcher`, or a host as `host 1`
/// @param back time from its end until the program is started again
public record Fault(Duration at, String kill, Duration back) {
  /// The program that crawls.
  public static final String DISPATCHER = "dispatcher";

  /// {@return whether it ends a program that another fault has ended and not started again yet}
  ///
  /// @param other of the same crawl
  boolean overlaps(Fault other) {
    return kill.equals(other.kill)
        && at.compareTo(other.at.plus(other.back)) < 0
        && other.at.compareTo(at.plus(back)) < 0;
  }
}
