package dev.sojourn.lab.process;

import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;

/// A fixed task that shows how fast the machine is at the moment: SHA-256 of 32 MiB. Processor
/// times of two runs compare as far as their times for this task do. A guest of a busy machine may
/// have half its speed an hour later.
public final class Calibration {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 32;

  private Calibration() {}

  /// {@return processor time in seconds that the task took on this thread}
  public static double seconds() {
    var block = new byte[BLOCK_BYTES];
    var digest = sha256();
    // The first blocks compile the code of the others.
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
