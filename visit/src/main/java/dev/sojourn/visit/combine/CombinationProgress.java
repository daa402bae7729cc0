package dev.sojourn.visit.combine;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The progress of a combination.
///
/// @param next the number of the first agent that was not taken in yet
/// @param state of the agent that takes them in; empty before the first
/// @param findings how many it has reported
/// @param leftOut the agents that could not be taken in
/// @param isOver whether nothing more is done
/// @param failure why it ended early, one sentence; empty if it did not
public record CombinationProgress(
    int next,
    Optional<Bytes> state,
    long findings,
    List<LeftOut> leftOut,
    boolean isOver,
    String failure) {

  /// A combination that has not begun.
  public static final CombinationProgress NONE =
      new CombinationProgress(0, Optional.empty(), 0, List.of(), false, "");

  /// All reasons are written with each step, and a forged agent may choose the text of one.
  private static final int MAX_REASON_CHARS = 500;

  /// Copies the list.
  public CombinationProgress {
    leftOut = List.copyOf(leftOut);
  }

  /// An agent that could not be taken in.
  ///
  /// @param part its number
  /// @param reason one sentence
  public record LeftOut(int part, String reason) {}

  /// {@return the same; if the combination ended early, as it was before that}
  public CombinationProgress tryingAgain() {
    return failure.isEmpty()
        ? this
        : new CombinationProgress(next, state, findings, leftOut, false, "");
  }

  /// {@return whether at least one agent was taken in}
  boolean hasTaken() {
    return next > leftOut.size();
  }

  CombinationProgress taken(int count, Bytes after, long more) {
    return new CombinationProgress(
        next + count, Optional.of(after), findings + more, leftOut, false, "");
  }

  CombinationProgress leavingOut(String reason) {
    var all = new ArrayList<>(leftOut);
    all.add(new LeftOut(next, ForeignText.of(reason).line(MAX_REASON_CHARS)));
    return new CombinationProgress(next + 1, state, findings, all, false, "");
  }

  CombinationProgress over() {
    return new CombinationProgress(next, state, findings, leftOut, true, "");
  }

  CombinationProgress failed(String reason) {
    return new CombinationProgress(
        next, state, findings, leftOut, true, ForeignText.of(reason).line(2 * MAX_REASON_CHARS));
  }
}
