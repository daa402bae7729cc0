package dev.sojourn.dispatcher.core;

/// What a visit may spend.
///
/// @param pages pages it may fetch
/// @param bytes bytes of page bodies it may read
/// @param findings findings it may report
/// @param seconds wall-clock time it may take
public record Allowance(long pages, long bytes, long findings, long seconds) {

  /// {@return what is left after something was spent; the time is granted to each visit anew}
  ///
  /// @param spent by an earlier visit
  public Allowance minus(Tally spent) {
    return new Allowance(
        Math.max(0, pages - spent.pages()),
        Math.max(0, bytes - spent.pageBytes()),
        Math.max(0, findings - spent.findings()),
        seconds);
  }

  /// {@return whether it allows more of something}
  ///
  /// @param other with which it is compared
  boolean allowsMoreThan(Allowance other) {
    return pages > other.pages
        || bytes > other.bytes
        || findings > other.findings
        || seconds > other.seconds;
  }

  /// {@return whether a visit with it could not do anything}
  boolean isSpent() {
    return pages <= 0 || bytes <= 0 || findings <= 0 || seconds <= 0;
  }
}
