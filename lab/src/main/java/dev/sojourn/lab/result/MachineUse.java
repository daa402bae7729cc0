package dev.sojourn.lab.result;

/// The machine in the course of a run: its other work, and its speed. Figures are 0 and the load is
/// -1 if the system does not report them, or an earlier version wrote the file.
///
/// @param othersCpuSeconds processor time of all programs outside the run
/// @param stolenSeconds processor time that the machine below gave to others (`steal` of proc(5))
/// @param loadBefore the load average of the minute before the crawl
/// @param calibrationSeconds processor time of a fixed task before the crawl: SHA-256 of 32 MiB
public record MachineUse(
    double othersCpuSeconds, double stolenSeconds, double loadBefore, double calibrationSeconds) {
  /// No counts are known.
  public static final MachineUse UNKNOWN = new MachineUse();

  /// The figures in a file of an earlier version.
  public MachineUse() {
    this(0, 0, -1, 0);
  }
}
