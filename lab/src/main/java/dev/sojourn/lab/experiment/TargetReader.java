package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads the figures that an experiment should reach: the tables `[[target]]`. Each names one
/// variant, or two for a ratio.
final class TargetReader {
  private final List<Variant> variants;
  private final boolean isToRun;
  private final SettingsReader settings;

  /// Prepares the reading.
  ///
  /// @param isToRun whether the variants must measure the figures of the targets
  TargetReader(List<Variant> variants, boolean isToRun) {
    this.variants = variants;
    this.isToRun = isToRun;
    this.settings = new SettingsReader(variants);
  }

  List<Target> read(TomlSection top) {
    var targets = new ArrayList<Target>();
    var texts = new HashSet<String>();
    for (var table : top.tables("target")) {
      var text = table.requiredText("text", "a sentence: what is to be reached");
      if (isToRun) {
        ExperimentReader.requireNew(table, "text", text, texts);
      }
      targets.add(target(table, text));
      table.finish();
    }
    return targets;
  }

  private Target target(TomlSection table, String text) {
    var measure = measure(table, "measure", "");
    var where = settings.read(table.table("where"));
    requireOneVariant(table, "where", where, fitting(where));
    var against = settings.read(table.table("against"));
    var divisor = measure(table, "against-measure", measure.word());
    if (table.has("against-measure") && !table.has("against")) {
      table.error("against-measure", "a measure without target.against", "both, or neither");
    }
    var most = number(table, "at-most");
    var least = number(table, "at-least");
    if (table.has("at-most") == table.has("at-least")) {
      table.error(
          table.has("at-most") ? "at-least" : "at-most",
          table.has("at-most") ? "a second bound" : "nothing",
          "either at-most or at-least, and a number");
    }
    var bound = most.isPresent() ? Target.Bound.AT_MOST : Target.Bound.AT_LEAST;
    double value = most.or(() -> least).orElse(0.0);
    var target = new Target(text, measure, where, against, divisor, bound, value);
    requireMeasured(table, target);
    return target;
  }

  private void requireMeasured(TomlSection table, Target target) {
    if (isToRun) {
      requireMeasured(table, "measure", target.measure(), fitting(target.where()));
    }
    if (table.has("against")) {
      var dividing =
          variants.stream().filter(variant -> target.isDividedBy(variant.settings())).toList();
      requireOneVariant(table, "against", joined(target), dividing);
      if (isToRun) {
        requireMeasured(table, "against", target.divisor(), dividing);
      }
    }
  }

  private static Measure measure(TomlSection table, String key, String otherwise) {
    var measures = List.of(Measure.values()).stream().map(Measure::word).toList();
    return Measure.of(table.word(key, otherwise, measures)).orElse(Measure.WALL_TIME);
  }

  private static Optional<Double> number(TomlSection table, String key) {
    return table.value(
        key,
        "a number, 0 or more",
        found ->
            found.value() instanceof Number number
                    && number.doubleValue() >= 0
                    && Double.isFinite(number.doubleValue())
                ? Optional.of(number.doubleValue())
                : Optional.empty());
  }

  private List<Variant> fitting(Map<String, String> wanted) {
    return variants.stream().filter(variant -> Target.fits(variant.settings(), wanted)).toList();
  }

  /// Reports a measure that no variant measures.
  ///
  /// @param key the key of the measure
  /// @param variants the variants; if there are none, no mistake is reported
  static void requireMeasured(
      TomlSection table, String key, Measure measure, List<Variant> variants) {
    if (!variants.isEmpty() && variants.stream().noneMatch(variant -> variant.measures(measure))) {
      table.error(
          key,
          "\"%s\" without crawl.rounds".formatted(measure.word()),
          measure == Measure.IDLE_MEMORY
              ? "crawl.rounds of a mobile crawl, since hosts are measured after the last round"
              : "crawl.rounds, 2 at least, since the first round does not count");
    }
  }

  private static Map<String, String> joined(Target target) {
    var joined = new LinkedHashMap<>(target.where());
    joined.putAll(target.against());
    return joined;
  }

  private void requireOneVariant(
      TomlSection table, String key, Map<String, String> wanted, List<Variant> fitting) {
    if (!settings.exist(wanted)) {
      return;
    }
    if (fitting.size() != 1) {
      var open =
          fitting.stream()
              .flatMap(variant -> variant.settings().stream())
              .map(Setting::key)
              .filter(name -> !wanted.containsKey(name))
              .distinct()
              .collect(Collectors.joining(", "));
      table.error(
          key,
          "settings of %,d variants".formatted(fitting.size()),
          "those of one variant" + (open.isEmpty() ? "" : "; name also " + open));
    }
  }
}
