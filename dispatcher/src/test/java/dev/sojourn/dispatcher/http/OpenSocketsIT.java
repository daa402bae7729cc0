package dev.sojourn.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The connections to all sites together.
@Timeout(60)
class OpenSocketsIT {
  private static final int MAX = 1_000;

  private final WireTally tally = new WireTally();

  private static HttpSettings settings() {
    var patient = Duration.ofSeconds(20);
    return new HttpSettings("TestBot/1.0", patient, patient, patient, MAX, 2);
  }

  private static ScriptedServer server() throws IOException {
    return ScriptedServer.start((_, out) -> ScriptedServer.page(out, 200, "ok"));
  }

  @Test
  void onlyTheConnectionThatIsIdleLongestMakesRoomForAnother() throws Exception {
    try (var fetcher = HttpFetcher.open(settings());
        var longest = server();
        var shorter = server();
        var another = server()) {
      for (var server : new ScriptedServer[] {longest, shorter, another, shorter, longest}) {
        var url = PageUrl.parse(server.origin() + "/").orElseThrow();
        assertThat(fetcher.get(url, MAX, tally)).isInstanceOf(HttpReply.Answer.class);
      }
      assertThat(longest.connections()).isEqualTo(2);
      assertThat(shorter.connections()).isEqualTo(1);
      assertThat(another.connections()).isEqualTo(1);
    }
  }

  /// As TLS whose records bring nothing: empty ones, session tickets, changes of keys.
  private static final class EmptyRecords extends FilterInputStream {
    EmptyRecords(InputStream below) {
      super(below);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read;
      do {
        read = in.read(buffer, offset, length);
      } while (read >= 0);
      return read;
    }
  }

  @Test
  void aFloodOfRecordsWithoutAFrameEndsTheConnectionAndIsCounted() throws Exception {
    var call = new SiteCall(new WireAllowance(tally, MAX), Optional.empty());
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var open = new OpenSockets(settings());
        var raw = ScopedValue.where(SiteCall.CURRENT, call).call(open::make)) {
      raw.wrapInTls();
      raw.connect(server.getLocalSocketAddress(), 20_000);
      try (var accepted = server.accept()) {
        var flood = accepted.getOutputStream();
        Thread.ofVirtual().start(new FutureTask<>(() -> flooded(flood)));
        var guard = raw.http2(new EmptyRecords(raw.getInputStream()), raw.getOutputStream());
        assertThatThrownBy(guard.answers()::read)
            .hasMessage("it sent more than 1048576 bytes that bring no frame");
        assertThat(tally.receivedBytes()).isBetween(1L << 20, (1L << 20) + 16_384);
      }
    }
  }

  private static int flooded(OutputStream out) throws IOException {
    for (int i = 0; i < 4_096; i++) {
      out.write(new byte[1_024]);
    }
    return 0;
  }
}
