package dev.sojourn.agent;

import dev.sojourn.agent.frontier.LinkTally;
import org.jspecify.annotations.Nullable;

/// The rules of the owner of the visit that uses a frontier. They are not part of its state.
final class OwnerRules {
  private @Nullable Visit visit;

  /// Sets the visit that uses the frontier from now on.
  void begin(Visit next) {
    visit = next;
  }

  /// {@return whether the rules leave a link out; then it is counted and referred, so that the
  /// owner sees its URL}
  boolean leavesOut(String url, LinkTally tally) {
    var now = visit;
    if (now == null || now.wants(url)) {
      return false;
    }
    tally.count(LinkTally.Kind.UNWANTED);
    now.refer(url);
    return true;
  }
}
