package dev.sojourn.host.stay;

import dev.sojourn.agent.Scope;
import java.util.List;

/// The part of a site that an agent may see, as far as it decides which changes wake the agent.
/// Agents of one crawler mostly have the same, so that a change is held against few of them.
///
/// @param scope the part of the site
/// @param productToken picks the group of robots.txt
public record StayView(Scope scope, String productToken) {
  private static final String EXCLUDED = "-";

  /// {@return the view as a text that is kept} Prefixes have no line ends.
  String text() {
    var lines = new StringBuilder(productToken).append('\n').append(scope.origin());
    scope.includes().forEach(prefix -> lines.append('\n').append(prefix));
    scope.excludes().forEach(prefix -> lines.append('\n').append(EXCLUDED).append(prefix));
    return lines.toString();
  }

  static StayView of(String text) {
    var lines = List.of(text.split("\n"));
    var prefixes = lines.subList(2, lines.size());
    return new StayView(
        new Scope(
            lines.get(1),
            prefixes.stream().filter(line -> !line.startsWith(EXCLUDED)).toList(),
            prefixes.stream()
                .filter(line -> line.startsWith(EXCLUDED))
                .map(line -> line.substring(EXCLUDED.length()))
                .toList()),
        lines.getFirst());
  }
}
