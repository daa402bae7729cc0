/// One visit, wherever its pages come from: the daemon makes visits with it on a folder, and the
/// dispatcher makes them at home over HTTP.
///
/// [VisitRunner] drives the sandbox; [VisitGate] alone decides whether a page is allowed; a
/// [VisitJournal] keeps the agent's findings and progress; [VisitOutcome] is the end of a visit.
/// [WorkerLossPolicy] says whether a visit goes on when its worker died.
@NullMarked
package dev.sojourn.visit;

import org.jspecify.annotations.NullMarked;
