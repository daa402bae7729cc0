package dev.sojourn.agent;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// What a page asks of this agent (draft-illyes-repext, the robots-tag; and the de facto rules).
///
/// @param rules lower-case rules that apply to the agent's product token or to all, as `noindex`;
///   rules not known here are kept
public record Directives(Set<String> rules) {

  /// A page that asks for nothing.
  public static final Directives NONE = new Directives(Set.of());

  /// Copies the set, sorted.
  public Directives {
    rules = Collections.unmodifiableSortedSet(new TreeSet<>(rules));
  }

  /// {@return whether the page must not be stored in an index}
  public boolean noindex() {
    return rules.contains("noindex") || rules.contains("none");
  }

  /// {@return whether the page's links must not be followed}
  public boolean nofollow() {
    return rules.contains("nofollow") || rules.contains("none");
  }

  /// {@return whether no excerpt of the page may be shown}
  public boolean nosnippet() {
    return rules.contains("nosnippet") || rules.contains("max-snippet:0");
  }
}
