/// Runs one visit, independent of the source of its pages. The daemon uses it at a site, and the
/// dispatcher uses it over HTTP.
///
/// [VisitRunner] controls the sandbox. Only [VisitGate] decides whether a page is allowed. A
/// [VisitJournal] stores the agent's findings and progress. [VisitOutcome] is the end of a visit.
/// [WorkerLossPolicy] decides whether a visit continues after its worker died.
@NullMarked
package dev.sojourn.visit;

import org.jspecify.annotations.NullMarked;
