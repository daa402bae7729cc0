package dev.sojourn.lab.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/// A bare Netty server that takes as many bytes as a request has and answers with as many as an
/// answer has, and does nothing else: the limit of what any host could do. A program of its own.
public final class EchoServer {
  private static final byte[] ANSWER =
      String.join(
              "\r\n",
              "ATP/0.1 100 OKAY",
              "Date: Thu, 01 Jan 2026 00:00:00 GMT",
              "Content-Length: 0",
              "Connection: keep-alive",
              "",
              "")
          .getBytes(StandardCharsets.ISO_8859_1);

  private EchoServer() {}

  /// Listens until the process is ended.
  ///
  /// @param arguments the size of a request in bytes, and the port
  /// @throws InterruptedException if it is interrupted
  public static void main(String[] arguments) throws InterruptedException {
    int requestBytes = Integer.parseInt(arguments[0]);
    var loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    int port = Integer.parseInt(arguments[1]);
    new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new Answers(requestBytes));
              }
            })
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .sync()
        .channel()
        .closeFuture()
        .sync();
  }

  /// Counts bytes of requests; one connection each.
  private static final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
    private final int requestBytes;
    private int got;

    Answers(int requestBytes) {
      super(ByteBuf.class);
      this.requestBytes = requestBytes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      got += bytes.readableBytes();
      for (; got >= requestBytes; got -= requestBytes) {
        var _ = context.write(Unpooled.wrappedBuffer(ANSWER));
      }
      context.flush();
    }
  }
}
