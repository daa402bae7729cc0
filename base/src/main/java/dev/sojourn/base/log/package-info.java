/// Logs that strangers cannot fill: [dev.sojourn.base.log.FaultLog] for faults of this program with
/// their traces, [dev.sojourn.base.log.SparseLog] for lines that a peer can cause.
@NullMarked
package dev.sojourn.base.log;

import org.jspecify.annotations.NullMarked;
