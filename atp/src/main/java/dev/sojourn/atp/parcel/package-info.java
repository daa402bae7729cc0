/// Numbered parcels of findings, and the status of a visit.
@NullMarked
package dev.sojourn.atp.parcel;

import org.jspecify.annotations.NullMarked;
