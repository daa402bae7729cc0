package dev.sojourn.base.toml;

import dev.sojourn.base.cli.Suggestion;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// One table of a file. The program reads each value by its key. A wrong value is recorded as a
/// mistake and replaced by a valid one, so that one run finds all mistakes. At the end, [#finish]
/// reports the keys that were not read.
public final class TomlSection {
  private static final Comparator<TomlPosition> IN_FILE_ORDER =
      Comparator.comparingInt(TomlPosition::line).thenComparingInt(TomlPosition::column);

  private final TomlMistakes mistakes;
  private final TomlContext context;
  private final String name;
  private final int number;
  private final @Nullable TomlTable table;
  private final String place;
  private final Set<String> asked = new LinkedHashSet<>();

  private TomlSection(
      TomlMistakes mistakes,
      TomlContext context,
      String name,
      int number,
      @Nullable TomlTable table,
      String place) {
    this.mistakes = mistakes;
    this.context = context;
    this.name = name;
    this.number = number;
    this.table = table;
    this.place = place;
  }

  /// {@return the top table of a file}
  ///
  /// @param mistakes receives the mistakes of all tables
  /// @param context the program that reads the file
  /// @param table the parsed table
  /// @param place the place of missing keys
  public static TomlSection top(
      TomlMistakes mistakes, TomlContext context, TomlTable table, String place) {
    return new TomlSection(mistakes, context, "", 0, table, place);
  }

  /// {@return the name of the table; empty for the top table}
  public String name() {
    return name;
  }

  /// {@return the place in an array of tables, from 1; 0 outside an array}
  public int number() {
    return number;
  }

  /// {@return the full name of a key, such as `limits.pages`}
  ///
  /// @param key its name in this table
  public String fullName(String key) {
    return name.isEmpty() ? key : name + "." + key;
  }

  /// {@return whether the file has this table, or a value for it comes from outside the file}
  public boolean isThere() {
    return table != null || context.hasTable(name, number);
  }

  /// {@return whether the key has a value}
  ///
  /// @param key its name in this table
  public boolean has(String key) {
    return raw(key).isPresent();
  }

  /// {@return whether the value is missing or an empty list}
  ///
  /// @param key its name in this table
  public boolean isNothing(String key) {
    return !has(key) || listLength(key).filter(length -> length == 0).isPresent();
  }

  /// {@return whether the value is a text}
  ///
  /// @param key its name in this table
  public boolean hasText(String key) {
    return raw(key).filter(String.class::isInstance).isPresent();
  }

  /// {@return whether the value in the file is a table}
  ///
  /// @param key its name in this table
  public boolean isTable(String key) {
    return inFile(key) instanceof TomlTable;
  }

  /// {@return the length of the list in the file; empty if the value is not a list}
  ///
  /// @param key its name in this table
  public Optional<Integer> listLength(String key) {
    return inFile(key) instanceof TomlArray list ? Optional.of(list.size()) : Optional.empty();
  }

  /// {@return the keys of the file, in file order}
  public List<String> keys() {
    if (table == null) {
      return List.of();
    }
    var order =
        Comparator.comparing((String key) -> table.inputPositionOf(List.of(key)), IN_FILE_ORDER);
    return table.keySet().stream().sorted(order).toList();
  }

  /// {@return the unchecked value; the key then counts as read}
  ///
  /// @param key its name in this table
  public Optional<Object> raw(String key) {
    return ask(key).map(TomlValue::value);
  }

  /// {@return a value of any kind; empty if it is missing or wrong}
  ///
  /// @param <T> its type
  /// @param key its name in this table
  /// @param expected for the message about a wrong value
  /// @param conversion returns an empty result for a wrong value
  public <T> Optional<T> value(
      String key, String expected, Function<TomlValue, Optional<T>> conversion) {
    var found = ask(key);
    var converted = found.flatMap(conversion);
    if (found.isPresent() && converted.isEmpty()) {
      error(key, shown(found.get().value()), expected);
    }
    return converted;
  }

