package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a worker says faster than its visit's desk can take it.
class InboxTest {

  @Test
  void longTextsFillItAsFindingsDo() throws Exception {
    var inbox = new Inbox();
    var url = "x".repeat(32 << 10);
    var put = new AtomicInteger();
    var reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    while (true) {
                      inbox.put(new FromWorker.PageWanted(1, url));
                      put.incrementAndGet();
                    }
                  } catch (InterruptedException _) {
                    // The test is over.
                  }
                });
    await().until(() -> reader.getState() == Thread.State.WAITING);
    assertThat(put.get()).isBetween(200, 260);
    reader.interrupt();
    reader.join();
  }
}
