package dev.sojourn.lab.experiment;

import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.base.toml.TomlMistakes;
import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// Reads and checks a complete experiment file.
public final class ExperimentReader {
  /// Some editors put this mark before the first line.
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_VARIANTS = 5_000;
  private static final int MAX_SEED = 1_000_000_000;
  private static final List<String> TABLES =
      List.of("site", "hosts", RunProcessors.TABLE, "link", "crawl");

  private final Path file;
  private final boolean isToRun;
  private final TomlMistakes mistakes;
  private final Choices choices;
  private final Map<List<Setting>, List<Setting>> constants = new LinkedHashMap<>();

  private ExperimentReader(Path file, boolean isToRun) {
    this.file = file;
    this.isToRun = isToRun;
    this.mistakes = new TomlMistakes(file.toString());
    this.choices = new Choices(mistakes);
  }

  /// Reads a file.
  ///
  /// @param file TOML; paths in it are relative to its directory
  /// @return the experiment, or all its mistakes
  /// @throws IOException if the file cannot be read
  public static ExperimentReading read(Path file) throws IOException {
    return new ExperimentReader(file, true).decode(RegularFile.read(file, MAX_BYTES));
  }

  /// Reads the copy of a file in a results directory. Files that it names may be missing, and
  /// figures that it plots may not be measured.
  ///
  /// @param file the copy
  /// @return the experiment, or all its mistakes
  /// @throws IOException if the file cannot be read
  public static ExperimentReading readCopy(Path file) throws IOException {
    return readCopy(file, file);
  }

  /// Reads the copy of a file in a results directory as if it were in another place.
  ///
  /// @param file the copy
  /// @param place the other place; relative paths in the copy start from its directory, and errors
  ///   name it
  /// @return the experiment, or all its mistakes
  /// @throws IOException if the copy cannot be read
  public static ExperimentReading readCopy(Path file, Path place) throws IOException {
    return new ExperimentReader(place, false).decode(RegularFile.read(file, MAX_BYTES));
  }

