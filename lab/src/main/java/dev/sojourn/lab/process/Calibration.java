package dev.sojourn.lab.process;

import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;

/// A fixed task that shows the present speed of the machine: SHA-256 of 32 MiB. Processor times of
/// two runs are comparable only if their times for this task are similar. The speed of a virtual
/// machine on a busy host may halve within an hour.
public final class Calibration {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 32;

  private Calibration() {}

  /// {@return processor time of the task on this thread, in seconds}
  public static double seconds() {
    var block = new byte[BLOCK_BYTES];
    var digest = sha256();
    // The first blocks let the JVM compile the code.
    digest(digest, block);
    var threads = ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    digest(digest, block);
    return (double) (threads.getCurrentThreadCpuTime() - begun) / TimeUnit.SECONDS.toNanos(1);
  }

  private static void digest(MessageDigest digest, byte[] block) {
    for (int i = 0; i < BLOCKS; i++) {
      digest.update(block);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }
}
