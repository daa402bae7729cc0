package dev.sojourn.visit.content;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/// The check whether a site's folder is there. A folder that is away says nothing about its pages:
/// its disk may not be mounted, or a release be under way. So a folder counts as away if it had
/// pages and is empty, or if its mount is gone and the directory below shows. Safe for use by
/// several threads.
public final class FolderCheck {
  private static final String ROBOTS = "robots.txt";

  private volatile boolean hasHadPages;
  private volatile Optional<Seen> seen = Optional.empty();

  /// The folder when it was there last.
  ///
  /// @param top without links
  /// @param device of the file system; empty if the system names none
  /// @param mount the uppermost directory of that device above it
  private record Seen(Path top, Optional<Object> device, Path mount) {}

  /// Creates the check of a folder that was not looked at yet.
  ///
  /// @param hasHadPages whether the folder had pages earlier, as in a process before
  public FolderCheck(boolean hasHadPages) {
    this.hasHadPages = hasHadPages;
  }

  /// {@return whether the folder had pages, now or earlier}
  public boolean hasHadPages() {
    return hasHadPages;
  }

  /// Fails if the mount is gone on which the folder stood, or if it is empty and had pages.
  ///
  /// @param top without links
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
    // Another device at the same place is the mount made anew, as NFS numbers them.
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

  /// Fails if the folder had pages and is empty. To be asked before a page counts as missing.
  ///
  /// @param top without links
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

  /// Whether the folder has an entry of such a name. Names that begin with a dot do not count,
  /// since no agent gets their files.
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
