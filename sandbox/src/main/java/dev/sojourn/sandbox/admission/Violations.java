package dev.sojourn.sandbox.admission;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Collects the violations of one agent's code, so that its author gets all of them together. It
/// lists up to 20 and counts more, until the search ends at a limit. A library with more violations
/// is one of the 20 entries, since the author will not repair each of them.
final class Violations {
  private static final int MAX_NAMED = 20;
  private static final int MAX_COUNTED = 1_000;

  private final List<RefusedException> named = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> seenOfClass = new HashSet<>();

  /// The number of violations that are not listed and that no listed sentence counts.
  private int unnamed;

  private Optional<CodeGroup> group = Optional.empty();
  private int groups;
  private int namedBefore;
  private int seenBefore;

  /// A check of one item, which may refuse the item.
  interface Check {
    /// Throws if the item breaks a rule.
    void run() throws RefusedException;
  }

  /// Begins the next group of classes; the first group is the agent's own.
  void nextGroup(CodeGroup next) {
    endGroup();
    group = Optional.of(next);
    groups++;
    namedBefore = named.size();
    seenBefore = seen.size();
  }

  private void endGroup() {
    int broken = seen.size() - seenBefore;
    int sentences = named.size() - namedBefore;
    if (groups > 1 && group.isPresent() && broken > MAX_NAMED && sentences > 0) {
      var library = named.subList(namedBefore, named.size());
      var first = library.getFirst();
      library.clear();
      named.add(first.amid(broken - 1, isSearchOver(), group.get()));
    } else {
      unnamed += broken - sentences;
    }
    group = Optional.empty();
    seenBefore = seen.size();
    namedBefore = named.size();
  }

  private boolean isSearchOver() {
    return seen.size() == MAX_COUNTED;
  }

  /// Begins the next class.
  void nextClass() {
    seenOfClass.clear();
  }

  /// Runs a check. Returns whether it found no violation.
  ///
  /// @throws RefusedException if there are too many violations to continue
  boolean holds(Check check) throws RefusedException {
    try {
      check.run();
      return true;
    } catch (RefusedException e) {
      note(e);
      return false;
    }
  }

  /// Runs a check of a name without a place in the class. A violation that was found at a place is
  /// not reported again.
  ///
  /// @throws RefusedException if there are too many violations to continue
  void mention(Check check) throws RefusedException {
    try {
      check.run();
    } catch (RefusedException e) {
      if (!seenOfClass.contains(e.deed())) {
        note(e);
      }
    }
  }

  /// Records a violation.
  ///
  /// @throws RefusedException if there are too many violations to continue
  void note(RefusedException violation) throws RefusedException {
    if (!seen.add(String.valueOf(violation.getMessage()))) {
      return;
    }
    seenOfClass.add(violation.deed());
    if (named.size() < MAX_NAMED) {
      named.add(violation);
    }
    if (isSearchOver()) {
      requireNone();
    }
  }

  /// If there are violations, throws the first with the others.
  void requireNone() throws RefusedException {
    endGroup();
    if (named.isEmpty()) {
      return;
    }
    var others = new ArrayList<String>();
    for (var violation : named.subList(1, named.size())) {
      others.add(String.valueOf(violation.getMessage()));
    }
    if (unnamed > 0) {
      others.add("and " + unnamed + (isSearchOver() ? " more at least" : " more"));
    }
    throw named.getFirst().with(others);
  }
}
