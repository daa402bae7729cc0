package dev.sojourn.crawl.plan;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.robots.Diagnostic;
import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.RobotsTxt;
import java.util.List;
import java.util.Optional;

/// The errors that make parts of a robots.txt ineffective. A crawl continues, since the rest of the
/// file is valid.
///
/// @param file the fault of the file as a whole; empty if there is none
/// @param lines how many lines have no effect
/// @param first the first line without effect, and the reason; empty if there is none
record RobotsErrors(Optional<String> file, long lines, Optional<Diagnostic> first) {
  private static final int MAX_CHARS = 500;

  /// {@return the errors of a file, or empty if there are none}
  static Optional<RobotsErrors> of(RobotsTxt robots) {
    var errors =
        robots.diagnostics().stream()
            .filter(d -> d.problem().severity() == Severity.ERROR)
            .toList();
    if (errors.isEmpty()) {
      return Optional.empty();
    }
    var ofLines = errors.stream().filter(d -> !isOfFile(d)).toList();
    return Optional.of(
        new RobotsErrors(
            errors.stream().filter(RobotsErrors::isOfFile).map(RobotsErrors::words).findFirst(),
            ofLines.stream().mapToInt(Diagnostic::line).distinct().count(),
            ofLines.stream().findFirst()));
  }

  private static boolean isOfFile(Diagnostic diagnostic) {
    return switch (diagnostic.problem()) {
      case TRUNCATED, TOO_MANY_ROUTES, HTML -> true;
      default -> diagnostic.line() == 0;
    };
  }

  private static String words(Diagnostic diagnostic) {
    return diagnostic.problem().what();
  }

  /// {@return the errors in one sentence, with the next step}
  ///
  /// @param origin the site
  String sentence(String origin) {
    var parts =
        List.of(
            file,
            first.map(
                d ->
                    "%s no effect, the first is line %d (%s)"
                        .formatted(
                            Messages.count(lines, "line") + (lines == 1 ? " has" : " have"),
                            d.line(),
                            ForeignText.of(d.what()).line(MAX_CHARS))));
    return origin
        + "/robots.txt has errors: "
        + String.join("; ", parts.stream().flatMap(Optional::stream).toList())
        + "; look it over with: sojourn robots check "
        + origin
        + "/";
  }
}
