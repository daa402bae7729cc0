package dev.sojourn.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/// One connection over a link. The kernel has accepted the client at once. Its bytes are read only
/// when a connection over a real link would stand: after a request to the server and its answer.
final class LinkConnection {
  private final Channel client;
  private final ChunkHandler fromClientHandler;
  private final ChunkHandler fromServerHandler;
  private @Nullable Channel server;
  private int ended;

  LinkConnection(
      Channel client, LinkDirection toServer, LinkDirection fromServer, LinkMemory memory) {
    this.client = client;
    this.fromClientHandler = new ChunkHandler(toServer, memory, this::ended);
    this.fromServerHandler = new ChunkHandler(fromServer, memory, this::ended);
  }

  /// Asks the server for a connection.
  void open(Bootstrap bootstrap, InetSocketAddress target) {
    client.pipeline().addLast("chunks", fromClientHandler);
    fromClientHandler.sign(() -> connect(bootstrap, target));
  }

  private void connect(Bootstrap bootstrap, InetSocketAddress target) {
    var _ =
        bootstrap
            .clone()
            .handler(fromServerHandler)
            .connect(target)
            .addListener((ChannelFuture made) -> answered(made));
  }

  private void answered(ChannelFuture made) {
    if (!made.isSuccess()) {
      fromServerHandler.sign(this::refuse);
      return;
    }
    server = made.channel();
    if (!client.isActive()) {
      var _ = made.channel().close();
      return;
    }
    fromServerHandler.sign(() -> fromClientHandler.start(made.channel()));
    fromServerHandler.start(client);
  }

  /// The client has its connection already, so it sees a reset instead of a refusal.
  private void refuse() {
    if (client instanceof SocketChannel socket) {
      socket.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    var _ = client.close();
  }

  private void ended() {
    ended++;
    if (ended == 2) {
      var _ = client.close();
      if (server != null) {
        var _ = server.close();
      }
    }
  }
}
