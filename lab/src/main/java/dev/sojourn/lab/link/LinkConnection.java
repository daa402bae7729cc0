package dev.sojourn.lab.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/// One connection over a link. The kernel accepts the client at once. But its bytes are read only
/// after a request to the server and its answer, when a real connection would be established.
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

  /// Requests a connection to the server over the link.
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

  /// The client is connected already, so it gets a reset instead of a refusal.
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
