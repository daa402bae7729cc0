package dev.sojourn.crawl.local.store;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.Messages;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The output directory of a crawl, held by one process at a time. It contains `crawl.db` (all data
/// for a resume), `index/`, `findings.jsonl`, `urls.jsonl` and `summary.json`. Only the owner can
/// read its files, since findings may be confidential.
public final class OutDirectory implements Closeable {
  private static final String DATABASE = "crawl.db";
  private static final List<String> FILES =
      List.of("lock", DATABASE, "crawl.db-wal", "crawl.db-shm", "index/write.lock");

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;

  private OutDirectory(Path path, FileChannel channel, FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
  }

  /// {@return whether a directory has a crawl, or at least its store}
  ///
  /// @param path the directory; it is not changed
  public static boolean hasCrawl(Path path) {
    return Files.exists(database(path));
  }

  /// {@return the path of a directory's store}
  ///
  /// @param path the directory
  public static Path database(Path path) {
    return path.resolve(DATABASE);
  }

  /// Creates the directory if it is missing, and locks it.
  ///
  /// @param path of the crawl's output
  /// @return the directory; the caller closes it
  /// @throws CommandException if the directory cannot be written or another process holds it
  public static OutDirectory take(Path path) {
    try {
      OwnerOnly.createDirectories(path);
      refuseLinks(path);
      refuseOthers(path);
      var file = path.resolve("lock");
      var channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              OwnerOnly.file(file));
      var lock = lock(channel);
      if (lock == null) {
        channel.close();
        throw new CommandException(
            ExitCode.FAILED,
            "Another crawl is writing to "
                + path
                + "; wait for it, stop it, or name another directory with --out.");
      }
      return new OutDirectory(path, channel, lock);
    } catch (FileAlreadyExistsException _) {
      throw new CommandException(
          ExitCode.FAILED, path + " is a file; name a directory with --out.");
    } catch (IOException _) {
      throw new CommandException(
          ExitCode.FAILED,
          "The directory "
              + path
              + " cannot be written; make it writable, or name another one with --out.");
    }
  }

  /// Refuses symbolic links. Other users may be able to write into the directory. Their link could
  /// redirect private output to their own place, or overwrite a file of the owner.
  private static void refuseLinks(Path path) {
    for (var name : List.of("lock", "crawl.db", "crawl.db-wal", "crawl.db-shm", "index")) {
      if (Files.isSymbolicLink(path.resolve(name))) {
        throw new CommandException(
            ExitCode.FAILED,
            path.resolve(name)
                + " is a link, and a crawl follows none; take it away, or name another directory"
                + " with --out.");
      }
    }
  }

  /// Refuses special files: opening a pipe under the name of a file would block for ever.
  private static void refuseOthers(Path path) {
    try {
      for (var name : FILES) {
        RegularFile.requireIfThere(path.resolve(name));
      }
    } catch (FileSystemException e) {
      throw new CommandException(
          ExitCode.FAILED,
          Messages.clause(e) + "; take it away, or name another directory with --out.");
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null;
    }
  }

  /// {@return the directory itself}
  public Path path() {
    return path;
  }

  /// {@return the path of the store}
  public Path database() {
    return path.resolve(DATABASE);
  }

  /// {@return the file of the findings that count, one JSON object on each line}
  public Path findings() {
    return path.resolve("findings.jsonl");
  }

  /// {@return the path of a temporary file of findings; a running crawl deletes the name at once}
  public Path spool() {
    return path.resolve("findings.spool");
  }

  /// {@return the file of the crawl log, one JSON object for each requested URL}
  public Path urls() {
    return path.resolve("urls.jsonl");
  }

  /// {@return the file of the summary}
  public Path summary() {
    return path.resolve("summary.json");
  }

  /// Releases the directory for other processes.
  @Override
  public void close() throws IOException {
    try (channel) {
      lock.release();
    }
  }
}
