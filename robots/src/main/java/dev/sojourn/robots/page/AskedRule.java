package dev.sojourn.robots.page;

import java.util.Collection;
import java.util.List;

/// A rule of a page, with the robots that it addresses.
///
/// @param tokens product tokens in lower case; `*` for every robot
/// @param rule `name` or `name:value`, in lower case
public record AskedRule(List<String> tokens, String rule) {

  /// The token that stands for every robot.
  public static final String EVERYBODY = "*";

  /// Copies the list.
  public AskedRule {
    tokens = List.copyOf(tokens);
  }

  /// {@return whether the rule applies to a robot}
  ///
  /// @param names the robot's product tokens, in lower case
  public boolean appliesTo(Collection<String> names) {
    return tokens.contains(EVERYBODY) || tokens.stream().anyMatch(names::contains);
  }
}
