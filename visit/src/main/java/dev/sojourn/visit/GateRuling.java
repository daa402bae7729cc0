package dev.sojourn.visit;

/// The ruling of the [VisitGate] on one page.
public sealed interface GateRuling {
  /// {@return the reason why the page may not be read, one sentence; empty if it may be read}
  String reason();

  /// The page may be read.
  record Allowed() implements GateRuling {
    @Override
    public String reason() {
      return "";
    }
  }

  /// The page is outside the visit's scope.
  ///
  /// @param reason one sentence that names the scope
  record OutOfScope(String reason) implements GateRuling {}

  /// The site's robots.txt does not allow the page.
  ///
  /// @param reason one sentence that names the product token, the rule and its line
  record Disallowed(String reason) implements GateRuling {}

  /// The site's robots.txt could not be read, so no page is allowed for now. The file may still
  /// allow the page.
  ///
  /// @param reason one sentence that names the site
  record RulesUnread(String reason) implements GateRuling {}

  /// The site's robots.txt routes the page to another host, or to no host.
  ///
  /// @param reason one sentence that names the line
  record RoutedElsewhere(String reason) implements GateRuling {}
}
