package dev.sojourn.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/// A disk of a Java process that fails when a test says so, and a clock that jumps. Below one
/// directory it counts writes, flushes, and changes of names and sizes, and strikes at the one of a
/// given number. Operations fail then, or no longer reach the disk, as after a crash or a loss of
/// power. The program under test is the shipped one: a small library (`failing-disk.c`), loaded by
/// `LD_PRELOAD`, stands between it and the system.
///
/// The test and the process share a file of settings, so the test can strike a process that runs.
public final class FailingDisk {
  private static final String SOURCE = "failing-disk.c";
  private static final String CONTROL = "FAILING_DISK_CONTROL";
  private static final String DIRECTORY = "FAILING_DISK_DIRECTORY";

  // The places of the members of struct control.
  private static final int SEEN = 0;
  private static final int FIRST = 8;
  private static final int LENGTH = 16;
  private static final int ERROR = 24;
  private static final int KINDS = 28;
  private static final int BLOW = 32;
  private static final int STRUCK = 36;
  private static final int AHEAD = 40;
  private static final int FRESH = 48;
  private static final int BYTES = 4_096;

  private static final int WRITES = 1;
  private static final int FLUSHES = 2;
  private static final int ALL = 7;
  private static final int EIO = 5;
  private static final int ENOSPC = 28;

  private final Path library;
  private final Path control;
  private final MappedByteBuffer settings;

  private FailingDisk(Path library, Path control) throws IOException {
    this.library = library;
    this.control = control;
    try (var channel =
        FileChannel.open(
            control,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      this.settings = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
    }
    settings.order(ByteOrder.nativeOrder());
  }

  /// The ways in which a disk fails.
  public enum Blow {
    /// Each operation fails as on a broken disk.
    BROKEN(ALL, EIO, 0),
    /// Flushes fail.
    UNFLUSHED(FLUSHES, EIO, 0),
    /// There is no room for more.
    FULL(WRITES, ENOSPC, 0),
    /// The process crashes: its writes stay, with half of the last one.
    CRASH(ALL, EIO, 1),
    /// The power fails: writes that were not flushed are gone.
    POWER_LOSS(ALL, EIO, 2),
    /// The power fails, and the process ends there and then.
    POWER_LOSS_AND_END(ALL, EIO, 3);

    private final int kinds;
    private final int error;
    private final int number;

    Blow(int kinds, int error, int number) {
      this.kinds = kinds;
      this.error = error;
      this.number = number;
    }

    /// {@return whether no later write reaches the disk}
    public boolean isEnd() {
      return number != 0;
    }
  }

  /// Compiles the library.
  ///
  /// @param folder for the library and the settings, on the file system of the data
  /// @return the disk; empty if this machine is no Linux or has no C compiler
  /// @throws IOException if a file cannot be written
  /// @throws InterruptedException if the thread is interrupted
  public static Optional<FailingDisk> in(Path folder) throws IOException, InterruptedException {
    var source = folder.resolve(SOURCE);
    var library = folder.resolve("failing-disk.so");
    try (InputStream in =
        Objects.requireNonNull(FailingDisk.class.getResourceAsStream(SOURCE), SOURCE)) {
      Files.write(source, in.readAllBytes());
    }
    var compiler =
        new ProcessBuilder(
            "cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source.toString(), "-ldl");
    try {
      var process =
          compiler.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      return Files.isDirectory(Path.of("/proc/self")) && process.start().waitFor() == 0
          ? Optional.of(new FailingDisk(library, folder.resolve("failing-disk.control")))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// {@return the disk under this process, which [#under] has started}
  ///
  /// @throws IOException if it was not started so
  public static FailingDisk ofThisProcess() throws IOException {
    var control = System.getenv(CONTROL);
    if (control == null) {
      throw new IOException("no failing disk is under this process");
    }
    return new FailingDisk(Path.of(control), Path.of(control));
  }

  /// Has a program run on this disk. If a script starts Java, Java runs on it; Java's own children
  /// do not.
  ///
  /// @param builder starts the program
  /// @param directory below which the disk fails, as the program names it
  public void under(ProcessBuilder builder, Path directory) {
    var environment = builder.environment();
    environment.put("LD_PRELOAD", library.toString());
    environment.put(CONTROL, control.toString());
    environment.put(DIRECTORY, directory.toString());
  }

  /// Strikes from now on: from the operation `first` on, `length` operations.
  ///
  /// @param blow which
  /// @param first number of the operation, counted from now, from 1 on
  /// @param length how many operations fail, if the blow is no end
  public void strike(Blow blow, long first, long length) {
    settings.putLong(FIRST, 0);
    settings.putInt(STRUCK, 0);
    settings.putLong(SEEN, 0);
    settings.putLong(LENGTH, length);
    settings.putInt(ERROR, blow.error);
    settings.putInt(KINDS, blow.kinds);
    settings.putInt(BLOW, blow.number);
    settings.putLong(FIRST, first);
  }

  /// Counts from now on, and lets all operations pass. Earlier writes count as flushed.
  public void calm() {
    strike(Blow.BROKEN, 0, 0);
    settings.putLong(FRESH, 1);
  }

  /// {@return how many operations of the kinds that count there were since the last [#strike] or
  /// [#calm]}
  public long operations() {
    return settings.getLong(SEEN);
  }

  /// {@return whether the fault was met}
  public boolean hasStruck() {
    return settings.getInt(STRUCK) != 0;
  }

  /// Sets the clock of the process.
  ///
  /// @param ahead how far it is ahead of the true time; may be negative
  public void clock(Duration ahead) {
    settings.putLong(AHEAD, ahead.toMillis());
  }
}
