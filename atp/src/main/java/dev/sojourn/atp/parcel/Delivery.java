package dev.sojourn.atp.parcel;

import java.util.List;

/// The answer to a COLLECT.
///
/// @param status how the visit stands; `lastParcel` may be beyond the parcels of this delivery
/// @param parcels the next ones after the one acknowledged, in order and without a gap; may be
///   empty
public record Delivery(VisitStatus status, List<Parcel> parcels) {

  /// The media type of a delivery.
  public static final String MEDIA_TYPE = "application/vnd.sojourn.parcels";

  /// Copies the list.
  public Delivery {
    parcels = List.copyOf(parcels);
  }

  /// {@return whether the visit is over and these are its last parcels}
  public boolean isLast() {
    return status.state().isFinal()
        && (parcels.isEmpty() || parcels.getLast().number() >= status.lastParcel());
  }
}
