package dev.sojourn.crawl.local.store;

import dev.sojourn.atp.parcel.Parcel;

/// A parcel as it is kept.
///
/// @param sequence in which parcels arrived, over the whole crawl, from 1 without end
/// @param parcel the parcel of a visit
public record StoredParcel(long sequence, Parcel parcel) {}
