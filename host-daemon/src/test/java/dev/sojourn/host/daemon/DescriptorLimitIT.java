package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.host.command.HostLine;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A daemon that may open no more files, and peers that open connections all the same.
class DescriptorLimitIT {
  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

  @TempDir Path temporary;

  @Test
  void peersThatTakeAllFilesMakeNoTracesAndKeepNoOperatorOut() throws Exception {
    assumeTrue(Files.isExecutable(PRLIMIT), "prlimit is missing");
    var folder = new HostFolder(temporary);
    folder.chain(1);
    var config = folder.config(List.of(), "");
    var silent = new ArrayList<Socket>();
    try (var daemon = DaemonProcess.start(config)) {
      assertThat(HostLine.run("ps", "--config", config.toString()).exitCode()).isZero();
      limitFiles(daemon.pid(), openFiles(daemon.pid()) + 10);
      for (int i = 0; i < 60; i++) {
        silent.add(new Socket("127.0.0.1", daemon.address().port()));
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> daemon.errors().contains("A connection could not be taken in"));

      long before = System.nanoTime();
      assertThat(HostLine.run("drain", "--config", config.toString()).exitCode()).isZero();
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
      await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
      assertThat(daemon.errors()).doesNotContain("\tat ");
      assertThat(daemon.errors().lines())
          .filteredOn(line -> line.contains("Too many open files"))
          .hasSizeLessThan(8);
    } finally {
      for (var socket : silent) {
        socket.close();
      }
    }
  }

  private static long openFiles(long pid) throws Exception {
    try (var files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return files.count();
    }
  }

  private static void limitFiles(long pid, long most) throws Exception {
    var limit =
        new ProcessBuilder(
                PRLIMIT.toString(), "--pid", Long.toString(pid), "--nofile=" + most + ":" + most)
            .inheritIO()
            .start();
    assertThat(limit.waitFor()).isZero();
  }
}
