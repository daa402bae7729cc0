/// Numbered parcels of findings, and the status of a visit. The host's store packs a parcel at each
/// checkpoint. For a visit at home, the dispatcher's store does. Once the dispatcher has a parcel
/// on disk, it acknowledges the parcel with its next COLLECT.
@NullMarked
package dev.sojourn.atp.parcel;

import org.jspecify.annotations.NullMarked;
