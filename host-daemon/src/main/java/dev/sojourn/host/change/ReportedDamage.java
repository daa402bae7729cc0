package dev.sojourn.host.change;

import dev.sojourn.visit.warc.WarcDamage;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The damages of WARC files that were reported to the operator, so that each is reported once. A
/// file that is being written ends within a record again and again, so its damages are held back.
///
/// For one thread. Holds no more than the present damages.
final class ReportedDamage {
  private final Set<WarcDamage> noted;

  /// @param first those reported already
  ReportedDamage(Collection<WarcDamage> first) {
    this.noted = new HashSet<>(first);
  }

  /// {@return the damages to report now} They count as reported from then on.
  ///
  /// @param now all that there are
  /// @param isAtRest whether nobody is writing a file
  List<WarcDamage> fresh(List<WarcDamage> now, Predicate<Path> isAtRest) {
    noted.retainAll(Set.copyOf(now));
    return now.stream().filter(d -> isAtRest.test(d.file())).filter(noted::add).toList();
  }
}
