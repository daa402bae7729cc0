package dev.sojourn.lab.experiment;

import dev.sojourn.lab.result.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A valid experiment.
///
/// @param name letters, digits, hyphens
/// @param question the sentence that it asks
/// @param found the sentence that answers it; may be empty
/// @param repetitions runs of each variant
/// @param seed of generated sites, and of the order of the runs
/// @param timeLimit longest time of one run
/// @param variants all combinations of the settings that vary, at least one
/// @param constants the settings of each variant that do not vary, by those that do
/// @param plots what a report shows; may be empty
/// @param targets what is to be reached; may be empty
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

  /// {@return each setting that does not vary, once}
  public List<Setting> allConstants() {
    return variants.stream()
        .flatMap(variant -> constants.getOrDefault(variant.settings(), List.of()).stream())
        .distinct()
        .toList();
  }

  /// {@return the other crawlers that it runs, each once}
  public List<PeerCrawler> peers() {
    return variants.stream()
        .flatMap(variant -> variant.crawl().peer().stream())
        .distinct()
        .toList();
  }

  /// {@return whether another experiment has the same runs; it may differ in parts for readers: the
  /// question, the answer, plots and targets}
  ///
  /// @param other any
  public boolean hasRunsOf(Experiment other) {
    return repetitions == other.repetitions
        && seed == other.seed
        && timeLimit.equals(other.timeLimit)
        && variants.equals(other.variants);
  }
}
