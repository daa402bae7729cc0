package dev.sojourn.visit.combine;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The progress of a combination.
///
/// @param next the number of the first agent that was not processed yet
/// @param state the state of the combining agent; empty before the first step
/// @param findings the number of its findings so far
/// @param leftOut the agents that could not be combined
/// @param isOver whether the combination has ended
/// @param failure the reason of an early end, one sentence; empty without an early end
public record CombinationProgress(
    int next,
    Optional<Bytes> state,
    long findings,
    List<LeftOut> leftOut,
    boolean isOver,
    String failure) {

  /// The progress before the first step.
  public static final CombinationProgress NONE =
      new CombinationProgress(0, Optional.empty(), 0, List.of(), false, "");

  /// The maximum length of a reason. Each step stores all reasons, and a forged agent can influence
  /// the text.
  private static final int MAX_REASON_CHARS = 500;

  /// Copies the list.
  public CombinationProgress {
    leftOut = List.copyOf(leftOut);
  }

  /// An agent that could not be combined.
  ///
  /// @param part the number of the agent
  /// @param reason the reason, one sentence
  public record LeftOut(int part, String reason) {}

  /// {@return this progress; after an early end, the progress before that end}
  public CombinationProgress tryingAgain() {
    return failure.isEmpty()
        ? this
        : new CombinationProgress(next, state, findings, leftOut, false, "");
  }

  /// {@return whether at least one agent was combined}
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
