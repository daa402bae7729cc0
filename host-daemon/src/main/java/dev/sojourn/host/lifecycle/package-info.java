/// The life of a visit at this host, from the moment its agent is on disk to its end.
///
/// [VisitMachine] decides: pure steps from a [VisitRecord] and a [VisitEvent] to the next record
/// and a [VisitCommand]. [VisitShell] has the mailbox of the events and carries the commands out;
/// others see its visit as [ActiveVisit]. [Visits] is the table of the visits in this process.
/// Whether a visit goes on after its worker was lost is decided where visits run, by
/// [dev.sojourn.visit.WorkerLossPolicy]. `docs/host-lifecycle.md` draws the states.
@NullMarked
package dev.sojourn.host.lifecycle;

import org.jspecify.annotations.NullMarked;
