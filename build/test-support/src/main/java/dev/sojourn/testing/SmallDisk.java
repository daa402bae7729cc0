package dev.sojourn.testing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A disk of a few megabytes, for tests that fill it. It lies in memory.
public final class SmallDisk implements AutoCloseable {
  private final Path path;

  private SmallDisk(Path path) {
    this.path = path;
  }

  /// {@return a new disk; empty if this process may mount none, which needs root}
  ///
  /// @param path of a directory, made if it is missing
  /// @param size as `6m`
  /// @throws IOException if the directory cannot be made, or the program `mount` not be started
  /// @throws InterruptedException if the calling thread was interrupted
  public static Optional<SmallDisk> mount(Path path, String size)
      throws IOException, InterruptedException {
    Files.createDirectories(path);
    return run("mount", "-t", "tmpfs", "-o", "size=" + size, "none", path.toString())
        ? Optional.of(new SmallDisk(path))
        : Optional.empty();
  }

  /// {@return the directory at which it is mounted}
  public Path path() {
    return path;
  }

  /// Makes it larger, or smaller.
  ///
  /// @param size as `6m`
  /// @throws IOException if that fails
  /// @throws InterruptedException if the calling thread was interrupted
  public void resize(String size) throws IOException, InterruptedException {
    if (!run("mount", "-o", "remount,size=" + size, path.toString())) {
      throw new IOException("no " + size + " for the disk at " + path);
    }
  }

  /// Unmounts it. A process that another test starts has all open files of this JVM for a moment,
  /// so the disk may be in use at first.
  @Override
  public void close() {
    await().until(() -> run("umount", path.toString()));
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
