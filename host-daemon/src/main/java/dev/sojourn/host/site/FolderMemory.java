package dev.sojourn.host.site;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Remembers folders that had pages, with a mark file for each in the data directory. If the daemon
/// starts before a disk is mounted, the mark shows that the empty folder is not the site.
/// Thread-safe.
public final class FolderMemory {
  private static final System.Logger LOG = System.getLogger(FolderMemory.class.getName());

  private final Path directory;
  private final Set<Path> known = ConcurrentHashMap.newKeySet();

  /// Creates the memory in the data directory.
  ///
  /// @param data directory of the daemon
  public FolderMemory(Path data) {
    this.directory = data.resolve("folders");
  }

  /// {@return whether a folder had pages}
  ///
  /// @param folder the path in the configuration
  public boolean hasHadPages(Path folder) {
    return known.contains(folder) || Files.exists(mark(folder));
  }

  /// Remembers that a folder had pages. On a full disk, only this process remembers it.
  ///
  /// @param folder the path in the configuration
  public void note(Path folder) {
    if (!known.add(folder)) {
      return;
    }
    try {
      OwnerOnly.createDirectories(directory);
      var mark = mark(folder);
      Files.writeString(Files.createFile(mark, OwnerOnly.file(mark)), folder + "\n");
    } catch (FileAlreadyExistsException _) {
      // The mark already exists.
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "It is not remembered over a restart that {0} has pages: {1}",
          folder,
          e.toString());
    }
  }

  private Path mark(Path folder) {
    return directory.resolve(Digest.of(Bytes.utf8(folder.toString())).hex());
  }
}
