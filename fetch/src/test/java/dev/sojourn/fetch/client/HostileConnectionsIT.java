package dev.sojourn.fetch.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.http1.HeadRules;
import dev.sojourn.testing.ScriptedServer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections that bring nothing, or leave something behind.
@Timeout(120)
class HostileConnectionsIT {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final WireTally tally = new WireTally();

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
    var limits = new ClientLimits(LONG, LONG, 2, 1L << 30, HeadRules.LENIENT, true, true);
    try (var client =
            new SiteClient(
                limits, host -> List.of(InetAddress.ofLiteral(host)), SSLContext.getDefault());
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var open = new OpenSockets(limits);
        var raw = ScopedValue.where(SiteCall.CURRENT, call(client)).call(open::make)) {
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

  private SiteCall call(SiteClient client) {
    var request = new Request.Builder().url("http://127.0.0.1/").build();
    return client.call(request, new WireAllowance(tally, 1_000), Optional.empty());
  }

  /// The client keeps the way to each server whose first answer failed, for ever.
  @Test
  void serversWhoseAnswersFailLeaveNothingBehind() throws Exception {
    var limits = new ClientLimits(LONG, LONG, 2, 1L << 30, HeadRules.LENIENT, true, true);
    try (var client =
        new SiteClient(
            limits, host -> List.of(InetAddress.ofLiteral(host)), SSLContext.getDefault())) {
      for (int i = 0; i < 20; i++) {
        try (var server = ScriptedServer.start((_, out) -> out.close())) {
          var request = new Request.Builder().url(server.origin()).build();
          var call = client.call(request, new WireAllowance(tally, 1_000), Optional.empty());
          assertThatThrownBy(call::execute).isInstanceOf(BrokenAnswerException.class);
        }
      }
      assertThat(client.failedServers()).isZero();
    }
  }

  private static int flooded(OutputStream out) throws IOException {
    for (int i = 0; i < 4_096; i++) {
      out.write(new byte[1_024]);
    }
    return 0;
  }
}
