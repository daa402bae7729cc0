package dev.sojourn.sandbox.admission;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The violations of one agent's code, so that its author hears of all of them at once. Up to 20
/// are named; more are counted, up to a number at which the search ends. A library that breaks more
/// is one of the 20: its faults are not the author's to repair one by one.
final class Violations {
  private static final int MAX_NAMED = 20;
  private static final int MAX_COUNTED = 1_000;

  private final List<RefusedException> named = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> seenOfClass = new HashSet<>();

  /// The number of violations that have no sentence of their own and are in no other's.
  private int unnamed;

  private Optional<CodeGroup> group = Optional.empty();
  private int groups;
  private int namedBefore;
  private int seenBefore;

  /// A check of one thing, which may refuse it.
  interface Check {
    /// Throws if the thing breaks a rule.
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

  /// Looks at one thing; says whether it breaks no rule.
  ///
  /// @throws RefusedException if there are too many violations by now to search for more
  boolean holds(Check check) throws RefusedException {
    try {
      check.run();
      return true;
    } catch (RefusedException e) {
      note(e);
      return false;
    }
  }

  /// Looks at the names in a class that have no place. A name that was found at a place is not
  /// reported again.
  ///
  /// @throws RefusedException if there are too many violations by now to search for more
  void mention(Check check) throws RefusedException {
    try {
      check.run();
    } catch (RefusedException e) {
      if (!seenOfClass.contains(e.deed())) {
        note(e);
      }
    }
  }

  /// Notes a violation.
  ///
  /// @throws RefusedException if there are too many by now to search for more
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

  /// Throws the first violation, with the others, if there are any.
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
