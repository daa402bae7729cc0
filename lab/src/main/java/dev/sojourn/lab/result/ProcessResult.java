package dev.sojourn.lab.result;

/// The use of the machine by one process and its descendants during a crawl.
///
/// @param role `dispatcher`, or `crawler` for another crawler; `host 1`, `host 2` …, `web server`,
///   or `lab`: the measuring program, which also runs the links
/// @param cpuSeconds processor time from the start of the crawl to its end
/// @param peakMemoryBytes largest sum of resident memory in a sample; 0 for `lab`, and for a
///   process that ended before the first sample
public record ProcessResult(String role, double cpuSeconds, long peakMemoryBytes) {

  /// {@return whether the process has a role}
  ///
  /// @param wanted a role without its number, for example `host`
  boolean plays(String wanted) {
    return role.equals(wanted) || role.startsWith(wanted + " ");
  }
}
