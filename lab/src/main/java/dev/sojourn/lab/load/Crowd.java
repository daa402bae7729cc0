package dev.sojourn.lab.load;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Connections that are idle, or never complete a request.
final class Crowd implements AutoCloseable {
  private static final int OPENING_AT_ONCE = 32;
  private static final int MAX_OPENING_SECONDS = 60;

  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private final AtomicInteger failed = new AtomicInteger();
  private final Semaphore established = new Semaphore(0);
  private volatile boolean isOver;

  /// Opens idle connections, and returns when all are established.
  void idle(LoadTarget target, int count) throws InterruptedException {
    try (var opening = Executors.newFixedThreadPool(OPENING_AT_ONCE)) {
      for (int i = 0; i < count; i++) {
        opening.execute(
            () -> {
              try {
                open.add(target.connect());
              } catch (IOException _) {
                failed.incrementAndGet();
              }
            });
      }
    }
  }

  /// Opens connections that begin a request and never end it. If the host closes one, it is opened
  /// again. Every third connection sends nothing. Returns when 90 % are established.
  void slow(LoadTarget target, int count) throws IOException, InterruptedException {
    for (int i = 0; i < count; i++) {
      boolean isSilent = i % 3 == 0;
      Thread.ofVirtual().start(() -> dawdle(target, isSilent));
    }
    if (!established.tryAcquire(count * 9 / 10, MAX_OPENING_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("of %d slow connections only %d stand".formatted(count, open.size()));
    }
  }

  private void dawdle(LoadTarget target, boolean isSilent) {
    while (!isOver) {
      try (var socket = target.connect()) {
        open.add(socket);
        established.release();
        if (!isSilent) {
          socket
              .getOutputStream()
              .write("DISPATCH / ATP/0.1\r\nContent-Le".getBytes(StandardCharsets.US_ASCII));
        }
        socket.getInputStream().readAllBytes();
        open.remove(socket);
      } catch (IOException _) {
        failed.incrementAndGet();
      }
    }
  }

  int size() {
    return open.size();
  }

  int failures() {
    return failed.get();
  }

  @Override
  public void close() {
    isOver = true;
    for (var socket : open) {
      try {
        socket.close();
      } catch (IOException _) {
        // The connection is closed already.
      }
    }
  }
}
