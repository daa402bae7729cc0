package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import okhttp3.internal.http2.ConnectionShutdownException;
import org.junit.jupiter.api.Test;

class RequestRepeatsTest {
  /// A site may close a kept connection at any moment before the next request is written.
  @Test
  void aRequestThatMeetsAClosedConnectionIsRepeatedOnce() {
    for (var early :
        List.of(
            new IOException("closed"),
            new SocketException("Connection reset"),
            new SocketException("Broken pipe"))) {
      var first = RequestRepeats.NONE.after(early, 1);

      assertThat(first).as(early.getMessage()).isPresent();
      assertThat(first.flatMap(repeats -> repeats.after(early, 1))).isEmpty();
      assertThat(first.flatMap(repeats -> repeats.after(early, 2))).isPresent();
    }
  }

  @Test
  void anyOtherFailureIsFinal() {
    assertThat(RequestRepeats.NONE.after(new IOException("too long"), 1)).isEmpty();
    assertThat(RequestRepeats.NONE.after(new SocketException("No route to host"), 1)).isEmpty();
  }

  /// Such a request was not sent, so each rival at the site allows four more attempts.
  @Test
  void aRequestThatWasNotSentIsRepeatedForEachRival() {
    var repeats = RequestRepeats.NONE;
    for (int i = 0; i < 8; i++) {
      repeats = repeats.after(new ConnectionShutdownException(), 2).orElseThrow();
    }
    assertThat(repeats.after(new ConnectionShutdownException(), 2)).isEmpty();
  }
}
