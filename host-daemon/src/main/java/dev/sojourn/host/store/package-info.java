/// The store of a daemon on disk: agents, their states, their parcels, and records of earlier
/// transfers.
///
/// [Store] is one SQLite file in write-ahead mode with `synchronous=FULL`. A method that writes
/// returns a [PendingWrite][dev.sojourn.host.store.PendingWrite]; a completed write survives a
/// power cut. One thread writes, and simultaneous writes share one commit. The store has no
/// callbacks. [ArrivalStore][dev.sojourn.host.store.ArrivalStore] admits agents, and
/// [VisitStore][dev.sojourn.host.store.VisitStore] changes their visits.
@NullMarked
package dev.sojourn.host.store;

import org.jspecify.annotations.NullMarked;
