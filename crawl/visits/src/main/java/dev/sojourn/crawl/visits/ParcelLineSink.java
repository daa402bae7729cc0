package dev.sojourn.crawl.visits;

import dev.sojourn.atp.parcel.ParcelLine;

/// Receives the lines of one parcel while a worker reads it, so that the shell need not read the
/// parcel again. A shell may ignore all lines. Confined to one thread.
public interface ParcelLineSink extends AutoCloseable {

  /// Ignores all lines.
  ParcelLineSink NONE =
      new ParcelLineSink() {
        @Override
        public void finding(ParcelLine.Finding finding) {}

        @Override
        public void logged(ParcelLine line) {}

        @Override
        public void offered() {}

        @Override
        public void settled(boolean isNew) {}

        @Override
        public void close() {}
      };

  /// Receives the next finding.
  ///
  /// @param finding as it is, or will be, in the parcel
  void finding(ParcelLine.Finding finding);

  /// Receives the next line that is not a finding, if a log of pages and links needs it.
  ///
  /// @param line of the parcel
  void logged(ParcelLine line);

  /// The parcel was read completely and is about to be stored.
  void offered();

  /// The parcel was stored, or could not be stored.
  ///
  /// @param isNew whether the parcel is stored now and was not before
  void settled(boolean isNew);

  /// Releases the collected lines.
  @Override
  void close();
}
