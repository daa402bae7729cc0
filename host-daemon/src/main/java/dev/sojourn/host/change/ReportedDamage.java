package dev.sojourn.host.change;

import dev.sojourn.visit.warc.WarcDamage;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The already reported damages of WARC files, so that the operator sees each damage once. A file
/// being written often ends within a record, so its damages are held back.
///
/// Used by one thread only. Never has more than the present damages.
final class ReportedDamage {
  private final Set<WarcDamage> noted;

  /// @param first the damages already reported
  ReportedDamage(Collection<WarcDamage> first) {
    this.noted = new HashSet<>(first);
  }

  /// {@return the damages to report now} They count as reported afterwards.
  ///
  /// @param now all present damages
  /// @param isAtRest whether a file is no longer being written
  List<WarcDamage> fresh(List<WarcDamage> now, Predicate<Path> isAtRest) {
    noted.retainAll(Set.copyOf(now));
    return now.stream().filter(d -> isAtRest.test(d.file())).filter(noted::add).toList();
  }
}
