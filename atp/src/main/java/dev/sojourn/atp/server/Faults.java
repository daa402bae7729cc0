package dev.sojourn.atp.server;

/// The receiver of faults of this program that happened while it served a peer. Called by any
/// thread.
///
/// A peer that can cause a fault can repeat it at will. So the receiver must bound its output: a
/// trace for each fault would fill a disk.
@FunctionalInterface
public interface Faults {

  /// Takes note of a fault.
  ///
  /// @param what was being done when it came; nothing that a stranger wrote
  /// @param fault what was thrown
  void report(String what, Throwable fault);
}
