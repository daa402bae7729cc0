package dev.sojourn.host.count;

import java.time.Duration;
import java.util.function.Predicate;

/// The work of all visits since the start, by signer. Signers are named as the configuration names
/// them; all others are counted together. Safe for use by many threads.
public final class VisitCounts {
  private final Predicate<String> isConfigured;
  private final BoundedCounts pages = new BoundedCounts();
  private final BoundedCounts pageBytes = new BoundedCounts();
  private final BoundedCounts findings = new BoundedCounts();
  private final BoundedCounts cpuNanos = new BoundedCounts();
  private final BoundedCounts ended = new BoundedCounts();

  /// Creates sums of nothing.
  ///
  /// @param isConfigured whether the configuration has a signer of that name
  public VisitCounts(Predicate<String> isConfigured) {
    this.isConfigured = isConfigured;
  }

  /// Adds what a visit has spent since it was counted last.
  ///
  /// @param signer of the visit
  /// @param morePages that it read
  /// @param moreBytes of their bodies
  /// @param moreFindings that it reported
  /// @param moreCpu processor time
  public void spent(
      String signer, long morePages, long moreBytes, long moreFindings, Duration moreCpu) {
    var name = isConfigured.test(signer) ? signer : BoundedCounts.OTHER;
    pages.add(name, morePages);
    pageBytes.add(name, moreBytes);
    findings.add(name, moreFindings);
    cpuNanos.add(name, moreCpu.toNanos());
  }

  /// Counts a visit that is over.
  ///
  /// @param state the word for its end
  public void ended(String state) {
    ended.add(state, 1);
  }

  /// {@return pages by signer}
  public BoundedCounts pages() {
    return pages;
  }

  /// {@return bytes of pages by signer}
  public BoundedCounts pageBytes() {
    return pageBytes;
  }

  /// {@return findings by signer}
  public BoundedCounts findings() {
    return findings;
  }

  /// {@return processor time by signer, in nanoseconds}
  public BoundedCounts cpuNanos() {
    return cpuNanos;
  }

  /// {@return visits that are over, by the word for their end}
  public BoundedCounts ended() {
    return ended;
  }
}
