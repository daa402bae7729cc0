package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.Next;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.pipe.FromWorker;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Messages of a worker that come faster than its visit's desk can take them.
class InboxTest {

  private static Stream<FromWorker> large() {
    var text = "x".repeat(16 << 10);
    var where = new CodePlace("guest.Guest", "x".repeat(16 << 10), 1);
    return Stream.of(
        new FromWorker.PageWanted(1, text),
        new FromWorker.Referral(1, text),
        new FromWorker.LogLine(1, text),
        new FromWorker.Reply(1, 1, true, text),
        new FromWorker.Finding(1, new byte[16 << 10]),
        new FromWorker.Checkpoint(1, new byte[16 << 10]),
        new FromWorker.Stopping(1, "cpu", "", where));
  }

  @ParameterizedTest
  @MethodSource("large")
  void whateverIsLargeFillsIt(FromWorker message) throws Exception {
    var inbox = new Inbox();
    var put = new AtomicInteger();
    var reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    while (true) {
                      inbox.put(message);
                      put.incrementAndGet();
                    }
                  } catch (InterruptedException _) {
                    // The test is over.
                  }
                });
    await().until(() -> reader.getState() == Thread.State.WAITING);
    assertThat(put.get()).isBetween(120, 130);
    reader.interrupt();
    reader.join();
  }

  /// A message that ends a visit has 17 MiB at most; many of them would fill a process.
  @Test
  void nothingComesAfterTheEnd() throws Exception {
    var inbox = new Inbox();
    assertThat(inbox.put(new FromWorker.Started(1))).isTrue();
    assertThat(inbox.put(new FromWorker.End(1, new VisitEnd.Finished(new byte[0], Next.done()))))
        .isTrue();
    assertThat(inbox.put(new FromWorker.End(1, new VisitEnd.Finished(new byte[0], Next.done()))))
        .isFalse();
    assertThat(inbox.put(new FromWorker.Spent(1, 1, 1))).isFalse();
  }
}
