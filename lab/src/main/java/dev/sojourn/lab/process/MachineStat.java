package dev.sojourn.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// The processor time that Linux counts for the whole machine, in the first line of `/proc/stat`
/// (proc_stat(5)).
///
/// @param busy time of all programs and of the kernel
/// @param stolen time that the hypervisor gave to others
public record MachineStat(Duration busy, Duration stolen) {
  private static final int MILLIS_PER_TICK = 10;

  /// The busy fields after the name of the line: user, nice, system, irq, softirq. Not busy: idle,
  /// iowait.
  private static final int[] BUSY = {1, 2, 3, 6, 7};

  private static final int STOLEN = 8;

  /// {@return the times since the start of the machine; empty if the system does not report them}
  public static Optional<MachineStat> now() {
    try (var lines = Files.lines(Path.of("/proc/stat"))) {
      return lines.findFirst().flatMap(MachineStat::parse);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  static Optional<MachineStat> parse(String line) {
    var fields = line.strip().split(" +", -1);
    return fields.length <= STOLEN || !fields[0].equals("cpu")
        ? Optional.empty()
        : Optional.of(
            new MachineStat(
                ticks(Arrays.stream(BUSY).mapToLong(i -> Long.parseLong(fields[i])).sum()),
                ticks(Long.parseLong(fields[STOLEN]))));
  }

  private static Duration ticks(long count) {
    return Duration.ofMillis(count * MILLIS_PER_TICK);
  }

  /// {@return the times since an earlier measurement}
  ///
  /// @param before the earlier measurement
  public MachineStat since(MachineStat before) {
    return new MachineStat(busy.minus(before.busy), stolen.minus(before.stolen));
  }
}
