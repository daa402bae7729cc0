package dev.sojourn.crawl.core;

import dev.sojourn.filter.ScopeRules;
import java.util.List;
import java.util.Optional;

/// A change of the owner's rules about URLs. Patterns that are not given stay as they are.
///
/// @param includes replace all includes
/// @param excludes replace all excludes
public record RuleChange(Optional<List<String>> includes, Optional<List<String>> excludes) {
  /// Changes nothing.
  public static final RuleChange NONE = new RuleChange(Optional.empty(), Optional.empty());

  /// Copies the lists.
  public RuleChange {
    includes = includes.map(List::copyOf);
    excludes = excludes.map(List::copyOf);
  }

  /// {@return whether nothing is changed}
  public boolean isNone() {
    return includes.isEmpty() && excludes.isEmpty();
  }

  /// {@return the rules of a site after this change}
  ///
  /// @param before the rules that apply now
  /// @param starts the start URLs of the site, normalised
  /// @throws IllegalArgumentException if there are too many patterns; the message is a sentence
  public ScopeRules of(ScopeRules before, List<String> starts) {
    return new ScopeRules(
        includes.orElse(before.includes()), excludes.orElse(before.excludes()), starts);
  }
}
