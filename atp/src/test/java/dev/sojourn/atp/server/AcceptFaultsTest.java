package dev.sojourn.atp.server;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AcceptFaultsTest {
  /// Beyond this handler Netty would log each of them with its trace.
  @Test
  void noFaultOfTheListeningSocketGoesOn() {
    var listening = new EmbeddedChannel(new AcceptFaults());
    for (int i = 0; i < 3; i++) {
      listening.pipeline().fireExceptionCaught(new IOException("Too many open files"));
    }
    assertThatCode(listening::checkException).doesNotThrowAnyException();
  }
}
