package dev.sojourn.atp.parcel;

/// One line of a parcel: what an agent said and asked for, in the order in which it did.
public sealed interface ParcelLine {

  /// Something the agent found.
  ///
  /// @param json a JSON object on one line
  record Finding(String json) implements ParcelLine {}

  /// A URL for the dispatcher to decide about.
  ///
  /// @param url absolute
  record Referral(String url) implements ParcelLine {}

  /// A page that the agent asked for, as its host tells it.
  ///
  /// @param asked the record
  record Page(PageRecord asked) implements ParcelLine {
    /// {@return the line as a JSON object in UTF-8, without white space}
    public byte[] toJson() {
      return ParcelLines.page(asked);
    }
  }

  /// A line for people.
  ///
  /// @param text one line
  record Log(String text) implements ParcelLine {}
}
