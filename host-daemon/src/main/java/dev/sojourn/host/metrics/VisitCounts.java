package dev.sojourn.host.metrics;

import dev.sojourn.atp.parcel.VisitState;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;

/// The work of all visits since the start, by signer. Configured signers have their own counts; all
/// others share one. Thread-safe.
public final class VisitCounts {
  private final Supplier<? extends Collection<String>> configured;
  private final BoundedCounts pages = new BoundedCounts();
  private final BoundedCounts pageBytes = new BoundedCounts();
  private final BoundedCounts findings = new BoundedCounts();
  private final BoundedCounts cpuNanos = new BoundedCounts();
  private final BoundedCounts ended =
      new BoundedCounts(
          Arrays.stream(VisitState.values())
              .filter(VisitState::isFinal)
              .map(VisitState::word)
              .toList());

  /// Creates the counts, all at 0.
  ///
  /// @param configured the currently configured signers
  public VisitCounts(Supplier<? extends Collection<String>> configured) {
    this.configured = configured;
  }

  /// Adds the spending of a visit since its last count.
  ///
  /// @param signer of the visit
  /// @param morePages pages that it read
  /// @param moreBytes size of their bodies
  /// @param moreFindings findings that it reported
  /// @param moreCpu processor time
  public void spent(
      String signer, long morePages, long moreBytes, long moreFindings, Duration moreCpu) {
    var name = configured.get().contains(signer) ? signer : BoundedCounts.OTHER;
    pages.add(name, morePages);
    pageBytes.add(name, moreBytes);
    findings.add(name, moreFindings);
    cpuNanos.add(name, moreCpu.toNanos());
  }

  /// Counts an ended visit.
  ///
  /// @param state the word for its end
  public void ended(String state) {
    ended.add(state, 1);
  }

  /// {@return pages by signer}
  public Map<String, Long> pages() {
    return bySigner(pages);
  }

  /// {@return bytes of pages by signer}
  public Map<String, Long> pageBytes() {
    return bySigner(pageBytes);
  }

  /// {@return findings by signer}
  public Map<String, Long> findings() {
    return bySigner(findings);
  }

  /// {@return processor time by signer, in nanoseconds}
  public Map<String, Long> cpuNanos() {
    return bySigner(cpuNanos);
  }

  /// {@return ended visits, by the word for their end}
  public Map<String, Long> ended() {
    return ended.now();
  }

  private Map<String, Long> bySigner(BoundedCounts sums) {
    var signers = new TreeSet<String>(configured.get());
    signers.add(BoundedCounts.OTHER);
    return sums.now(signers);
  }
}
