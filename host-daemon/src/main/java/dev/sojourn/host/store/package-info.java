/// The store of a daemon on disk: agents, their states, their parcels, and the traces of earlier
/// transfers.
///
/// [Store] is one SQLite file in write-ahead mode with `synchronous=FULL`. A method that writes
/// returns a [PendingWrite][dev.sojourn.host.store.PendingWrite]: once that is complete, the write
/// survives a power cut. One thread writes, and several writes that wait at the same time share one
/// commit. The store calls nobody. [ArrivalStore][dev.sojourn.host.store.ArrivalStore] takes agents
/// in, and what changes a visit that is here is a write of
/// [VisitStore][dev.sojourn.host.store.VisitStore].
@NullMarked
package dev.sojourn.host.store;

import org.jspecify.annotations.NullMarked;
