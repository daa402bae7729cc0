package dev.sojourn.lab.result;

/// What else the machine did in the course of a run. The first two figures are 0 and the load is -1
/// if the system does not report them, or an earlier version wrote the file.
///
/// @param othersCpuSeconds processor time of all programs that are not of the run
/// @param stolenSeconds processor time that the machine below gave to others (`steal` of proc(5))
/// @param loadBefore the load average of the minute before the crawl
public record MachineUse(double othersCpuSeconds, double stolenSeconds, double loadBefore) {
  /// Nothing is known.
  public static final MachineUse UNKNOWN = new MachineUse();

  /// What an earlier version wrote.
  public MachineUse() {
    this(0, 0, -1);
  }
}
