package dev.sojourn.visit.content;

import java.io.IOException;
import java.util.Optional;

/// The body of a page that is a file, not opened yet.
///
/// @param file opens the file
/// @param found the version of the file at the answer
/// @param isKnownByVersion whether the version distinguishes the body from all others
/// @param isKept whether views of the page may be kept
record FileBody(Opener file, FileVersion found, boolean isKnownByVersion, boolean isKept)
    implements PageBody {
  /// Opens one file.
  interface Opener {
    /// {@return the whole file}
    ///
    /// @param version the expected version
    /// @throws ChangedPageException if the file has another version
    byte[] read(FileVersion version) throws IOException;
  }

  @Override
  public int sizeBytes() {
    return (int) found.size();
  }

  @Override
  public Optional<String> version() {
    return isKnownByVersion ? Optional.of(found.text()) : Optional.empty();
  }

  @Override
  public byte[] read() throws IOException {
    return file.read(found);
  }
}
