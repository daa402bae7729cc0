package dev.sojourn.sandbox.admission;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The violations of one agent's code, so that its author hears of all of them at once. Up to 20
/// are named; more are counted, up to a number at which the search ends.
final class Violations {
  private static final int MAX_NAMED = 20;
  private static final int MAX_COUNTED = 1_000;

  private final List<RefusedException> named = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> seenOfClass = new HashSet<>();

  /// A check of one thing, which may refuse it.
  interface Check {
    /// Throws where the thing breaks a rule.
    void run() throws RefusedException;
  }

  /// Begins the next class.
  void nextClass() {
    seenOfClass.clear();
  }

  /// Looks at one thing; says whether it breaks no rule.
  ///
  /// @throws RefusedException if there are so many violations by now that no more are searched
  boolean holds(Check check) throws RefusedException {
    try {
      check.run();
      return true;
    } catch (RefusedException e) {
      note(e);
      return false;
    }
  }

  /// Looks at the names in a class that have no place. A name that was found at a place is not told
  /// again.
  ///
  /// @throws RefusedException if there are so many violations by now that no more are searched
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
  /// @throws RefusedException if there are so many by now that no more are searched
  void note(RefusedException violation) throws RefusedException {
    if (!seen.add(String.valueOf(violation.getMessage()))) {
      return;
    }
    seenOfClass.add(violation.deed());
    if (named.size() < MAX_NAMED) {
      named.add(violation);
    }
    if (seen.size() == MAX_COUNTED) {
      requireNone();
    }
  }

  /// Throws if there are any: the first one, with the others.
  void requireNone() throws RefusedException {
    if (named.isEmpty()) {
      return;
    }
    var others = new ArrayList<String>();
    for (var violation : named.subList(1, named.size())) {
      others.add(String.valueOf(violation.getMessage()));
    }
    int more = seen.size() - named.size();
    if (more > 0) {
      others.add("and " + more + (seen.size() == MAX_COUNTED ? " more at least" : " more"));
    }
    throw named.getFirst().with(others);
  }
}