  private ExperimentReading decode(byte[] content) {
    var chars = CharBuffer.allocate(content.length);
    var end = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content), chars, true);
    var text = chars.flip().toString();
    if (end.isError()) {
      int line = 1 + Math.toIntExact(text.chars().filter(c -> c == '\n').count());
      var place =
          mistakes.place(TomlPosition.positionAt(line, text.length() - text.lastIndexOf('\n')));
      mistakes.add(
          new TomlError(place, TomlError.TOML, "a byte that is no UTF-8", "text in UTF-8"));
      return invalid();
    }
    return parse(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
  }

  private ExperimentReading parse(String text) {
    var experiment = mistakes.parse(text).map(this::experiment);
    return mistakes.all().isEmpty()
        ? new ExperimentReading.Valid(experiment.orElseThrow())
        : invalid();
  }

  private ExperimentReading invalid() {
    return new ExperimentReading.Invalid(mistakes.all());
  }

  private Experiment experiment(TomlTable parsed) {
    var begin = mistakes.place(TomlPosition.positionAt(1, 1));
    var top = TomlSection.top(mistakes, choices, parsed, begin);
    var name = top.requiredText("name", "letters, digits and hyphens, at most 64");
    if (top.hasText("name") && !name.matches("[A-Za-z0-9-]{1,64}")) {
      top.error("name", "\"" + name + "\"", "letters, digits and hyphens, at most 64");
    }
    var question = top.requiredText("question", "a sentence: what the experiment asks");
    var found = top.text("found", "", "a sentence: what was found");
    int repetitions = top.count("repetitions", 3, 1, 100);
    int seed = top.count("seed", 1, 0, MAX_SEED);
    var timeLimit =
        top.duration("time-limit", Duration.ofSeconds(1), Duration.ofDays(1))
            .orElse(Duration.ofMinutes(10));
    var lists = lists(top);
    var variants = without(top, variants(top, lists));
    var varying = List.copyOf(lists.keySet());
    var plots = plots(top, varying, isToRun ? variants : List.of());
    var targets = new TargetReader(variants, isToRun).read(top);
    top.finish();
    if (isToRun) {
      choices.reportRepeated();
    }
    return new Experiment(
        name, question, found, repetitions, seed, timeLimit, variants, constants, plots, targets);
  }

  /// The keys with lists of values, in the order of the file.
  private static Map<String, ListOfValues> lists(TomlSection top) {
    var lists = new LinkedHashMap<String, ListOfValues>();
    for (var name : top.keys().stream().filter(TABLES::contains).toList()) {
      // The keys of several sites do not vary.
      if (top.isTable(name)) {
        addLists(top.table(name), lists);
      }
    }
    return lists;
  }

  private static void addLists(TomlSection table, Map<String, ListOfValues> lists) {
    for (var key : table.keys()) {
      var full = table.fullName(key);
      if (table.isTable(key) && VariantReader.PARAMETERS.equals(full)) {
        addLists(table.table(key), lists);
      } else if (VariantReader.mayVary(full)) {
        // An empty list is reported when its value is read.
        table
            .listLength(key)
            .filter(length -> length > 0)
            .ifPresent(length -> lists.put(full, new ListOfValues(length, table.place(key))));
      }
    }
  }

  /// The list of values of a key.
  ///
  /// @param length number of values
  /// @param place position of the list in the file
  private record ListOfValues(int length, String place) {}

  private List<Variant> variants(TomlSection top, Map<String, ListOfValues> lists) {
    long all = 1;
    for (var list : lists.values()) {
      all *= list.length();
      if (all > MAX_VARIANTS) {
        mistakes.add(
            new TomlError(
                list.place(),
                "variants",
                "%,d combinations up to this list".formatted(all),
                "at most 5,000; shorten a list"));
        all = 1;
        break;
      }
    }
    var reader = new VariantReader(choices, file, isToRun, PeerReader.read(top, file, isToRun));
    var variants = new LinkedHashMap<List<Setting>, Variant>();
    for (int number = 0; number < all; number++) {
      choices.choose(indices(lists, number));
      var variant = reader.read(top, variants.size() + 1);
      variants.putIfAbsent(variant.settings(), variant);
      constants.putIfAbsent(variant.settings(), reader.constants(variant));
    }
    choices.choose(Map.of());
    return new ArrayList<>(variants.values());
  }

  /// Removes the combinations that the experiment excludes, and numbers the rest.
  private static List<Variant> without(TomlSection top, List<Variant> all) {
    var settings = new SettingsReader(all);
    var left = new ArrayList<>(all);
    for (var table : top.tables("without")) {
      var unwanted = settings.read(table);
      if (unwanted.isEmpty()) {
        table.errorOfAll("no setting", "settings of the variants that are not run");
      } else {
        left.removeIf(variant -> Target.fits(variant.settings(), unwanted));
      }
    }
    if (left.isEmpty()) {
      top.error("without", "all variants", "fewer, so that one is left at least");
    }
    return IntStream.range(0, left.size()).mapToObj(i -> left.get(i).withNumber(i + 1)).toList();
  }

  /// The combination with a number. The last list changes with every number.
  private static Map<String, Integer> indices(Map<String, ListOfValues> lists, int number) {
    var indices = new LinkedHashMap<String, Integer>();
    lists.forEach((key, _) -> indices.put(key, 0));
    int rest = number;
    for (var list : List.copyOf(lists.entrySet()).reversed()) {
      int length = list.getValue().length();
      indices.put(list.getKey(), rest % length);
      rest /= length;
    }
    return indices;
  }

  /// {@return the keys in which variants differ although a plot would show them as one point}
  private static Set<String> mixed(Plot plot, List<Variant> variants) {
    var firsts = new HashMap<List<Setting>, List<Setting>>();
    var mixed = new TreeSet<String>();
    for (var variant : variants) {
      var shown =
          variant.settings().stream()
              .filter(each -> each.key().equals(plot.x()) || plot.by().contains(each.key()))
              .toList();
      var first = firsts.putIfAbsent(shown, variant.settings());
      if (first != null) {
        difference(first, variant.settings()).map(Setting::key).forEach(mixed::add);
      }
    }
    return mixed;
  }

  private static Stream<Setting> difference(List<Setting> one, List<Setting> other) {
    return Stream.concat(
        one.stream().filter(each -> !other.contains(each)),
        other.stream().filter(each -> !one.contains(each)));
  }

  /// Reports a name that an earlier table already has.
  ///
  /// @param taken the names of the earlier tables; this one is added
  static void requireNew(TomlSection table, String key, String text, Set<String> taken) {
    if (!taken.add(text)) {
      table.error(
          key, "\"" + text + "\" again", "a text that no other [[" + table.name() + "]] has");
    }
  }

  /// Reads the plots.
  ///
  /// @param measuring the variants; at least one must measure what a plot shows; may be empty
  private static List<Plot> plots(TomlSection top, List<String> varying, List<Variant> measuring) {
    var plots = new ArrayList<Plot>();
    var keys = varying.isEmpty() ? "a key that varies; none does" : String.join(" or ", varying);
    var titles = new HashSet<String>();
    for (var table : top.tables("plot")) {
      var title = table.requiredText("title", "a title");
      if (!measuring.isEmpty()) {
        requireNew(table, "title", title, titles);
      }
      var x = table.requiredText("x", keys);
      if (table.hasText("x") && !varying.contains(x)) {
        table.error("x", "\"" + x + "\"", keys);
      }
      var measures = List.of(Measure.values()).stream().map(Measure::word).toList();
      var y = Measure.of(table.word("y", "", measures)).orElse(Measure.WALL_TIME);
      TargetReader.requireMeasured(table, "y", y, measuring);
      var by = table.differentTexts("by", "a list of keys that vary");
      for (int i = 0; i < by.size(); i++) {
        if (!varying.contains(by.get(i)) || by.get(i).equals(x)) {
          table.error("by", i, "\"" + by.get(i) + "\"", "keys that vary, but not that of x");
        }
      }
      var others = varying.stream().filter(key -> !key.equals(x)).toList();
      var plot = new Plot(title, x, y, table.has("by") ? by : others);
      var mixed = mixed(plot, measuring);
      if (!mixed.isEmpty()) {
        table.error(
            "by",
            "a point for variants that differ in " + String.join(", ", mixed),
            "these keys too, so that each point has one variant");
      }
      plots.add(plot);
      table.finish();
    }
    return plots;
  }
}
