package dev.sojourn.kit;

import dev.sojourn.agent.WakeConditions;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.sandbox.MessageReply;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.trial.TrialMessage;
import dev.sojourn.visit.trial.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A visit that is over: what the agent's owner would get of it, and what it cost. If a visit did
/// not finish, only the lines of its last checkpoint count, as at a host.
public final class TriedVisit {
  private final TrialResult result;

  TriedVisit(TrialResult result) {
    this.result = result;
  }

  /// {@return how it ended, in the word of a host: `finished`, `parked`, `denied`, `stopped`,
  /// `failed`}
  public String outcome() {
    return end().state().word();
  }

  /// {@return why it ended so, one sentence; empty for a visit that finished}
  public String reason() {
    return end().reason();
  }

  /// {@return each reason for which the sandbox did not admit the code; empty if it did}
  public List<String> refusals() {
    if (!(end() instanceof VisitOutcome.Denied denied)) {
      return List.of();
    }
    var all = new ArrayList<String>();
    all.add(denied.reason());
    all.addAll(denied.others());
    return List.copyOf(all);
  }

  /// {@return the limit that stopped the visit, by the name of `agent try --limits`.
  /// `allocatedBytes` also stands for a step for which the worker's heap had no room; [#reason()]
  /// says so}
  public Optional<String> limit() {
    return end() instanceof VisitOutcome.Stopped stopped ? stopped.limit() : Optional.empty();
  }

  /// {@return where in the agent's code the visit ended, as `Class.method (line 7)`; empty if that
  /// is not known}
  public Optional<String> place() {
    return Optional.of(end().place()).filter(place -> place.isKnown()).map(String::valueOf);
  }

  /// {@return what would wake the agent; empty unless it parked}
  public Optional<WakeConditions> until() {
    return result.until();
  }

  /// {@return the URLs at which the agent wants to go on}
  public List<String> next() {
    return end().next();
  }

  /// {@return the findings in their order, each a JSON object on one line}
  public List<String> findings() {
    return lines(ParcelLine.Finding.class, ParcelLine.Finding::json);
  }

  /// {@return one member of each finding that has it, as text}
  ///
  /// @param member its name; for a member within another, a JSON pointer, as `/link/url`
  public List<String> values(String member) {
    return ReportedValues.of(findings(), member);
  }

  /// {@return the URLs that were handed to the dispatcher}
  public List<String> referrals() {
    return lines(ParcelLine.Referral.class, ParcelLine.Referral::url);
  }

  /// {@return the lines that the agent wrote}
  public List<String> log() {
    return lines(ParcelLine.Log.class, ParcelLine.Log::text);
  }

  /// {@return the agent's answers to the messages of [AgentTrial#message], in their order; none to
  /// a message that it did not hear before its visit ended, or if it takes none}
  public List<String> answers() {
    return result.messages().stream()
        .map(TrialMessage::reply)
        .filter(MessageReply.Answered.class::isInstance)
        .map(reply -> ((MessageReply.Answered) reply).text())
        .toList();
  }

  /// {@return the URLs of the pages that were read}
  public List<String> pages() {
    return asked(PageOutcome.FETCHED);
  }

  /// {@return the URLs that the site's robots.txt closes, and the agent asked for}
  public List<String> disallowed() {
    return asked(PageOutcome.DISALLOWED);
  }

  /// {@return the bytes of the pages that were read, counted as [#cpu()] is}
  public long pageBytes() {
    return result.visit().tally().pageBytes();
  }

  /// {@return the processor time of the visit; if it woke, with that of the visits before}
  public Duration cpu() {
    return result.visit().tally().spending().cpu();
  }

  /// {@return the bytes of heap that the visit allocated over its life, counted likewise}
  public long allocatedBytes() {
    return result.visit().tally().spending().allocatedBytes();
  }

  /// {@return the size of the state that the visit left; 0 unless it finished}
  public int stateBytes() {
    return result.visit().state().map(state -> state.length).orElse(0);
  }

  /// {@return the end in words, for the message of a test that fails}
  @Override
  public String toString() {
    return outcome()
        + (reason().isEmpty() ? "" : ": " + reason())
        + place().map(place -> " at " + place).orElse("")
        + ", "
        + findings().size()
        + " findings, "
        + pages().size()
        + " pages";
  }

  private VisitOutcome end() {
    return result.visit().outcome();
  }

  private List<String> asked(PageOutcome outcome) {
    return lines(ParcelLine.Page.class, ParcelLine.Page::asked).stream()
        .filter(page -> page.outcome() == outcome)
        .map(PageRecord::url)
        .toList();
  }

  private <L extends ParcelLine, T> List<T> lines(Class<L> kind, Function<L, T> content) {
    return result.kept().stream().filter(kind::isInstance).map(kind::cast).map(content).toList();
  }
}
