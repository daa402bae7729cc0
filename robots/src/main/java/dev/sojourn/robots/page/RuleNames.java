package dev.sojourn.robots.page;

import java.util.Set;

/// The names of rules: obeyed rules, and other rules in use.
public final class RuleNames {

  /// The obeyed rules without a value.
  static final Set<String> ALONE = Set.of("noindex", "nosnippet", "nofollow", "noarchive", "none");

  static final String MAX_SNIPPET = "max-snippet";

  static final String UNAVAILABLE_AFTER = "unavailable_after";

  /// A rule whose usual value `none` must not count as the rule `none`.
  static final String MAX_IMAGE_PREVIEW = "max-image-preview";

  /// Other rules in use. Their names are not names of robots.
  private static final Set<String> USUAL =
      Set.of(
          "all",
          "index",
          "follow",
          "archive",
          "snippet",
          "nocache",
          "noimageindex",
          "notranslate",
          "indexifembedded",
          "nositelinkssearchbox",
          "max-video-preview",
          "noodp",
          "noydir",
          "noai",
          "noimageai");

  private RuleNames() {}

  /// {@return whether a rule is obeyed}
  ///
  /// @param rule `name` or `name:value`, in lower case
  public static boolean isObeyed(String rule) {
    int colon = rule.indexOf(':');
    return colon < 0 ? ALONE.contains(rule) : takesValue(rule.substring(0, colon));
  }

  /// Whether a word is the name of a rule, and therefore not the name of a robot.
  static boolean isRule(String word) {
    return ALONE.contains(word)
        || takesValue(word)
        || word.equals(MAX_IMAGE_PREVIEW)
        || USUAL.contains(word);
  }

  private static boolean takesValue(String name) {
    return name.equals(MAX_SNIPPET) || name.equals(UNAVAILABLE_AFTER);
  }
}
