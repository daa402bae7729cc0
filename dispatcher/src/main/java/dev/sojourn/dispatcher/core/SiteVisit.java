package dev.sojourn.dispatcher.core;

/// One visit to a territory, under way or over. Each has an agent id of its own, so that what a
/// lost visit still delivers is never taken for its successor's.
///
/// @param agentId letters and digits
/// @param place where it is made
/// @param hop how many visits the agent made before, 0 for a new one
/// @param from the first of the territory's seeds that it was given
/// @param to the first seed that it was not given
/// @param basis the agent id of the visit whose last state it begins with; empty for a new agent
/// @param ending how it stands
/// @param reason why it ended so; empty where that needs no reason
/// @param tally what it came to, as far as known
/// @param mayBeAtHost whether the agent is, or may be, kept by a host and has to be disposed of
/// @param waitedSeconds how long it is known to have waited for its turn at its host
public record SiteVisit(
    String agentId,
    Place place,
    int hop,
    int from,
    int to,
    String basis,
    Ending ending,
    String reason,
    Tally tally,
    boolean mayBeAtHost,
    long waitedSeconds) {

  SiteVisit ended(Ending how, String why, Tally spent) {
    return new SiteVisit(
        agentId,
        place,
        hop,
        from,
        to,
        basis,
        how,
        why,
        spent,
        mayBeAtHost && how != Ending.REFUSED,
        waitedSeconds);
  }

  /// It goes on as if it had never ended.
  SiteVisit reopened() {
    return new SiteVisit(
        agentId,
        place,
        hop,
        from,
        to,
        basis,
        Ending.OPEN,
        "",
        Tally.NONE,
        mayBeAtHost,
        waitedSeconds);
  }

  SiteVisit disposed() {
    return new SiteVisit(
        agentId, place, hop, from, to, basis, ending, reason, tally, false, waitedSeconds);
  }

  /// It has waited so long in all; what it was said to have waited before is part of that.
  SiteVisit waited(long seconds) {
    return new SiteVisit(
        agentId,
        place,
        hop,
        from,
        to,
        basis,
        ending,
        reason,
        tally,
        mayBeAtHost,
        Math.max(waitedSeconds, seconds));
  }
}
