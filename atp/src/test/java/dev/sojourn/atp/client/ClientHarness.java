package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.identity.net.AtpAddress;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The client's real pipeline without a socket: requests in, octets out; octets in, the outcome of
/// the request out.
public final class ClientHarness {

  private final ClientConnection connection;
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private CompletableFuture<AtpResponse> answer = new CompletableFuture<>();

  private ClientHarness(AtpAddress host, ClientSettings settings) {
    connection = new ClientConnection(host);
    channel.freezeTime();
    connection.addTo(channel.pipeline(), settings, _ -> {});
  }

  public static ClientHarness open(AtpAddress host, ClientSettings settings) {
    return new ClientHarness(host, settings);
  }

  /// {@return the octets of the request}
  public byte[] send(AtpRequest request) {
    answer = connection.begin(request);
    channel.runPendingTasks();
    var octets = new ByteArrayOutputStream();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      octets.writeBytes(ByteBufUtil.getBytes(next));
      next.release();
    }
    return octets.toByteArray();
  }

  public ClientHarness receive(byte[] octets, int from, int to) {
    if (channel.isActive()) {
      channel.writeInbound(Unpooled.copiedBuffer(octets, from, to - from));
      channel.runPendingTasks();
    }
    return this;
  }

  /// The outcome of the request up to now.
  public Optional<Exchange> outcome() {
    try {
      return answer.isDone()
          ? Optional.of(connection.end(answer, Duration.ofSeconds(1)))
          : Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a test", e);
    }
  }

  public void pass(Duration time) {
    channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    channel.runPendingTasks();
  }

  /// The host ends the connection.
  public ClientHarness close() {
    channel.finishAndReleaseAll();
    return this;
  }

  public boolean isOpen() {
    return connection.isOpen();
  }
}
