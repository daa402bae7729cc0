package dev.sojourn.atp.server;

/// Receives the faults of this program that occur while it serves a peer. Any thread may call it.
///
/// A peer that can cause a fault can repeat it at will. So the receiver must limit its output: a
/// trace for each fault would fill a disk.
@FunctionalInterface
public interface FaultListener {

  /// Reports a fault.
  ///
  /// @param what the action during which it happened; contains no text from a peer
  /// @param fault the exception
  void report(String what, Throwable fault);
}
