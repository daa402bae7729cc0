package dev.sojourn.lab.experiment;

import dev.sojourn.base.cli.Suggestion;
import dev.sojourn.host.config.Quantity;
import dev.sojourn.lab.result.Setting;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// One table of an experiment file. Each value is asked for by its key. A wrong value is reported
/// to [Choices], and a valid one stands in for it. So one reading finds all mistakes.
final class ExperimentTable {
  private static final Comparator<TomlPosition> IN_FILE_ORDER =
      Comparator.comparingInt(TomlPosition::line).thenComparingInt(TomlPosition::column);

  private final Choices choices;
  private final String name;
  private final @Nullable TomlTable table;
  private final TomlPosition position;
  private final Set<String> asked = new LinkedHashSet<>();

  /// A table of the file; `name` is empty for the top one.
  ///
  /// @param table empty if the file has none
  /// @param position of its beginning; if it is missing, of the beginning of the table around it
  ExperimentTable(Choices choices, String name, @Nullable TomlTable table, TomlPosition position) {
    this.choices = choices;
    this.name = name;
    this.table = table;
    this.position = position;
  }

  boolean has(String key) {
    return table != null && table.get(List.of(key)) != null;
  }

  /// Whether there is no value, or a list without any.
  boolean isNothing(String key) {
    return !has(key) || listLength(key).filter(length -> length == 0).isPresent();
  }

  /// Whether the value is a text, and a wrong one has not been reported yet.
  boolean hasText(String key) {
    return raw(key) instanceof String;
  }

  String text(String key, String otherwise, String expected) {
    var text =
        scalar(key, expected, value -> value instanceof String found ? found : null)
            .orElse(otherwise);
    found(key, text, 0, "");
    return text;
  }

  String requiredText(String key, String expected) {
    required(key, expected);
    return text(key, "", expected);
  }

  /// One of several words.
  String word(String key, String otherwise, List<String> words) {
    var expected = String.join(" or ", words);
    if (otherwise.isEmpty()) {
      required(key, expected);
    }
    var word =
        scalar(
                key,
                expected,
                value -> value instanceof String text && words.contains(text) ? text : null)
            .orElse(otherwise.isEmpty() ? words.getFirst() : otherwise);
    found(key, word, 0, "");
    return word;
  }

  boolean truth(String key, boolean otherwise) {
    boolean truth =
        scalar(key, "true or false", value -> value instanceof Boolean read ? read : null)
            .orElse(otherwise);
    found(key, Boolean.toString(truth), 0, "");
    return truth;
  }

  int count(String key, int otherwise, int least, int most) {
    int count =
        scalar(
                key,
                "a whole number from %,d to %,d".formatted(least, most),
                value ->
                    value instanceof Long number && number >= least && number <= most
                        ? Integer.valueOf(number.intValue())
                        : null)
            .orElse(otherwise);
    found(key, Integer.toString(count), count, "1");
    return count;
  }

  private void found(String key, String text, double number, String unit) {
    choices.found(new Setting(fullName(key), text, number, unit), place(key));
  }

  /// A value of any kind, as a command line has it; empty if it is wrong, which is reported.
  Optional<String> parameter(String key) {
    var read =
        this.<Setting>scalar(
            key,
            "a text, a number, true or false, or a list of such",
            value ->
                switch (value) {
                  case String text -> new Setting(key, text, 0, "");
                  case Boolean truth -> new Setting(key, truth.toString(), 0, "");
                  case Long number ->
                      new Setting(key, number.toString(), number.doubleValue(), "1");
                  case Double number when Double.isFinite(number) ->
                      new Setting(key, BigDecimal.valueOf(number).toPlainString(), number, "1");
                  default -> null;
                });
    read.ifPresent(setting -> found(key, setting.text(), setting.number(), setting.unit()));
    return read.map(Setting::text);
  }

  /// Whether a value is a table.
  boolean isTable(String key) {
    return table != null && table.get(List.of(key)) instanceof TomlTable;
  }

