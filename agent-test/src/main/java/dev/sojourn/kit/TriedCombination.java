package dev.sojourn.kit;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.visit.combine.CombinationProgress.LeftOut;
import dev.sojourn.visit.trial.CombinationTrial.Combined;
import java.util.List;
import java.util.function.Function;

/// A combination of agents that has ended: what their owner would get.
public final class TriedCombination {
  private final Combined combined;

  TriedCombination(Combined combined) {
    this.combined = combined;
  }

  /// {@return how many agents were combined}
  public int agents() {
    return combined.progress().next() - combined.progress().leftOut().size();
  }

  /// {@return why agents were skipped, one sentence for each}
  public List<String> leftOut() {
    return combined.progress().leftOut().stream().map(LeftOut::reason).toList();
  }

  /// {@return one sentence why it ended early; empty text if it did not}
  public String failure() {
    return combined.progress().failure();
  }

  /// {@return the findings in their order, each a JSON object on one line}
  public List<String> findings() {
    return lines(ParcelLine.Finding.class, ParcelLine.Finding::json);
  }

  /// {@return one member of each finding that has it, as text}
  ///
  /// @param member its name; for a nested member, a JSON pointer such as `/link/url`
  public List<String> values(String member) {
    return ReportedValues.of(findings(), member);
  }

  /// {@return the agent's log lines}
  public List<String> log() {
    return lines(ParcelLine.Log.class, ParcelLine.Log::text);
  }

  private <L extends ParcelLine> List<String> lines(Class<L> kind, Function<L, String> text) {
    return combined.kept().stream().filter(kind::isInstance).map(kind::cast).map(text).toList();
  }

  /// {@return the end in words, for the message of a failed test}
  @Override
  public String toString() {
    return agents() + " agents, " + findings().size() + " findings " + failure() + leftOut();
  }
}
