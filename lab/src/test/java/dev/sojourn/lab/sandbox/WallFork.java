package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Remembers;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.confine.ProcessWall;
import dev.sojourn.sandbox.confine.ResourceLimits;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Raises around itself the wall that a worker raises, and leaves in a file how many nanoseconds
/// that took.
final class WallFork {
  private static final long ROOM_BYTES = 512L << 20;

  private static final int REHEARSALS = 50;

  private WallFork() {}

  /// Runs.
  ///
  /// @param args the file, of eight octets; mapped, since nothing can be written any more later
  public static void main(String[] args) throws Exception {
    var wall = ProcessWall.prepare();
    try (var file =
        FileChannel.open(Path.of(args[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var told = file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
      // As long as a worker's rehearsal, while the C library is linked on another thread.
      for (int i = 0; i < REHEARSALS; i++) {
        Admission.admit(GuestCode.jar(Remembers.class, false, "rehearsal" + i));
      }
      long begun = System.nanoTime();
      wall.raise(new ResourceLimits(ROOM_BYTES, 0));
      told.putLong(0, System.nanoTime() - begun);
    }
    Runtime.getRuntime().halt(0);
  }
}