  /// Whole numbers; a list that makes no variants.
  List<Integer> counts(String key, List<Integer> otherwise, int least, int most) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    if (value == null) {
      return otherwise;
    }
    var expected = "a list of whole numbers from %,d to %,d".formatted(least, most);
    if (!(value instanceof TomlArray array) || array.isEmpty()) {
      error(key, shown(value), expected);
      return otherwise;
    }
    var counts = new ArrayList<Integer>();
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i) instanceof Long number && number >= least && number <= most) {
        counts.add(number.intValue());
      } else {
        error(key, i, shown(array.get(i)), expected);
      }
    }
    return counts;
  }

  /// Any number that is not negative.
  Optional<Double> number(String key) {
    return scalar(
        key,
        "a number, 0 or more",
        value ->
            value instanceof Number number
                    && number.doubleValue() >= 0
                    && Double.isFinite(number.doubleValue())
                ? Double.valueOf(number.doubleValue())
                : null);
  }

  double share(String key, double otherwise) {
    double share =
        scalar(
                key,
                "a number from 0 to 1",
                value ->
                    value instanceof Number number
                            && number.doubleValue() >= 0
                            && number.doubleValue() <= 1
                        ? Double.valueOf(number.doubleValue())
                        : null)
            .orElse(otherwise);
    found(key, shortened(share), share, "1");
    return share;
  }

  private static String shortened(double number) {
    var text = String.format(Locale.ROOT, "%.4g", number).replaceFirst("\\.?0*$", "");
    return text.isEmpty() ? "0" : text;
  }

  /// A number from 0 to another one; 0 if there is none.
  double amount(String key, int most) {
    double amount =
        scalar(
                key,
                "a number from 0 to " + most,
                value ->
                    value instanceof Number number
                            && number.doubleValue() >= 0
                            && number.doubleValue() <= most
                        ? Double.valueOf(number.doubleValue())
                        : null)
            .orElse(0.0);
    found(key, BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString(), amount, "1");
    return amount;
  }

  int bytes(String key, int otherwise, int least, int most) {
    int bytes =
        scalar(
                key,
                "a size from \"%s\" to \"%s\""
                    .formatted(Quantity.ofBytes(least), Quantity.ofBytes(most)),
                value -> {
                  if (!(value instanceof String text)) {
                    return null;
                  }
                  var read = Quantity.bytes(text);
                  return read.isPresent() && read.getAsLong() >= least && read.getAsLong() <= most
                      ? Integer.valueOf(Math.toIntExact(read.getAsLong()))
                      : null;
                })
            .orElse(otherwise);
    found(key, Quantity.ofBytes(bytes), bytes, "B");
    return bytes;
  }

  Optional<Duration> duration(String key, Duration least, Duration most) {
    var read =
        scalar(
            key,
            "a duration from \"%s\" to \"%s\"".formatted(Quantity.of(least), Quantity.of(most)),
            value ->
                value instanceof String text
                    ? Quantity.duration(text)
                        .filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0)
                        .orElse(null)
                    : null);
    read.ifPresent(time -> found(key, Quantity.of(time), time.toNanos() / 1e6, "ms"));
    return read;
  }

  /// A rate in bit/s; 0 is no limit.
  ///
  /// @param takesZero whether `0 bit/s` is no limit as well, as in results of an earlier version
  long rate(String key, long least, long most, boolean takesZero) {
    long rate =
        scalar(
                key,
                "a rate from \"8 kbit/s\" to \"10 Gbit/s\", or \"" + BitRate.UNLIMITED + "\"",
                value -> {
                  if (!(value instanceof String text)) {
                    return null;
                  }
                  if (text.equals(BitRate.UNLIMITED)) {
                    return Long.valueOf(0);
                  }
                  var read = BitRate.read(text);
                  return read.isPresent()
                          && read.getAsLong() <= most
                          && (read.getAsLong() >= least || (takesZero && read.getAsLong() == 0))
                      ? Long.valueOf(read.getAsLong())
                      : null;
                })
            .orElse(0L);
    var shown = raw(key) instanceof String text ? text : BitRate.UNLIMITED;
    found(key, shown, (double) rate, "bit/s");
    return rate;
  }

  /// A list of texts, which makes no variants.
  List<String> texts(String key, String expected) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof TomlArray array)) {
      error(key, shown(value), expected);
      return List.of();
    }
    var texts = new ArrayList<String>();
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i) instanceof String text) {
        texts.add(text);
      } else {
        error(key, i, shown(array.get(i)), expected);
      }
    }
    // If one is missing, the places of the others are not known by their numbers.
    return texts.size() == array.size() ? texts : List.of();
  }

  /// Texts; each may stand there once.
  List<String> differentTexts(String key, String expected) {
    var texts = texts(key, expected);
    for (int i = 0; i < texts.size(); i++) {
      if (texts.indexOf(texts.get(i)) < i) {
        error(key, i, "\"" + texts.get(i) + "\" again", "each once");
      }
    }
    return texts;
  }

  /// The tables of an array, as `[[plot]]`.
  List<ExperimentTable> tables(String key) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    if (value == null) {
      return List.of();
    }
    var expected = "tables, each begun by [[" + fullName(key) + "]]";
    if (!(value instanceof TomlArray array)) {
      error(key, shown(value), expected);
      return List.of();
    }
    var tables = new ArrayList<ExperimentTable>();
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i) instanceof TomlTable each) {
        tables.add(new ExperimentTable(choices, fullName(key), each, array.inputPositionOf(i)));
      } else {
        error(key, i, shown(array.get(i)), expected);
      }
    }
    return tables;
  }

  /// The table of a key, as `[site]`.
  ExperimentTable table(String key) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    if (value == null || value instanceof TomlTable) {
      var at = value == null ? position : place(key);
      return new ExperimentTable(choices, fullName(key), (TomlTable) value, at);
    }
    error(key, shown(value), "a table, begun by [" + fullName(key) + "]");
    return new ExperimentTable(choices, fullName(key), null, place(key));
  }

  /// The keys of this table, in the order of the file.
  List<String> keys() {
    return table == null
        ? List.of()
        : table.keySet().stream().sorted(Comparator.comparing(this::place, IN_FILE_ORDER)).toList();
  }

  /// The length of a list of values; empty if the value is none.
  Optional<Integer> listLength(String key) {
    return table != null && table.get(List.of(key)) instanceof TomlArray array
        ? Optional.of(array.size())
        : Optional.empty();
  }

  /// The value as it stands there, which counts as asked for from now on; empty if there is none.
  @Nullable Object raw(String key) {
    asked.add(key);
    var value = table == null ? null : table.get(List.of(key));
    int index = choices.chosen(fullName(key));
    return index >= 0 && value instanceof TomlArray array ? array.get(index) : value;
  }

  private <T> Optional<T> scalar(
      String key, String expected, Function<Object, @Nullable T> conversion) {
    var value = raw(key);
    if (value == null) {
      return Optional.empty();
    }
    @Nullable T converted = conversion.apply(value);
    if (converted == null) {
      error(key, shown(value), expected);
    }
    return Optional.ofNullable(converted);
  }

  private void required(String key, String expected) {
    asked.add(key);
    if (!has(key)) {
      choices.error(position, fullName(key), "nothing", expected);
    }
  }

  /// Reports a value that has the right type and is wrong nevertheless.
  void error(String key, String found, String expected) {
    choices.error(place(key), fullName(key), found, expected);
  }

  /// Reports a wrong element of a list that makes no variants.
  ///
  /// @param index its place in the list
  void error(String key, int index, String found, String expected) {
    var at =
        table != null && table.get(List.of(key)) instanceof TomlArray array
            ? array.inputPositionOf(index)
            : place(key);
    choices.error(at, fullName(key), found, expected);
  }

  /// The place of a value; if it is missing, the beginning of the table.
  TomlPosition place(String key) {
    if (table == null) {
      return position;
    }
    int index = choices.chosen(fullName(key));
    if (index >= 0 && table.get(List.of(key)) instanceof TomlArray array) {
      return array.inputPositionOf(index);
    }
    var own = table.inputPositionOf(List.of(key));
    return own == null ? position : own;
  }

  String fullName(String key) {
    return name.isEmpty() ? key : name + "." + key;
  }

  static String shown(Object value) {
    return switch (value) {
      case String text -> "\"" + text + "\"";
      case TomlTable _ -> "a table";
      case TomlArray list when list.isEmpty() -> "an empty list";
      case TomlArray _ -> "a list";
      default -> value.toString();
    };
  }

  /// Reports what is wrong with the table as a whole.
  void errorOfAll(String found, String expected) {
    choices.error(position, name, found, expected);
  }

  /// Reports a name that an earlier table has.
  ///
  /// @param taken the names of the earlier tables; this one is added
  void requireNew(String key, String text, Set<String> taken) {
    if (!taken.add(text)) {
      error(key, "\"" + text + "\" again", "a text that no other [[" + name + "]] has");
    }
  }

  /// Reports each key that was not asked for.
  void finish() {
    for (var key : keys()) {
      if (!asked.contains(key)) {
        error(
            key,
            "an unknown key" + Suggestion.suffix(key, asked),
            "one of " + String.join(", ", asked));
      }
    }
  }
}
