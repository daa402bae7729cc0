package dev.sojourn.lab.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// The disk alone: how long it takes until four kilobytes at the end of a file are on it. An answer
/// that waits for the disk cannot come sooner.
final class DiskFlush {
  private static final int PAGE_BYTES = 4_096;

  private DiskFlush() {}

  /// Appends and flushes this many times.
  static LoadRow measure(Path folder, int times) throws IOException {
    var file = folder.resolve("flushed");
    var latencies = new Latencies(times);
    var before = ProcessUse.now(0);
    long begun = System.nanoTime();
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int i = 0; i < times; i++) {
        long started = System.nanoTime();
        channel.write(ByteBuffer.allocate(PAGE_BYTES));
        channel.force(false);
        latencies.record(System.nanoTime() - started);
      }
    } finally {
      Files.deleteIfExists(file);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    return new LoadRow(
        "the disk alone: 4 KiB appended and flushed",
        times / seconds,
        LoadBench.millis(latencies.within(0.5)),
        LoadBench.millis(latencies.within(0.99)),
        LoadBench.millis(latencies.within(0.999)),
        times,
        0,
        "",
        PAGE_BYTES,
        Optional.empty(),
        Optional.empty(),
        ProcessUse.now(0).load().minus(before.load()).toNanos() / 1_000 / times,
        Optional.empty());
  }
}
