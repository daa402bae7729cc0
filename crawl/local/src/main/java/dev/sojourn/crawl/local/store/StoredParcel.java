package dev.sojourn.crawl.local.store;

import dev.sojourn.atp.parcel.Parcel;

/// A parcel in the store.
///
/// @param sequence the number of the parcel in order of arrival, over the whole crawl, from 1
/// @param parcel the parcel of a visit
public record StoredParcel(long sequence, Parcel parcel) {}
