package dev.sojourn.lab.report.model;

import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// All links with the same settings, and their measurements.
///
/// @param delayMillis setting: delay of each direction
/// @param bitsPerSecond setting: rate of each direction; 0 for no limit
/// @param outageSeconds setting: length of all outages together
/// @param measuredDelayMillis half a round trip
/// @param measuredConnectMillis time of a new connection; should be twice the delay
/// @param measuredBitsPerSecond rate of a bulk transfer
/// @param lateMeanMillis the mean time by which bytes were late, for each link
/// @param lateMaxMillis the longest such time of all links
public record LinkUse(
    double delayMillis,
    double bitsPerSecond,
    double outageSeconds,
    Spread measuredDelayMillis,
    Spread measuredConnectMillis,
    Spread measuredBitsPerSecond,
    Spread lateMeanMillis,
    double lateMaxMillis) {

  private record Settings(double delayMillis, double bitsPerSecond, double outageSeconds) {}

  /// {@return one object for each combination of settings, by delay, then by rate, with no limit
  /// last}
  ///
  /// @param runs the runs with figures
  static List<LinkUse> of(List<RunResult> runs) {
    var groups = new LinkedHashMap<Settings, List<LinkResult>>();
    for (var run : runs) {
      for (var link : run.links()) {
        var settings = new Settings(link.delayMillis(), link.bitsPerSecond(), link.outageSeconds());
        groups.computeIfAbsent(settings, _ -> new ArrayList<>()).add(link);
      }
    }
    return groups.entrySet().stream()
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingDouble(LinkUse::delayMillis)
                .thenComparing(use -> use.bitsPerSecond() == 0)
                .thenComparingDouble(LinkUse::bitsPerSecond)
                .thenComparingDouble(LinkUse::outageSeconds))
        .toList();
  }

  private static LinkUse of(Settings settings, List<LinkResult> links) {
    return new LinkUse(
        settings.delayMillis(),
        settings.bitsPerSecond(),
        settings.outageSeconds(),
        spread(links, LinkResult::measuredDelayMillis),
        spread(links, LinkResult::measuredConnectMillis),
        spread(links, LinkResult::measuredBitsPerSecond),
        spread(links, LinkResult::lateMeanMillis),
        spread(links, LinkResult::lateMaxMillis).largest());
  }

  private static Spread spread(List<LinkResult> links, ToDoubleFunction<LinkResult> figure) {
    return Spread.of(links.stream().map(figure::applyAsDouble).toList());
  }
}
