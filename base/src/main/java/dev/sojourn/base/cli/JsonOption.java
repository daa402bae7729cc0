package dev.sojourn.base.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.text.ForeignText;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/// The option `--json`, as a picocli mixin. If it is given, standard output holds JSON and nothing
/// else: one object, or one object a line if there are many. Later versions only add members.
/// Characters that a terminal would obey are written as JSON escapes.
public final class JsonOption {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(names = "--json", description = "Print JSON on standard output, and nothing else there.")
  private boolean json;

  /// Creates the option, not given.
  public JsonOption() {}

  /// {@return whether the option was given}
  public boolean isGiven() {
    return json;
  }

  /// Prints a value as one line of JSON.
  ///
  /// @param out where to
  /// @param value a tree of Jackson, a record of plain values, or a map
  public static void print(PrintWriter out, Object value) {
    try {
      out.println(ForeignText.inJson(JSON.writeValueAsString(value)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("value: " + value + " (expected: plain values)", e);
    }
    out.flush();
  }
}
