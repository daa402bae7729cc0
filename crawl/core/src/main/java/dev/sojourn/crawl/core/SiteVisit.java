package dev.sojourn.crawl.core;

/// One visit to a territory, under way or over. Each visit has its own agent id, so that late
/// parcels of a lost visit are never mistaken for parcels of its successor.
///
/// @param assignment the task of the agent
/// @param result the status of the visit, and its totals
/// @param mayBeAtHost whether a host has or may have the agent and must delete it
/// @param waitedSeconds how long the agent is known to have waited for its turn at the host
public record SiteVisit(
    Assignment assignment, Result result, boolean mayBeAtHost, long waitedSeconds) {

  /// The agent of a visit and its part of the territory's seeds.
  ///
  /// @param agentId letters and digits
  /// @param place of the visit
  /// @param hop how many visits the agent made before; 0 for a new agent
  /// @param from the index of its first start URL among the territory's seeds
  /// @param to the index after its last start URL among the territory's seeds
  /// @param basis the agent id of the visit whose last state it begins with; empty for a new agent
  public record Assignment(String agentId, Place place, int hop, int from, int to, String basis) {}

  /// The status and the totals of a visit.
  ///
  /// @param ending the status: under way or ended
  /// @param tally its totals, as far as known
  public record Result(Ending ending, Tally tally) {

    /// The result of a visit that is under way.
    public static final Result OPEN = new Result(new Ending.Open(), Tally.NONE);
  }

  SiteVisit ended(Ending how, Tally spent) {
    boolean stays = mayBeAtHost && !(how instanceof Ending.Refused);
    return new SiteVisit(assignment, new Result(how, spent), stays, waitedSeconds);
  }

  /// Counts the start URLs before an index as given to this visit.
  SiteVisit givenUpTo(int to) {
    var all = new Assignment(agentId(), place(), hop(), from(), to, basis());
    return new SiteVisit(all, result, mayBeAtHost, waitedSeconds);
  }

  /// Continues the visit as if it had never ended.
  SiteVisit reopened() {
    return new SiteVisit(assignment, Result.OPEN, mayBeAtHost, waitedSeconds);
  }

  SiteVisit disposed() {
    return new SiteVisit(assignment, result, false, waitedSeconds);
  }

  /// Raises the total waiting time, which includes earlier waiting.
  SiteVisit waited(long seconds) {
    return new SiteVisit(assignment, result, mayBeAtHost, Math.max(waitedSeconds, seconds));
  }

  /// {@return [Assignment#agentId()]}
  public String agentId() {
    return assignment.agentId();
  }

  /// {@return [Assignment#place()]}
  public Place place() {
    return assignment.place();
  }

  /// {@return [Assignment#hop()]}
  public int hop() {
    return assignment.hop();
  }

  /// {@return [Assignment#from()]}
  public int from() {
    return assignment.from();
  }

  /// {@return [Assignment#to()]}
  public int to() {
    return assignment.to();
  }

  /// {@return [Assignment#basis()]}
  public String basis() {
    return assignment.basis();
  }

  /// {@return [Result#ending()]}
  public Ending ending() {
    return result.ending();
  }

  /// {@return [Result#tally()]}
  public Tally tally() {
    return result.tally();
  }
}
