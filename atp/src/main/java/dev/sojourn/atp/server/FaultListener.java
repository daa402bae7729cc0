package dev.sojourn.atp.server;

/// The receiver of faults of this program that happened while it served a peer. Called by any
/// thread.
///
/// A peer that can cause a fault can repeat it at will. So the receiver must bound its output: a
/// trace for each fault would fill a disk.
@FunctionalInterface
public interface FaultListener {

  /// Takes note of a fault.
  ///
  /// @param what the action in which it happened; no text of a stranger
  /// @param fault the exception
  void report(String what, Throwable fault);
}
