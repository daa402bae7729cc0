package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// A run in the plan of an experiment.
///
/// @param number in the order of the runs, from 1
/// @param repetition from 1
/// @param seed of the generated sites; each repetition has its own seed, for sites of the same kind
/// @param variant the variant that is run
record PlannedRun(int number, int repetition, long seed, Variant variant) {

  /// {@return whether the pages of a site change during the run}
  ///
  /// @param site number of the site, from 0
  boolean changes(int site) {
    return variant.crawl().rounds() > 1 && variant.sites().get(site).description().isChanging();
  }

  /// Plans all runs. Each repetition has every variant once, in an order drawn from the seed. So a
  /// gradual change of the machine affects all variants equally.
  static List<PlannedRun> all(Experiment experiment) {
    var random = new Random(experiment.seed());
    var runs = new ArrayList<PlannedRun>();
    for (int repetition = 1; repetition <= experiment.repetitions(); repetition++) {
      var variants = new ArrayList<>(experiment.variants());
      Collections.shuffle(variants, random);
      for (var variant : variants) {
        runs.add(
            new PlannedRun(runs.size() + 1, repetition, seed(experiment, repetition), variant));
      }
    }
    return runs;
  }

  /// {@return the seed of the first generated site of a repetition; the other sites use the next
  /// numbers}
  static long seed(Experiment experiment, int repetition) {
    return experiment.seed() + (long) (repetition - 1) * Variant.MAX_SITES;
  }
}
