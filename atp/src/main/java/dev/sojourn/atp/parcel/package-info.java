/// Numbered parcels of findings, and the status of a visit. The store of the host packs a parcel at
/// a checkpoint, and the one of the dispatcher for a visit at home. The dispatcher acknowledges it
/// with its next COLLECT, when it has it on disk.
@NullMarked
package dev.sojourn.atp.parcel;

import org.jspecify.annotations.NullMarked;
