package dev.sojourn.visit.content;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/// Checks whether a site's folder is present. A missing folder does not mean missing pages: its
/// disk may be unmounted, or a release in progress. A folder counts as away if it had pages and is
/// now empty, or if its mount is gone and the underlying directory is visible. Safe for use by
/// several threads.
public final class FolderCheck {
  private static final String ROBOTS = "robots.txt";

  private volatile boolean hasHadPages;
  private volatile Optional<Seen> seen = Optional.empty();

  /// The folder when it was last present.
  ///
  /// @param top the real path of the folder
  /// @param device the device of the file system; empty if unknown
  /// @param mount the topmost directory above the folder on the same device
  private record Seen(Path top, Optional<Object> device, Path mount) {}

  /// Creates a check of a folder that was not examined yet.
  ///
  /// @param hasHadPages whether the folder had pages earlier, for example in an earlier process
  public FolderCheck(boolean hasHadPages) {
    this.hasHadPages = hasHadPages;
  }

  /// {@return whether the folder had pages, now or earlier}
  public boolean hasHadPages() {
    return hasHadPages;
  }

  /// Fails if the mount of the folder is gone, or if the folder had pages and is empty.
  ///
  /// @param top the real path of the folder
  void require(Path top) throws IOException {
    var device = device(top);
    var before = seen;
    boolean isSame =
        before.filter(last -> last.top().equals(top) && last.device().equals(device)).isPresent();
    if (isSame && hasHadPages) {
      return;
    }
    if (!has(top, _ -> true)) {
      requireNoPages(top);
      return;
    }
    var mount = mount(top, device);
    // Another device at the same place is a new mount of the same disk, for example with NFS.
    boolean isUnmounted =
        before
            .filter(last -> last.top().equals(top))
            .filter(last -> !last.mount().equals(mount) && last.mount().startsWith(mount))
            .isPresent();
    if (isUnmounted) {
      throw away(
          top,
          "nothing is mounted at "
              + before.orElseThrow().mount()
              + " any more; mount it, or reload to take what lies there");
    }
    seen = Optional.of(new Seen(top, device, mount));
    hasHadPages |= has(top, name -> !name.equals(ROBOTS));
  }

  private static Path mount(Path top, Optional<Object> device) throws IOException {
    var mount = top;
    for (var above = top.getParent(); above != null; above = above.getParent()) {
      if (!device(above).equals(device)) {
        return mount;
      }
      mount = above;
    }
    return mount;
  }

  /// Fails if the folder had pages and is empty. Called before a page counts as missing.
  ///
  /// @param top the real path of the folder
  void requirePages(Path top) throws IOException {
    if (!has(top, _ -> true)) {
      requireNoPages(top);
    }
  }

  private void requireNoPages(Path top) throws IOException {
    if (hasHadPages) {
      throw away(
          top, "it is empty and had pages before; put them back, or a robots.txt if it has none");
    }
  }

  private static FileSystemException away(Path top, String why) {
    return new FileSystemException(top.toString(), null, why);
  }

  private static Optional<Object> device(Path place) throws IOException {
    try {
      return Optional.of(Files.getAttribute(place, "unix:dev"));
    } catch (UnsupportedOperationException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Whether the folder has an entry with a matching name. Names that begin with a dot do not
  /// count, since agents never get these files.
  private static boolean has(Path top, Predicate<String> isMeant) throws IOException {
    try (var entries = Files.newDirectoryStream(top)) {
      for (var entry : entries) {
        var name = entry.getFileName().toString();
        if (FilePath.isPlain(name) && isMeant.test(name)) {
          return true;
        }
      }
      return false;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
