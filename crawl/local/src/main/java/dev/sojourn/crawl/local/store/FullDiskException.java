package dev.sojourn.crawl.local.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The disk with the directory of a crawl is full. Its data is intact, and the crawl continues when
/// there is room again.
public final class FullDiskException extends IOException {
  private static final long serialVersionUID = 1;

  /// Below this free space, a transaction or an index segment may not fit any more.
  private static final long LITTLE_ROOM = 16L << 20;

  private FullDiskException(IOException cause) {
    super("The disk is full.", cause);
  }

  /// {@return this exception if the disk is full, otherwise the original failure} Store, index and
  /// files each report a full disk differently, so this method checks the free space.
  ///
  /// @param failure of a crawl
  /// @param directory of the crawl
  public static IOException orElse(IOException failure, Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace() < LITTLE_ROOM
          ? new FullDiskException(failure)
          : failure;
    } catch (IOException _) {
      // If the free space cannot be read, the disk is gone; the original failure explains more.
      return failure;
    }
  }
}
