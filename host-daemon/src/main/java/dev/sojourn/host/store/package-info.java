/// What a daemon keeps on disk: agents, their states, their parcels, and what was seen before.
///
/// [Store] is one SQLite file in write-ahead mode with `synchronous=FULL`: when one of its methods
/// returns, what it wrote survives a power cut. One thread writes, and several writes that wait at
/// the same time share one commit.
@NullMarked
package dev.sojourn.host.store;

import org.jspecify.annotations.NullMarked;