  /// {@return a text}
  ///
  /// @param key its name in this table
  /// @param expected for the message about a wrong value
  public Optional<String> text(String key, String expected) {
    return value(
        key,
        expected,
        found -> found.value() instanceof String text ? Optional.of(text) : Optional.empty());
  }

  /// {@return a text, or the default if it is missing}
  ///
  /// @param key its name in this table
  /// @param otherwise the default
  /// @param expected for the message about a wrong value
  public String text(String key, String otherwise, String expected) {
    var text = text(key, expected).orElse(otherwise);
    used(key, text, 0, "");
    return text;
  }

  /// {@return a text; empty text if it is missing, which is a mistake}
  ///
  /// @param key its name in this table
  /// @param expected for the message about a missing or wrong value
  public String requiredText(String key, String expected) {
    required(key, expected);
    return text(key, "", expected);
  }

  /// {@return one of several words}
  ///
  /// @param key its name in this table
  /// @param otherwise the default; empty text if the word is required
  /// @param words all permitted words, at least one
  public String word(String key, String otherwise, List<String> words) {
    var expected = String.join(" or ", words);
    if (otherwise.isEmpty()) {
      required(key, expected);
    }
    var word =
        value(
                key,
                expected,
                found ->
                    found.value() instanceof String text && words.contains(text)
                        ? Optional.of(text)
                        : Optional.empty())
            .orElse(otherwise.isEmpty() ? words.getFirst() : otherwise);
    used(key, word, 0, "");
    return word;
  }

  /// {@return true or false}
  ///
  /// @param key its name in this table
  /// @param otherwise the default
  public boolean flag(String key, boolean otherwise) {
    boolean flag = value(key, "true or false", TomlSection::asFlag).orElse(otherwise);
    used(key, Boolean.toString(flag), 0, "");
    return flag;
  }

  private static Optional<Boolean> asFlag(TomlValue found) {
    return switch (found.value()) {
      case Boolean flag -> Optional.of(flag);
      case String text when found.isPlainText() && text.matches("true|false") ->
          Optional.of(Boolean.valueOf(text));
      default -> Optional.empty();
    };
  }

  /// {@return a whole number}
  ///
  /// @param key its name in this table
  /// @param otherwise the default
  /// @param least the least valid value
  /// @param most the greatest valid value
  public int count(String key, int otherwise, int least, int most) {
    return Math.toIntExact(count(key, (long) otherwise, least, most));
  }

  /// {@return a whole number}
  ///
  /// @param key its name in this table
  /// @param otherwise the number if there is none
  /// @param least that is valid
  /// @param most that is valid
  public long count(String key, long otherwise, long least, long most) {
    long count =
        value(
                key,
                "a whole number from %,d to %,d".formatted(least, most),
                found -> asLong(found).filter(number -> number >= least && number <= most))
            .orElse(otherwise);
    used(key, Long.toString(count), (double) count, "1");
    return count;
  }

  private static Optional<Long> asLong(TomlValue found) {
    return switch (found.value()) {
      case Long number -> Optional.of(number);
      case String text when found.isPlainText() && text.matches("[0-9]{1,18}") ->
          Optional.of(Long.valueOf(text));
      default -> Optional.empty();
    };
  }

  /// {@return a number of at least 0}
  ///
  /// @param key its name in this table
  /// @param most the greatest valid value
  /// @param otherwise the default
  public double number(String key, double otherwise, int most) {
    double number =
        value(
                key,
                "a number from 0 to " + most,
                found ->
                    found.value() instanceof Number read
                            && read.doubleValue() >= 0
                            && read.doubleValue() <= most
                        ? Optional.of(read.doubleValue())
                        : Optional.empty())
            .orElse(otherwise);
    used(key, BigDecimal.valueOf(number).stripTrailingZeros().toPlainString(), number, "1");
    return number;
  }

