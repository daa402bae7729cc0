package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Workers whose sockets lie in a directory that a user chose.
class WorkerDirectoryIT {
  @TempDir private Path directory;

  @Test
  void aVisitRunsWhereTheNameOfTheDirectoryIsNotAscii() throws Exception {
    assumeTrue(
        System.getProperty("sun.jnu.encoding").equals("UTF-8"), "these tests have another locale");
    var sockets = Files.createDirectory(directory.resolve("für Agenten"));
    var finishes = AgentSource.agent("public Next visit(Visit v) { return Next.done(); }");
    try (var sandbox = OpenSandbox.open(OpenSandbox.settings(1, 1).withDirectory(sockets))) {
      assertThat(sandbox.start(Orders.of(finishes), RecordingServices.ofNothing()).await())
          .isInstanceOf(VisitEnd.Finished.class);
    }
  }
}
