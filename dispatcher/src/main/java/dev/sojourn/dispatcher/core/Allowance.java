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

  /// {@return whether a visit that had this left can go on with other limits: what ran out was
  /// raised. Time runs out without being counted here}
  boolean grows(Allowance before, Allowance after) {
    return (pages <= 0 && after.pages > before.pages)
        || (bytes <= 0 && after.bytes > before.bytes)
        || (findings <= 0 && after.findings > before.findings)
        || after.seconds > before.seconds;
  }

  /// {@return whether a visit with it could not do anything}
  boolean isSpent() {
    return pages <= 0 || bytes <= 0 || findings <= 0 || seconds <= 0;
  }
}
