package dev.sojourn.robots.page;

/// The word before a colon: the name of a robot or of an unknown rule.
///
/// @param name in lower case; `*` for all robots; empty text if there is no such word
/// @param isRobot whether it certainly names a robot, since a known rule follows
/// @param rest the text after the colon
record NamePrefix(String name, boolean isRobot, String rest) {

  private static final NamePrefix NONE = new NamePrefix("", false, "");

  static NamePrefix of(String part) {
    int colon = part.indexOf(':');
    var name = colon < 0 ? "" : RobotName.of(part.substring(0, colon));
    if (name.isEmpty()) {
      return NONE;
    }
    var rest = part.substring(colon + 1).strip();
    boolean isRobot =
        name.equals(AskedRule.EVERYBODY) || RuleNames.isRule(RuleScan.firstWord(rest));
    return new NamePrefix(name, isRobot, rest);
  }
}
