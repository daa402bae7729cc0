package dev.sojourn.atp.parcel;

/// One line of a parcel: what an agent said, in the order in which it said it.
public sealed interface ParcelLine {

  /// Something the agent found.
  ///
  /// @param json a JSON object on one line
  record Finding(String json) implements ParcelLine {}

  /// A URL for the dispatcher to decide about.
  ///
  /// @param url absolute
  record Referral(String url) implements ParcelLine {}

  /// A line for people.
  ///
  /// @param text one line
  record Log(String text) implements ParcelLine {}
}
