package dev.sojourn.lab.result;

/// The machine during a run: its other work and its speed. If the system does not report a figure,
/// or in files of earlier versions, the figure is 0 and the load is -1.
///
/// @param othersCpuSeconds processor time of all programs outside the run
/// @param stolenSeconds processor time that the hypervisor gave to others (`steal` of proc(5))
/// @param loadBefore load average of the last minute before the crawl
/// @param calibrationSeconds processor time of a fixed task before the crawl: SHA-256 of 32 MiB
public record MachineUse(
    double othersCpuSeconds, double stolenSeconds, double loadBefore, double calibrationSeconds) {
  /// No figure is known.
  public static final MachineUse UNKNOWN = new MachineUse();

  /// Creates the figures for a file of an earlier version.
  public MachineUse() {
    this(0, 0, -1, 0);
  }
}
