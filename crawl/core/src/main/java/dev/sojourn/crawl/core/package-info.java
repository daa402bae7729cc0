/// The crawl of one site as a pure state machine: no clock, no I/O, no randomness, no threads.
///
/// [dev.sojourn.crawl.core.SiteMachine] computes the next state from a
/// [dev.sojourn.crawl.core.SiteState] and an [dev.sojourn.crawl.core.Event].
/// [dev.sojourn.crawl.core.SiteCommands] derives from a state the [dev.sojourn.crawl.core.Command]s
/// that have to be carried out. A shell stores the event, carries out the new commands, and reports
/// their results as further events. Events may come twice, late, or in another order. After a
/// crash, commands may be carried out again.
///
/// `RoutingMachine` decides where a URL goes, and `SiteVisitMachine` decides the next stage of a
/// visit. `RoundMachine` decides when the crawl of the site rests, continues or ends.
/// `docs/crawl-lifecycle.md` shows diagrams.
@NullMarked
package dev.sojourn.crawl.core;

import org.jspecify.annotations.NullMarked;
