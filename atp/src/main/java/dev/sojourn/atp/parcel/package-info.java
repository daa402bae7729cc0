/// What comes home: numbered parcels of findings, and how a visit stands.
@NullMarked
package dev.sojourn.atp.parcel;

import org.jspecify.annotations.NullMarked;
