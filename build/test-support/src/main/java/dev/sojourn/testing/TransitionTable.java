package dev.sojourn.testing;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The transitions of a state machine as a test saw the machine make them, for a document. Not for
/// several threads.
public final class TransitionTable {
  /// The text in the column `to` if an event does not change the state.
  private static final String SAME = "the same";

  private final Map<String, Map<String, Set<String>>> fromByToByEvent = new LinkedHashMap<>();
  private final List<String> order;

  /// Creates a table without rows.
  ///
  /// @param order all states, in the order in which a row lists them
  public TransitionTable(List<String> order) {
    this.order = List.copyOf(order);
  }

  /// Adds a transition. One that was added before is not added again.
  ///
  /// @param from the state before, one of the order
  /// @param event a name of Java, and perhaps a condition after a comma
  /// @param to the state after it, one of the order
  public void add(String from, String event, String to) {
    if (!order.contains(from) || !order.contains(to)) {
      throw new IllegalArgumentException(
          "transition: %s to %s (expected: two of %s)".formatted(from, to, order));
    }
    fromByToByEvent
        .computeIfAbsent(event, _ -> new LinkedHashMap<>())
        .computeIfAbsent(from.equals(to) ? SAME : to, _ -> new LinkedHashSet<>())
        .add(from);
  }

  /// {@return the names of all events that have a row}
  public Set<String> events() {
    var names = new LinkedHashSet<String>();
    fromByToByEvent.keySet().forEach(event -> names.add(name(event)));
    return names;
  }

  /// {@return a drawing and a table in Markdown}
  ///
  /// @param events the events of the table, in the order of its rows; others have no row
  public String markdown(List<String> events) {
    return drawing(events) + "\n" + table(events);
  }

  private String drawing(List<String> events) {
    var eventsByArrow = new LinkedHashMap<String, Set<String>>();
    for (var from : order) {
      for (var to : order) {
        for (var event : events) {
          var froms = fromByToByEvent.getOrDefault(event, Map.of()).getOrDefault(to, Set.of());
          if (froms.contains(from)) {
            eventsByArrow
                .computeIfAbsent(id(from) + " --> " + id(to), _ -> new LinkedHashSet<>())
                .add(name(event));
          }
        }
      }
    }
    var text = new StringBuilder("```mermaid\nstateDiagram-v2\n");
    var arrows = String.join("\n", eventsByArrow.keySet());
    for (var state : order) {
      if (!state.equals(id(state)) && arrows.contains(id(state))) {
        text.append("  state \"%s\" as %s\n".formatted(state, id(state)));
      }
    }
    eventsByArrow.forEach(
        (arrow, names) -> text.append("  %s: %s\n".formatted(arrow, String.join(", ", names))));
    return text.append("```\n").toString();
  }

  private String table(List<String> events) {
    var text = new StringBuilder("| event | from | to |\n| --- | --- | --- |\n");
    for (var event : events) {
      fromByToByEvent
          .getOrDefault(event, Map.of())
          .forEach((to, froms) -> text.append(row(event, froms, to)));
    }
    return text.toString();
  }

  private String row(String event, Set<String> froms, String to) {
    var sorted = order.stream().filter(froms::contains).collect(joining(", "));
    var code = event.replaceFirst("^\\w+", "`$0`");
    return "| %s | %s | %s |\n".formatted(code, sorted, to);
  }

  private static String name(String event) {
    return event.replaceFirst("\\W.*", "");
  }

  /// A state's name as the drawing takes it: letters alone, as `VisitingAtHome`.
  private static String id(String state) {
    return Pattern.compile("\\W*(\\w)(\\w*)\\W*")
        .matcher(state)
        .replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT) + word.group(2));
  }
}
