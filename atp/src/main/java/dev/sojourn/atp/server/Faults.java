package dev.sojourn.atp.server;

/// Is told of faults of this program that came while a peer was served. Called by any thread.
///
/// A peer that has found a way to cause one can cause it as often as it likes. Who is told must
/// therefore bound what becomes of it: a trace for each would fill a disk.
@FunctionalInterface
public interface Faults {

  /// Takes note of a fault.
  ///
  /// @param what was being done when it came; nothing that a stranger wrote
  /// @param fault what was thrown
  void report(String what, Throwable fault);
}
