package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The output of a process. A confined worker has none, so a worker's output says why it did not
/// come up. All of it is read, so that the process never waits, and its beginning is kept. May be
/// used by any thread.
public final class WorkerOutput {
  private static final System.Logger LOG = System.getLogger(WorkerOutput.class.getName());
  private static final int KEPT_BYTES = 2_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private volatile String text = "";

  private WorkerOutput() {}

  /// Begins to read.
  ///
  /// @param process whose errors are redirected to its output
  /// @return its output from here on
  public static WorkerOutput of(Process process) {
    var output = new WorkerOutput();
    Thread.ofVirtual()
        .name("worker-output-" + process.pid())
        .start(() -> output.drain(process.getInputStream()));
    return output;
  }

  /// {@return the beginning of the output so far, some 2,000 bytes as ISO 8859-1; none of it is to
  /// be believed}
  public String text() {
    return text;
  }

  /// Waits until the process cannot write any more, for a second at most.
  ///
  /// @return the beginning of its output, as [#text] has it
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
