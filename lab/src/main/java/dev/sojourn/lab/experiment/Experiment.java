package dev.sojourn.lab.experiment;

import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A valid experiment.
///
/// @param name letters, digits, hyphens
/// @param question the question of the experiment, as a sentence
/// @param found the answer, as a sentence; may be empty
/// @param repetitions runs of each variant
/// @param seed for generated sites, and for the order of the runs
/// @param timeLimit the longest time of one run
/// @param variants all combinations of the varied settings, at least one
/// @param constants the constant settings of each variant, by its varied settings
/// @param plots the plots of a report; may be empty
/// @param targets the figures to reach; may be empty
public record Experiment(
    String name,
    String question,
    String found,
    int repetitions,
    long seed,
    Duration timeLimit,
    List<Variant> variants,
    Map<List<Setting>, List<Setting>> constants,
    List<Plot> plots,
    List<Target> targets) {

  /// Copies the lists and the map.
  public Experiment {
    variants = List.copyOf(variants);
    constants = Map.copyOf(constants);
    plots = List.copyOf(plots);
    targets = List.copyOf(targets);
  }

  /// {@return each constant setting, once}
  public List<Setting> allConstants() {
    return variants.stream()
        .flatMap(variant -> constants.getOrDefault(variant.settings(), List.of()).stream())
        .distinct()
        .toList();
  }

  /// {@return the other crawlers of this experiment, each once}
  public List<PeerCrawler> peers() {
    return variants.stream()
        .flatMap(variant -> variant.crawl().peer().stream())
        .distinct()
        .toList();
  }

  /// {@return whether hosts are measured when they are idle after a round} The runs then wait for
  /// it, so a plot or a target must ask for it.
  public boolean measuresIdleHosts() {
    return plots.stream().anyMatch(plot -> plot.y() == Measure.IDLE_MEMORY)
        || targets.stream()
            .anyMatch(
                target ->
                    target.measure() == Measure.IDLE_MEMORY
                        || target.divisor() == Measure.IDLE_MEMORY);
  }

  /// {@return whether another experiment has the same runs; parts for readers may differ: question,
  /// answer, plots and targets, except that both or neither measure idle hosts}
  ///
  /// @param other any experiment
  public boolean hasRunsOf(Experiment other) {
    return repetitions == other.repetitions
        && seed == other.seed
        && timeLimit.equals(other.timeLimit)
        && variants.equals(other.variants)
        && measuresIdleHosts() == other.measuresIdleHosts();
  }
}
