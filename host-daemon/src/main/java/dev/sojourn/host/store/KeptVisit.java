package dev.sojourn.host.store;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.visit.VisitTally;
import java.time.Instant;

/// A visit as it is on disk.
///
/// @param key its name
/// @param agent the package, without code and state
/// @param passport the passport in the package
/// @param status of the visit
/// @param tally its spending up to its last checkpoint
/// @param arrived time of arrival
public record KeptVisit(
    VisitKey key,
    AgentPackage agent,
    Passport passport,
    VisitStatus status,
    VisitTally tally,
    Instant arrived) {}
