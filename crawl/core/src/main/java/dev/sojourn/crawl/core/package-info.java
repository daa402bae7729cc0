/// The crawl of one site as a pure state machine: no clock, no I/O, no randomness, no threads.
///
/// [dev.sojourn.crawl.core.SiteMachine] takes a [dev.sojourn.crawl.core.SiteState] and an
/// [dev.sojourn.crawl.core.Event] and gives the next state. [dev.sojourn.crawl.core.SiteCommands]
/// derives from a state the [dev.sojourn.crawl.core.Command]s that it wants carried out. A shell
/// writes the event down, carries out the commands that are new, and reports their results as
/// further events. Events may come twice, late, or in another order; commands may be carried out
/// again after a crash.
///
/// `RoutingMachine` decides where a URL goes, and `SiteVisitMachine` what becomes of a visit.
/// `RoundMachine` decides when the crawl of the site rests, goes on or is over.
/// `docs/crawl-lifecycle.md` draws them.
@NullMarked
package dev.sojourn.crawl.core;

import org.jspecify.annotations.NullMarked;
