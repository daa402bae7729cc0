package dev.sojourn.host.store;

import dev.sojourn.testing.FailingDisk;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;

/// The steps that a scenario took on a failing disk: those that it tried, and those that the store
/// reported as kept.
final class FaultLedger {
  private final FailingDisk disk;
  private final long soundFrom;
  private final Set<String> tried = new LinkedHashSet<>();
  private final Set<String> kept = new LinkedHashSet<>();

  /// @param soundFrom the number of the operation from which the disk works again
  FaultLedger(FailingDisk disk, long soundFrom) {
    this.disk = disk;
    this.soundFrom = soundFrom;
  }

  /// Takes a step, which counts as kept if it does not fail. Once the disk works again none may
  /// fail.
  void step(String name, Callable<?> work) {
    tried.add(name);
    boolean isSound = disk.operations() >= soundFrom;
    try {
      var _ = work.call();
      kept.add(name);
    } catch (Exception e) {
      if (isSound) {
        throw new AssertionError(name + " failed though the disk works again: " + e, e);
      }
      if (!(e instanceof IOException)) {
        throw new AssertionError(name + " failed by " + e, e);
      }
    }
  }

  boolean hasTried(String name) {
    return tried.contains(name);
  }

  boolean hasKept(String name) {
    return kept.contains(name);
  }

  /// How many steps of names that begin so were kept.
  long keptOf(String prefix) {
    return kept.stream().filter(name -> name.startsWith(prefix)).count();
  }

  /// How many steps of names that begin so were tried.
  long triedOf(String prefix) {
    return tried.stream().filter(name -> name.startsWith(prefix)).count();
  }

  @Override
  public String toString() {
    return "kept " + kept + " of " + tried;
  }
}
