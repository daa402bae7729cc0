package dev.sojourn.crawl.visits;

import dev.sojourn.atp.parcel.ParcelLine;

/// The lines of one parcel that a shell wants to have while a worker reads them, so that it need
/// not read the parcel again. It may want none. Confined to one thread.
public interface ParcelLineSink extends AutoCloseable {

  /// A shell that wants no line.
  ParcelLineSink NONE =
      new ParcelLineSink() {
        @Override
        public void finding(String json) {}

        @Override
        public void logged(ParcelLine line) {}

        @Override
        public void offered() {}

        @Override
        public void settled(boolean isNew) {}

        @Override
        public void close() {}
      };

  /// Takes the next finding.
  ///
  /// @param json as it stands in the parcel, or will stand
  void finding(String json);

  /// Takes the next line that is no finding, if a log of pages and links needs it.
  ///
  /// @param line of the parcel
  void logged(ParcelLine line);

  /// The parcel has been read whole, and is about to be kept.
  void offered();

  /// The parcel is kept, or could not be.
  ///
  /// @param isNew whether it is kept now and was not before
  void settled(boolean isNew);

  /// Lets the lines go that were gathered.
  @Override
  void close();
}