  /// {@return a size in bytes; the file has a text such as `16 MiB`}
  ///
  /// @param key its name in this table
  /// @param otherwise the default
  /// @param least the least valid value
  /// @param most the greatest valid value
  public long bytes(String key, long otherwise, long least, long most) {
    long bytes =
        value(
                key,
                "a size from \"%s\" to \"%s\""
                    .formatted(Quantity.ofBytes(least), Quantity.ofBytes(most)),
                found -> asBytes(found).filter(size -> size >= least && size <= most))
            .orElse(otherwise);
    used(key, Quantity.ofBytes(bytes), (double) bytes, "B");
    return bytes;
  }

  private static Optional<Long> asBytes(TomlValue found) {
    var bytes = found.value() instanceof String text ? Quantity.bytes(text) : OptionalLong.empty();
    return bytes.isPresent() ? Optional.of(bytes.getAsLong()) : Optional.empty();
  }

  /// {@return a duration; the file has a text such as `90 s`}
  ///
  /// @param key its name in this table
  /// @param least the least valid value
  /// @param most the greatest valid value
  public Optional<Duration> duration(String key, Duration least, Duration most) {
    var duration =
        value(
            key,
            "a duration from \"%s\" to \"%s\"".formatted(Quantity.of(least), Quantity.of(most)),
            found ->
                found.value() instanceof String text
                    ? Quantity.duration(text)
                        .filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0)
                    : Optional.empty());
    duration.ifPresent(time -> used(key, Quantity.of(time), time.toNanos() / 1e6, "ms"));
    return duration;
  }

  /// {@return the texts of a list; empty if it is missing or has a mistake}
  ///
  /// @param key its name in this table
  /// @param expected for the message about a wrong value
  public List<String> texts(String key, String expected) {
    return list(key, expected, String.class);
  }

  /// {@return the texts of a list without duplicates, which are mistakes}
  ///
  /// @param key its name in this table
  /// @param expected for the message about a wrong value
  public List<String> differentTexts(String key, String expected) {
    var texts = texts(key, expected);
    for (int i = 0; i < texts.size(); i++) {
      if (texts.indexOf(texts.get(i)) < i) {
        error(key, i, "\"" + texts.get(i) + "\" again", "each once");
      }
    }
    return texts;
  }

  /// {@return the values of a list; empty if an element has another type, which is a mistake}
  ///
  /// @param <T> the type of the elements
  /// @param key its name in this table
  /// @param expected for the message about a wrong value
  /// @param type of the elements
  public <T> List<T> list(String key, String expected, Class<T> type) {
    var found = ask(key);
    if (found.isEmpty()) {
      return List.of();
    }
    return switch (found.get().value()) {
      case TomlArray array -> list(key, expected, type, array);
      case String text when found.get().isPlainText() && type == String.class ->
          text.isBlank()
              ? List.of()
              : Stream.of(text.strip().split("\\s*,\\s*")).map(type::cast).toList();
      case Object other -> {
        error(key, shown(other), expected);
        yield List.of();
      }
    };
  }

  private <T> List<T> list(String key, String expected, Class<T> type, TomlArray array) {
    var list = new ArrayList<T>();
    for (int i = 0; i < array.size(); i++) {
      if (type.isInstance(array.get(i))) {
        list.add(type.cast(array.get(i)));
      } else {
        error(key, i, shown(array.get(i)), expected);
      }
    }
    // If an element is missing, the indexes of the others no longer match their places.
    return list.size() == array.size() ? list : List.of();
  }

  /// {@return the tables of an array, such as `[[site]]`, and tables that only the context has}
  ///
  /// @param key its name in this table
  public List<TomlSection> tables(String key) {
    asked.add(key);
    var value = inFile(key);
    var full = fullName(key);
    var tables = new ArrayList<TomlSection>();
    if (value instanceof TomlArray array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i) instanceof TomlTable each) {
          var at = mistakes.place(array.inputPositionOf(i));
          tables.add(new TomlSection(mistakes, context, full, i + 1, each, at));
        } else {
          error(key, i, shown(array.get(i)), "tables, each begun by [[" + full + "]]");
        }
      }
    } else if (value != null) {
      error(key, shown(value), "tables, each begun by [[" + full + "]]");
    }
    for (int i = tables.size() + 1; context.hasTable(full, i); i++) {
      tables.add(new TomlSection(mistakes, context, full, i, null, place));
    }
    return tables;
  }

  /// {@return the table of a key, such as `[limits]`; without keys if it is missing}
  ///
  /// @param key its name in this table
  public TomlSection table(String key) {
    asked.add(key);
    var value = inFile(key);
    if (value == null || value instanceof TomlTable) {
      return new TomlSection(
          mistakes, context, fullName(key), 0, (TomlTable) value, placeInFile(key));
    }
    error(key, shown(value), "a table, begun by [" + fullName(key) + "]");
    return new TomlSection(mistakes, context, fullName(key), 0, null, placeInFile(key));
  }

  private @Nullable Object inFile(String key) {
    return table == null ? null : table.get(List.of(key));
  }

  private Optional<TomlValue> ask(String key) {
    asked.add(key);
    return found(key);
  }

  private Optional<TomlValue> found(String key) {
    var value = inFile(key);
    return context.value(
        this,
        key,
        value == null
            ? Optional.empty()
            : Optional.of(new TomlValue(value, placeInFile(key), false)));
  }

  private String placeInFile(String key) {
    var position = table == null ? null : table.inputPositionOf(List.of(key));
    return position == null ? place : mistakes.place(position);
  }

  /// {@return the place of a value; the place of the table if the value is missing}
  ///
  /// @param key its name in this table
  public String place(String key) {
    return found(key).map(TomlValue::place).orElse(place);
  }

  /// Records a value that is used.
  ///
  /// @param key its name in this table
  /// @param text the value in readable form
  /// @param amount the value in the unit; 0 for a word
  /// @param unit the unit; empty for a word
  public void used(String key, String text, double amount, String unit) {
    context.used(place(key), fullName(key), text, amount, unit);
  }

  private void required(String key, String expected) {
    if (!has(key)) {
      error(key, "nothing", expected);
    }
  }

  /// Reports a wrong value of the right type.
  ///
  /// @param key its name in this table
  /// @param found the value, in the form for a message
  /// @param expected a valid value, in the form for a message
  public void error(String key, String found, String expected) {
    mistakes.add(new TomlError(place(key), fullName(key), found, expected));
  }

  /// Reports a wrong element of a list.
  ///
  /// @param key its name in this table
  /// @param index in the list
  /// @param found the value, in the form for a message
  /// @param expected a valid value, in the form for a message
  public void error(String key, int index, String found, String expected) {
    var at =
        inFile(key) instanceof TomlArray array
            ? mistakes.place(array.inputPositionOf(index))
            : place(key);
    mistakes.add(new TomlError(at, fullName(key), found, expected));
  }

  /// Reports a mistake of the table as a whole.
  ///
  /// @param found the value, in the form for a message
  /// @param expected a valid value, in the form for a message
  public void errorOfAll(String found, String expected) {
    mistakes.add(new TomlError(place, name, found, expected));
  }

  /// Reports each key that was not read.
  public void finish() {
    for (var key : keys()) {
      if (!asked.contains(key)) {
        var suggestion = Suggestion.suffix(key, asked);
        error(key, "an unknown key" + suggestion, "one of " + String.join(", ", asked));
      }
    }
  }

  /// {@return a value in the form for a message}
  ///
  /// @param value as tomlj returns it
  public static String shown(Object value) {
    return switch (value) {
      case String text -> "\"" + text + "\"";
      case TomlTable _ -> "a table";
      case TomlArray list when list.isEmpty() -> "an empty list";
      case TomlArray _ -> "a list";
      default -> value.toString();
    };
  }
}
