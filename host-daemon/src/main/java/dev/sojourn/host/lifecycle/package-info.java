/// The life of a visit on this host, from the storage of its agent to its end.
///
/// [VisitMachine] decides: a [VisitRecord] and a [VisitEvent] give the next record and a
/// [VisitCommand]. [VisitShell] has the mailbox of events and carries out the commands; other
/// classes use the visit as [ActiveVisit]. [Visits] is the table of this process's visits.
/// [dev.sojourn.visit.WorkerLossPolicy] decides whether a visit continues after the loss of its
/// worker. `docs/host-lifecycle.md` shows the states.
@NullMarked
package dev.sojourn.host.lifecycle;

import org.jspecify.annotations.NullMarked;
