package dev.sojourn.host.stay;

import dev.sojourn.agent.Scope;
import java.util.stream.Stream;

/// The part of a site that an agent may see, which decides which changes wake the agent. Agents of
/// one crawler usually share one view, so a change is compared with few views.
///
/// @param scope the allowed part of the site
/// @param productToken selects the group of robots.txt
public record StayView(Scope scope, String productToken) {
  private static final String EXCLUDED = "-";

  /// {@return the view as text for the store}
  String text() {
    var lines = new StringBuilder(productToken).append('\n').append(scope.origin());
    scope.includes().forEach(prefix -> lines.append('\n').append(line(prefix)));
    scope.excludes().forEach(prefix -> lines.append('\n').append(EXCLUDED).append(line(prefix)));
    return lines.toString();
  }

  /// Prefixes in a passport may contain any character. An unescaped line feed would split a prefix
  /// in two, and give a view that the agent was not granted.
  private static String line(String prefix) {
    return prefix.replace("\\", "\\\\").replace("\n", "\\n");
  }

  static StayView of(String text) {
    var lines = Stream.of(text.split("\n", -1)).map(String::translateEscapes).toList();
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
