package dev.sojourn.crawl.local.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The directory of a crawl that was begun has no room left. The data in it is whole, and the crawl
/// goes on when there is room again.
public final class FullDiskException extends IOException {
  private static final long serialVersionUID = 1;

  /// With less, no transaction and no segment of an index may fit any more.
  private static final long LITTLE_ROOM = 16L << 20;

  private FullDiskException(IOException cause) {
    super("The disk is full.", cause);
  }

  /// {@return this exception if the disk is full, else the failure as it is} Store, index and files
  /// each report a full disk in words of their own, so the disk is asked.
  ///
  /// @param failure of a crawl
  /// @param directory of the crawl
  public static IOException orElse(IOException failure, Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace() < LITTLE_ROOM
          ? new FullDiskException(failure)
          : failure;
    } catch (IOException _) {
      // A disk that cannot even be asked is gone, and the failure says more about it.
      return failure;
    }
  }
}
