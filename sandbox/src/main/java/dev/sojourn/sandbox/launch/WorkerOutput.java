package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The output of a process. A confined worker has no output, so the output shows why a worker did
/// not start. All output is read, so that the process never waits, but only the beginning is kept.
/// Any thread may use it.
public final class WorkerOutput {
  private static final System.Logger LOG = System.getLogger(WorkerOutput.class.getName());
  private static final int KEPT_BYTES = 2_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private volatile String text = "";

  private WorkerOutput() {}

  /// Begins to read the output.
  ///
  /// @param process a process whose error output goes to its standard output
  /// @return the output of the process
  public static WorkerOutput of(Process process) {
    var output = new WorkerOutput();
    Thread.ofVirtual()
        .name("worker-output-" + process.pid())
        .start(() -> output.drain(process.getInputStream()));
    return output;
  }

  /// {@return the beginning of the output so far, about 2,000 bytes as ISO 8859-1; it is not
  /// trustworthy}
  public String text() {
    return text;
  }

  /// Waits at most a second until the process cannot write any more.
  ///
  /// @return the beginning of its output, as in [#text]
  /// @throws InterruptedException if the calling thread is interrupted
  public String awaitText() throws InterruptedException {
    var _ = end.await(1, TimeUnit.SECONDS);
    return text;
  }

  private void drain(InputStream in) {
    var buffer = new byte[4096];
    var kept = new StringBuilder();
    try (in) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        int more = Math.min(n, KEPT_BYTES - kept.length());
        kept.append(new String(buffer, 0, more, StandardCharsets.ISO_8859_1));
        text = kept.toString();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "output of a worker: {0}", e.getMessage());
    } finally {
      end.countDown();
    }
  }
}
