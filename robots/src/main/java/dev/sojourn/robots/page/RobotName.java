package dev.sojourn.robots.page;

/// Reads the name of a robot in a field.
final class RobotName {

  private RobotName() {}

  /// The product token in `token`, `"token"` or `token/1.0`; `*` for `robots`, which means all
  /// robots in elements; empty text if no robot is named.
  static String of(String text) {
    var name = RobotsTagReader.unquoted(text.strip());
    int slash = name.indexOf('/');
    if (slash > 0 && name.indexOf(' ') < 0) {
      name = name.substring(0, slash);
    }
    if (name.equals(AskedRule.EVERYBODY) || name.equals("robots")) {
      return AskedRule.EVERYBODY;
    }
    return isToken(name) && !RuleNames.isRule(name) ? name : "";
  }

  private static boolean isToken(String text) {
    return text.chars()
        .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "-_.".indexOf(c) >= 0);
  }
}
