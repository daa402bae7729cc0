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

/// A visit that has ended: what the agent's owner would get, and the cost. As at a host, only lines
/// up to the last checkpoint count if the visit did not finish.
public final class TriedVisit {
  private final TrialResult result;

  TriedVisit(TrialResult result) {
    this.result = result;
  }

  /// {@return how it ended: `finished`, `parked`, `denied`, `stopped` or `failed`, as a host
  /// reports it}
  public String outcome() {
    return end().state().word();
  }

  /// {@return one sentence why it ended so; empty text for a finished visit}
  public String reason() {
    return end().reason();
  }

  /// {@return the reasons why the sandbox did not admit the code; empty if it did}
  public List<String> refusals() {
    if (!(end() instanceof VisitOutcome.Denied denied)) {
      return List.of();
    }
    var all = new ArrayList<String>();
    all.add(denied.reason());
    all.addAll(denied.others());
    return List.copyOf(all);
  }

  /// {@return the limit that stopped the visit, with its name in `agent try --limits`} It is also
  /// `allocatedBytes` if the worker's heap had no room; [#reason()] then says so.
  public Optional<String> limit() {
    return end() instanceof VisitOutcome.Stopped stopped ? stopped.limit() : Optional.empty();
  }

  /// {@return where in the agent's code the visit ended, such as `Class.method (line 7)`; empty if
  /// unknown}
  public Optional<String> place() {
    return Optional.of(end().place()).filter(place -> place.isKnown()).map(String::valueOf);
  }

  /// {@return the conditions that wake the agent; empty unless it parked}
  public Optional<WakeConditions> until() {
    return result.until();
  }

  /// {@return the URLs at which the agent wants to continue}
  public List<String> next() {
    return end().next();
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

  /// {@return the URLs that were referred to the dispatcher}
  public List<String> referrals() {
    return lines(ParcelLine.Referral.class, ParcelLine.Referral::url);
  }

  /// {@return the agent's log lines}
  public List<String> log() {
    return lines(ParcelLine.Log.class, ParcelLine.Log::text);
  }

  /// {@return the agent's answers to the messages of [AgentTrial#message], in their order} A
  /// message has no answer if the visit ended before it was delivered, or if the agent takes no
  /// messages.
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

  /// {@return the URLs that the agent requested, but the site's robots.txt disallows}
  public List<String> disallowed() {
    return asked(PageOutcome.DISALLOWED);
  }

  /// {@return the bytes of the pages that were read, over the same visits as [#cpu()]}
  public long pageBytes() {
    return result.visit().tally().pageBytes();
  }

  /// {@return the processor time of the visit; after [AgentTrial#wake()], including the time before
  /// it}
  public Duration cpu() {
    return result.visit().tally().spending().cpu();
  }

  /// {@return the bytes of heap that the visit allocated, over the same visits as [#cpu()]}
  public long allocatedBytes() {
    return result.visit().tally().spending().allocatedBytes();
  }

  /// {@return the size of the state after the visit; 0 if there is none}
  public int stateBytes() {
    return result.visit().state().map(state -> state.length).orElse(0);
  }

  /// {@return the end in words, for the message of a failed test}
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
